// A download of much: page by page, with a turn for others between, one a person and two in all, ten an hour.
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { downloadData } from "~/features/data-export/download.server";
import { loader } from "~/routes/settings/export";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call, cookieFor } from "~tests/support/calls/call";
import { exportText } from "~tests/support/people/export-text";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let bob: Person;
beforeEach(async () => {
  app = await createTestApp({ env: { RATE_LIMITS: "on" } });
  [alice, bob] = [await makePerson(app, "alice"), await makePerson(app, "bob")];
});
afterEach(() => app?.close());

const address = "198.51.100.7";
const download = (person: Person) => downloadData(app, { userId: person.user.id, format: "json", address });

async function readToEnd({ pieces }: Awaited<ReturnType<typeof download>>): Promise<string> {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
}

/** Drafts with a journal, a reading and an older text each, and batches of which each thread's first part is in one. */
async function fill(person: Person, count: number): Promise<void> {
  const { id: accountId } = await linkAccount(app, person, `${person.user.email.split("@")[0]}_x`);
  const { user } = person;
  for (let from = 0; from < count; from += 100) {
    const numbers = Array.from({ length: Math.min(100, count - from) }, (_, n) => from + n);
    await app.db
      .insertInto("batches")
      .values(
        numbers.map((n) => ({
          id: `${user.id.slice(0, 8)}-${String(n).padStart(6, "0")}`,
          user_id: user.id,
          account_id: accountId,
          topic: `topic ${n}`,
          web_search: 0,
          writer: "demo",
          model: "",
          sources: "[]",
          input_tokens: 0,
          output_tokens: 0,
          // Many of the same moment, so that a page ends between them.
          created_at: Math.floor(n / 700),
        })),
      )
      .execute();
    const tweets = await app.db
      .insertInto("tweets")
      .values(
        numbers.map((n) => ({
          user_id: user.id,
          account_id: accountId,
          batch_id: `${user.id.slice(0, 8)}-${String(n).padStart(6, "0")}`,
          content: `Tweet ${n} of ${user.email}`,
          state: "pending" as const,
          origin: "own" as const,
          position: 0,
          fingerprint: `${n}`,
          created_at: n + 1,
          updated_at: n + 1,
        })),
      )
      .returning("id")
      .execute();
    await app.db
      .insertInto("tweet_events")
      .values(tweets.map(({ id }) => ({ tweet_id: id, at: 1, kind: "sent" as const })))
      .execute();
  }
}

it("has every row once and in order, however many pages it takes, and nobody else's", async () => {
  await fill(alice, 1_203);
  await fill(bob, 3);
  const whole = JSON.parse(await exportText(app, alice.user.id, "json", "operator")) as Record<
    string,
    Record<string, unknown>[]
  >;
  expect(whole["tweets"]?.map((row) => row["content"])).toEqual(
    Array.from({ length: 1_203 }, (_, n) => `Tweet ${n} of ${alice.user.email}`),
  );
  expect(new Set(whole["tweets"]?.map((row) => (row["journal"] as unknown[]).length))).toEqual(new Set([1]));
  expect(whole["batches"]?.map((row) => row["topic"])).toEqual(Array.from({ length: 1_203 }, (_, n) => `topic ${n}`));
  const csv = await exportText(app, alice.user.id, "csv", "operator");
  const lines = csv.trimEnd().split("\r\n");
  expect(lines).toHaveLength(1_204);
  expect(lines[1_203]).toContain('"topic 1202"');
  expect(csv).not.toContain("bob");
});

it("others have their turn between its pieces", async () => {
  await fill(alice, 1_203);
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  let pieces = 0;
  for await (const _ of (await download(alice)).pieces) pieces += 1;
  clearInterval(counting);
  expect(pieces).toBeGreaterThan(20);
  expect(turns).toBeGreaterThanOrEqual(6);
});

it("holds no more than fifty tweets in a piece, with a turn between reading and writing them", async () => {
  await fill(alice, 203);
  const counts: number[] = [];
  for await (const piece of (await download(alice)).pieces)
    counts.push(piece.match(/"content": "Tweet \d+ of/g)?.length ?? 0);
  expect(counts.filter((count) => count > 0)).toEqual([50, 50, 50, 50, 3]);
});

it("is one at a time for a person, while another has theirs", async () => {
  const first = await download(alice);
  await expect(download(alice)).rejects.toMatchObject({ code: "busy", retryAfterSeconds: 30 });
  expect(await readToEnd(await download(bob))).toContain("bob@linnet.example");
  expect(await readToEnd(first)).toContain("alice@linnet.example");
  expect(await readToEnd(await download(alice))).toContain("alice@linnet.example");
});

it("the third in all has its turn once one of two has ended", async () => {
  const [first, second] = [await download(alice), await download(bob)];
  const carol = await makePerson(app, "carol");
  let isIn = false;
  const third = download(carol).then((file) => {
    isIn = true;
    return file;
  });
  await pause(20);
  expect(isIn).toBe(false);
  await readToEnd(first);
  expect(await readToEnd(await third)).toContain("carol@linnet.example");
  await readToEnd(second);
});

it("a reader who leaves gives their place back", async () => {
  for await (const _ of (await download(alice)).pieces) break;
  expect(await readToEnd(await download(alice))).toContain("alice@linnet.example");
});

it("who never reads what they asked for has it no longer than half a minute", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const unread = (await download(alice)).pieces[Symbol.asyncIterator]();
  vi.advanceTimersByTime(20_000);
  await unread.next();
  vi.advanceTimersByTime(29_999);
  await expect(download(alice)).rejects.toMatchObject({ code: "busy" });
  vi.advanceTimersByTime(1);
  expect(await readToEnd(await download(alice))).toContain("alice@linnet.example");
});

it("is made ten times an hour, and who is refused reads why", async () => {
  for (let n = 0; n < 10; n += 1) await readToEnd(await download(alice));
  const headers = { cookie: await cookieFor(app, alice.sessionId) };
  const answer = await call({ loader }, "/settings/export?format=json", { headers });
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([429, null]);
  expect(answer.headers.get("retry-after")).toBe("3600");
  expect(await answer.text()).toMatch(/^You’ve reached the limit of 10 downloads per hour\. Try again in/);
  expect(await readToEnd(await download(bob))).toContain("bob@linnet.example");
});
