// The metrics against what really happened: attempts, lost answers, checks, spending, the queue and the writer.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import { openTokens } from "~/features/accounts/accounts.server";
import { publishNow, reconcileDue } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import { forwardedHeader, peerHeader } from "~/http/door/headers.server";
import { answerMetrics, openMetrics } from "~/http/door/metrics.server";
import { withMetrics } from "~/ports/ai/with-metrics.server";
import { WriterError } from "~/ports/ai/port";
import { loader } from "~/routes/metrics";
import { createTestApp, type TestApp } from "~tests/support/app";
import { call } from "~tests/support/calls/call";
import { faulty, type FaultyNetwork } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";
import { sendDue } from "~tests/support/sends";

let app: TestApp;
let alice: Person;
let account: Account;
let tweets: Tweet[];
let network: FaultyNetwork;
let before: Map<string, number>;

beforeEach(async () => {
  app = await createTestApp();
  openMetrics();
  before = await read();
  alice = await makePerson(app, "alice");
  account = await linkAccount(app, alice, "alice_x");
  tweets = await makeBatch(app, alice, account);
  network = faulty(app.network);
  app.network = network;
});
afterEach(() => app?.close());

async function read(): Promise<Map<string, number>> {
  const answer = await call({ loader }, "/metrics", { headers: { [peerHeader]: "127.0.0.1" } });
  const lines = (await answer.text()).split("\n").filter((line) => line.startsWith("linnet_"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

/** Counters go on from test to test, as in a process. */
async function since(name: string): Promise<number> {
  return Math.round(((await read()).get(name) ?? 0) * 1e6 - (before.get(name) ?? 0) * 1e6) / 1e6;
}

const ask = (n: number) => ({ userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: null });
const attempts = (outcome: string) => since(`linnet_attempts_total{network="sandbox",outcome="${outcome}"}`);
const checks = (result: string) => since(`linnet_reconcile_checks_total{result="${result}"}`);

it("count attempts by outcome, checks, and what was spent on what is out", async () => {
  await publishNow(app, ask(0));
  network.faults = ["lost after"];
  await publishNow(app, ask(1)).catch(() => {});
  app.clock.advance(minutes(3));
  network.unreadable = true;
  await reconcileDue(app);
  expect([await attempts("published"), await attempts("unknown"), await checks("unreadable")]).toEqual([1, 1, 1]);
  network.unreadable = false;
  app.clock.advance(minutes(3));
  await reconcileDue(app);
  expect([await attempts("published"), await checks("found")]).toEqual([2, 1]);
  expect(await since('linnet_spent_dollars_total{network="sandbox"}')).toBe(0.03);
});

it("count pictures, descriptions and deletions, and what they cost, a lost answer too", async () => {
  const calls = (call: string, outcome: string) =>
    since(`linnet_network_calls_total{network="sandbox",call="${call}",outcome="${outcome}"}`);
  const dollars = (call: string) => since(`linnet_network_calls_dollars_total{network="sandbox",call="${call}"}`);
  const tokens = openTokens(app, await app.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow());
  const timeoutMs = 1_000;
  const upload = (text: string) => app.network.uploadImage(tokens, { bytes: Buffer.from(text), timeoutMs });
  await upload("GIF89a, a wren");
  await upload("no picture");
  await app.network.describeImage(tokens, { mediaId: "1", text: "a wren", timeoutMs });
  await app.network.deletePost(tokens, { postId: "1", timeoutMs });
  expect([await calls("upload", "done"), await calls("upload", "refused"), await dollars("upload")]).toEqual([
    1, 1, 0.005,
  ]);
  expect([await calls("description", "refused"), await dollars("description")]).toEqual([1, 0]);
  expect([await calls("deletion", "done"), await dollars("deletion")]).toEqual([1, 0]);
  await sql`alter table sandbox_posts rename to sandbox_gone`.execute(app.db);
  await app.network.deletePost(tokens, { postId: "1", timeoutMs });
  await sql`alter table sandbox_gone rename to sandbox_posts`.execute(app.db);
  expect([await calls("deletion", "again"), await dollars("deletion")]).toEqual([1, 0.01]);
});

it("tell the queue as it is: scheduled, due, late, uncertain", async () => {
  const at = (n: number, executeAt: number) => scheduleAt(app, { ...ask(n), executeAt });
  await at(0, app.clock.now() + hours(9));
  await at(1, app.clock.now() + minutes(1));
  await at(2, app.clock.now() + minutes(30));
  app.clock.advance(minutes(31));
  const queue = async () => {
    const all = await read();
    return ["scheduled", "due", "late", "unknown", "needs_confirmation"].map((name) =>
      all.get(`linnet_tweets_${name}`),
    );
  };
  expect(await queue()).toEqual([3, 2, 1, 0, 0]);
  network.faults = ["lost before"];
  for (let n = 0; n < 2; n++) await sendDue(app);
  expect(await queue()).toEqual([2, 0, 0, 1, 0]);
});

it("tell the two renamed metrics under their former names too, with the same values", async () => {
  const former = async () => [
    await since('linnet_reconcile_looks_total{result="unreadable"}'),
    (await read()).get("linnet_tweets_asked"),
  ];
  const named = async () => [await checks("unreadable"), (await read()).get("linnet_tweets_needs_confirmation")];
  expect(await former()).toEqual([0, 0]);
  network.faults = ["lost before", "lost before"];
  network.unreadable = true;
  for (let n = 0; n < 2; n++) await publishNow(app, ask(n)).catch(() => {});
  for (let n = 0; n < 12; n++) {
    app.clock.advance(minutes(5));
    await reconcileDue(app);
  }
  const [count = 0, waiting] = await named();
  expect(count).toBeGreaterThan(4);
  expect(waiting).toBe(2);
  expect(await former()).toEqual([count, waiting]);
});

it.each([
  ["http://localhost:3000", {}, 200],
  ["http://127.0.0.1:3000", {}, 200],
  ["http://[::1]:3000", {}, 200],
  ["http://evil.example:3000", {}, 403],
  ["http://127.0.0.1.evil.example", {}, 403],
  ["http://localhost:3000", { [peerHeader]: "192.0.2.1" }, 403],
  ["http://localhost:3000", { [forwardedHeader]: "1" }, 403],
])(
  "without a token are for who asks on this machine by its own name: %s with %j is %i",
  async (origin, more, status) => {
    const ask = () =>
      answerMetrics(app, new Request(`${origin}/metrics`, { headers: { [peerHeader]: "127.0.0.1", ...more } }));
    expect((await ask()).status).toBe(status);
    // A proxy on this machine that adds no header looks the same: only APP_ORIGIN tells.
    app.config.appOrigin = "https://linnet.example.com";
    expect((await ask()).status).toBe(403);
  },
);

it("count the writer's calls and tokens, failed ones too", async () => {
  expect(
    (await since('linnet_ai_calls_total{outcome="written",writer="demo"}')) +
      (await since('linnet_ai_calls_total{writer="demo",outcome="written"}')),
  ).toBe(1);
  const broken = withMetrics(
    {
      ...app.ai,
      kind: "gemini",
      writeTweets: () =>
        Promise.reject(
          new WriterError("busy", "Busy", {
            spent: { inputTokens: 7, outputTokens: 2, costMicros: 12_000, unmetered: 1 },
          }),
        ),
    },
    app.clock,
  );
  const asked = { topic: "birds", webSearch: false, count: 5, signal: new AbortController().signal };
  await expect(broken.writeTweets(asked)).rejects.toThrow("Busy");
  expect(await since('linnet_ai_calls_total{writer="gemini",outcome="busy"}')).toBe(1);
  expect(await since('linnet_ai_tokens_total{writer="gemini",direction="input"}')).toBe(7);
  expect(await since('linnet_ai_tokens_total{writer="gemini",direction="output"}')).toBe(2);
  expect(await since('linnet_ai_cost_dollars_total{writer="gemini"}')).toBeCloseTo(0.012, 9);
  expect(await since('linnet_ai_unmetered_answers_total{writer="gemini"}')).toBe(1);
  expect(await since('linnet_ai_cost_unknown_calls_total{writer="gemini"}')).toBe(0);
  const unpriced = withMetrics(
    {
      ...app.ai,
      kind: "compatible",
      writeTweets: async (request) => ({ ...(await app.ai.writeTweets(request)), costMicros: null }),
    },
    app.clock,
  );
  await unpriced.writeTweets(asked);
  expect(await since('linnet_ai_cost_unknown_calls_total{writer="compatible"}')).toBe(1);
  expect(await since('linnet_ai_calls_total{writer="compatible",outcome="written"}')).toBe(1);
});
