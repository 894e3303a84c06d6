// A person's own data as a file: everything of theirs, nothing of others, no secret, and no formula for a spreadsheet.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setDefault } from "~/features/accounts/accounts.server";
import { editTweet, publishNow, unlink, writeThread, writeTweet } from "~/features/publishing/publishing.server";
import { exportText } from "~tests/support/people/export-text";
import { request, runQueued } from "~/features/generation/generation.server";
import { readNow, saveResultSettings } from "~/features/results/results.server";
import { loader } from "~/routes/settings/export";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call, cookieFor } from "~tests/support/calls/call";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
});
afterEach(() => app?.close());

const own = (content: string, person = alice) => writeTweet(app, { userId: person.user.id, content, account: null });
const take = (format: "json" | "csv") => exportText(app, alice.user.id, format, "operator");

it("JSON has the person, accounts, batches and tweets with their journals, and nobody else's", async () => {
  const account = await linkAccount(app, alice, "alice_x");
  const [first] = await makeBatch(app, alice, account, "gardening");
  await publishNow(app, { userId: alice.user.id, tweetId: first?.id ?? 0, account: null });
  const bob = await makePerson(app, "bob");
  await linkAccount(app, bob, "bobs_secret");
  await own("Bob's own thought", bob);
  const whole = JSON.parse(await take("json")) as Record<string, Record<string, unknown>[]>;
  expect(whole["user"]).toMatchObject({ email: "alice@linnet.example", timezone: "UTC" });
  expect(whole["accounts"]).toMatchObject([{ username: "alice_x" }]);
  expect(whole["batches"]).toMatchObject([{ topic: "gardening" }]);
  expect(whole["tweets"]?.[0]).toMatchObject({
    content: first?.content,
    state: "published",
    published_at: new Date(app.clock.now()).toISOString(),
    journal: [{ what: "Sent to X." }, { what: "Accepted by X." }],
  });
  expect(JSON.stringify(whole)).not.toMatch(/bob/i);
});

it("names of a tweet the account that serves it now: its own while it is linked, else the default", async () => {
  const first = await linkAccount(app, alice, "alice_first");
  const second = await linkAccount(app, alice, "alice_second");
  const write = (content: string, account: string | null) =>
    writeTweet(app, { userId: alice.user.id, content, account });
  await write("Whose? The default's.", null);
  await write("Whose? The second's.", String(second.id));
  const sent = await write("Whose? Who posted it.", null);
  await publishNow(app, { userId: alice.user.id, tweetId: sent.id, account: null });
  const third = await linkAccount(app, alice, "alice_third");
  await setDefault(app, alice.user.id, String(third.id));
  await unlink(app, alice.user.id, String(second.id));
  const whole = JSON.parse(await take("json")) as { tweets: Record<string, unknown>[] };
  expect(whole.tweets.map(({ account_id, follows_default }) => [account_id, follows_default])).toEqual([
    [first.id, false],
    [third.id, true],
    [first.id, false],
  ]);
  const lines = (await take("csv")).trim().split("\r\n").slice(1);
  expect(lines.map((line) => line.split(",")[2])).toEqual(['"alice_first"', '"alice_third"', '"alice_first"']);
});

it("JSON has what a tweet said before, and nobody else's", async () => {
  const bob = await makePerson(app, "bob");
  for (const person of [bob, alice]) {
    const { id } = await own("Tea first.", person);
    await editTweet(app, { userId: person.user.id, tweetId: id, content: `Tea, says ${person.user.email}` });
  }
  const whole = JSON.parse(await take("json")) as Record<string, Record<string, unknown>[]>;
  expect(whole["tweets"]).toMatchObject([
    { versions: [{ content: "Tea first.", written_by: "person" }, { content: "Tea, says alice@linnet.example" }] },
  ]);
  expect(JSON.stringify(whole)).not.toMatch(/bob/i);
});

it("JSON has what was read of how a tweet did, and what was chosen for that", async () => {
  await linkAccount(app, alice, "alice_x");
  const { id } = await own("Tea first.");
  await publishNow(app, { userId: alice.user.id, tweetId: id, account: null });
  await saveResultSettings(app, alice.user.id, { level: "full" });
  await readNow(app, { userId: alice.user.id, tweetId: id });
  const whole = JSON.parse(await take("json")) as Record<string, Record<string, unknown>[]>;
  expect(whole["results"]).toMatchObject({ level: "full", learn: false });
  expect(whole["tweets"]).toMatchObject([{ deleted_at: null, readings: [{ slot: "hand", source: "sandbox" }] }]);
});

it("has each part of a thread with its place in it, and how the thread stands", async () => {
  const bob = await makePerson(app, "bob");
  for (const [person, parts] of [
    [bob, ["Bob's one.", "Bob's two."]],
    [alice, ["Terns go far.", "And come back."]],
  ] as const)
    await writeThread(app, { userId: person.user.id, parts, account: null });
  await own("By itself.");
  const whole = JSON.parse(await take("json")) as Record<string, Record<string, unknown>[]>;
  const [thread] = whole["threads"] ?? [];
  expect(whole["threads"]).toMatchObject([{ state: "draft" }]);
  expect(whole["tweets"]).toMatchObject([
    { content: "Terns go far.", thread_id: thread?.["id"], part_no: 1 },
    { content: "And come back.", thread_id: thread?.["id"], part_no: 2 },
    { content: "By itself.", thread_id: null, part_no: null },
  ]);
  const lines = (await take("csv")).split("\r\n");
  expect(lines[2]).toMatch(/"And come back\.".*,"?2"?,"?2"?$/);
  expect(lines[3]).toMatch(/"By itself\.".*,,$|"By itself\.".*,"",""$/);
});

it("has of each part of the writer's thread the topic that it was written on", async () => {
  const userId = alice.user.id;
  const ask = { userId, accountId: null, topic: "terns", webSearch: false };
  await request(app, { ...ask, parts: 3 });
  await own("By itself.");
  await (
    await runQueued(app)
  ).done;
  const lines = (await take("csv")).trim().split("\r\n").slice(1);
  expect(lines.filter((line) => line.includes('"terns","generated"'))).toHaveLength(3);
  expect(lines.filter((line) => line.includes('"","own"'))).toHaveLength(1);
});

it("holds no token, hash or session", async () => {
  await linkAccount(app, alice, "alice_x");
  const { tokens } = await app.db.selectFrom("accounts").select("tokens").executeTakeFirstOrThrow();
  const { password_hash: hash } = await app.db.selectFrom("users").select("password_hash").executeTakeFirstOrThrow();
  for (const text of [await take("json"), await take("csv")])
    for (const secret of [tokens, hash, alice.sessionId]) expect(text).not.toContain(secret);
});

describe("CSV", () => {
  it("keeps quotes, commas, line breaks and other scripts in their cells", async () => {
    await own('She said "chirp, chirp"\nand left 🐦 鳥');
    expect(await take("csv")).toContain('"She said ""chirp, chirp""\nand left 🐦 鳥"');
    expect(await take("csv")).toMatch(/^\uFEFF"id","state","account","text",/);
  });

  it.each(["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://evil.example")'])(
    "a tweet that begins as a formula is text: %j",
    async (text) => {
      const { content } = await own(text);
      // Before the sign itself: a sheet that splits at tabs or line breaks begins a cell there.
      const escaped = content.replace(/[=+\-@]/, "'$&").replaceAll('"', '""');
      expect(await take("csv")).toContain(`,"${escaped}",`);
    },
  );

  it("with no tweets is its heading", async () => {
    expect(await take("csv")).toBe(
      '\uFEFF"id","state","account","text","topic","origin","created_at","due_at","published_at","discarded_at","link","error","thread","part"\r\n',
    );
  });
});

describe("/settings/export", () => {
  it("answers a file to who is signed in", async () => {
    await own("A thought of my own");
    const headers = { cookie: await cookieFor(app, alice.sessionId) };
    const answer = await call({ loader }, "/settings/export?format=csv", { headers });
    expect(answer.headers.get("content-disposition")).toBe('attachment; filename="linnet-tweets-2026-11-19.csv"');
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("A thought of my own");
    const other = await call({ loader }, "/settings/export?format=exe", { headers });
    expect(other.headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(await other.text())).toHaveProperty("tweets");
  });

  it("sends a guest to sign in", async () => {
    const answer = await call({ loader }, "/settings/export?format=json");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/generate?panel=login"]);
  });
});
