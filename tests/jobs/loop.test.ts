// The loop: croner alone forgets nothing, the due timer makes it punctual, and its end is in order.
import { setImmediate as later } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { readBots, startBot } from "~/features/bots/bots.server";
import { request } from "~/features/generation/generation.server";
import { publishNow } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { setTimezone } from "~/features/users/users.server";
import { type Loop, startLoop } from "~jobs/loop.server";
import { schedule } from "~jobs/schedule.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty } from "~tests/support/fakes/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let tweets: Tweet[];
let loop: Loop | null = null;

beforeEach(async () => {
  app = await createTestApp({ env: { RECONCILE_AFTER_SECONDS: "0" } });
  alice = await makePerson(app, "alice");
  tweets = await makeBatch(app, alice, await linkAccount(app, alice, "alice_x"));
  // The loop lives in real time: croner has no clock of ours. The sandbox holds the same clock object.
  Object.assign(app.clock, systemClock);
});
afterEach(async () => {
  await loop?.stop();
  loop = null;
  await app?.close();
});

const start = (dueTimer: boolean) => {
  loop = startLoop(app, app.work, { schedule, dueTimer });
  app.wake = loop.wake;
};
const soon = { timeout: 8_000, interval: 20 };
const state = async (n: number) => (await getTweet(app, alice.user.id, tweets[n]?.id ?? 0)).state;
const taskState = async (id: string) =>
  (await app.db.selectFrom("generation_tasks").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
const ask = (n: number) => ({ userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: null });

it("croner alone, the due timer switched off, runs generations, publishes, lookups and bots", async () => {
  start(false);
  const task = await request(app, { userId: alice.user.id, accountId: null, topic: "tea", webSearch: false });
  await scheduleAt(app, { ...ask(0), executeAt: app.clock.now() + seconds(1) });
  const network = faulty(app.network);
  network.faults = ["lost after"];
  app.network = network;
  await publishNow(app, ask(1)).catch(() => undefined);
  const { id: analysisId } = await analyse(app, alice.user.id, "A booking page for small sailing schools");
  await startBot(app, { userId: alice.user.id, analysisId, account: null });
  await vi.waitFor(async () => {
    const bots = await readBots(app, alice.user.id, [analysisId]);
    expect(bots.get(analysisId)?.nextPostAt).toBeGreaterThan(app.clock.now());
    expect(await taskState(task)).toBe("success");
    expect([await state(0), await state(1)]).toEqual(["published", "published"]);
  }, soon);
});

it("every job of the schedule is one that croner runs by itself", () => {
  expect(schedule.map((job) => job.name)).toEqual(
    expect.arrayContaining(["publish", "generate", "reconcile", "bots", "analyses", "prune"]),
  );
  for (const job of schedule) expect(job.pattern.split(" ")).toHaveLength(6);
});

it("a wake runs what is due without waiting for croner's next second", async () => {
  start(true);
  // Just after a tick the next one is most of a second away.
  await vi.waitFor(() => expect(app.clock.now() % 1000).toBeLessThan(100), { timeout: 2_000, interval: 5 });
  const before = app.clock.now();
  const task = await request(app, { userId: alice.user.id, accountId: null, topic: "tea", webSearch: false });
  await vi.waitFor(async () => expect(await taskState(task)).toBe("success"), { timeout: 5_000, interval: 5 });
  const row = await app.db
    .selectFrom("generation_tasks")
    .select("ended_at")
    .where("id", "=", task)
    .executeTakeFirstOrThrow();
  expect(Math.floor((row.ended_at ?? 0) / 1000)).toBe(Math.floor(before / 1000));
});

it("what falls due while a job looks is not left to croner", async () => {
  let now = 1_000;
  const runs: number[] = [];
  const job = {
    name: "looking",
    pattern: "0 0 0 1 1 *",
    nextAt: (_app: unknown, after: number) => Promise.resolve(after < 1_003 ? 1_003 : null),
    run: () => {
      runs.push(now);
      now += 5;
      return Promise.resolve();
    },
  };
  const clock = { now: () => now, monotonic: () => now, after: () => () => undefined };
  loop = startLoop({ ...app, clock }, app.work, { schedule: [job], dueTimer: true });
  loop.wake();
  await vi.waitFor(() => expect(runs).toEqual([1_000, 1_005]), { timeout: 2_000 });
});

it("a due time that was skipped doesn't delay the timer for the next one", async () => {
  const armed: number[] = [];
  const moments = [900, 1_500];
  const job = {
    name: "looking",
    pattern: "0 0 0 1 1 *",
    nextAt: (_app: unknown, after: number) => Promise.resolve(moments.find((at) => at > after) ?? null),
    run: () => Promise.resolve(),
  };
  const after = (ms: number) => {
    armed.push(ms);
    return () => undefined;
  };
  loop = startLoop({ ...app, clock: { now: () => 1_000, monotonic: () => 0, after } }, app.work, {
    schedule: [job],
    dueTimer: true,
  });
  loop.wake();
  await vi.waitFor(() => expect(armed).toEqual([500]), { timeout: 2_000 });
});

it("turns that end while the jobs are asked have them asked once more, and never twice at once", async () => {
  const ends: (() => void)[] = [];
  const asked: string[] = [];
  let asking = 0;
  let maxAsking = 0;
  const job = (name: string) => ({
    name,
    pattern: "0 0 0 1 1 *",
    nextAt: async () => {
      maxAsking = Math.max(maxAsking, (asking += 1));
      asked.push(name);
      // The other turns end while the first of them has the jobs asked.
      for (const end of ends.splice(0)) end();
      await later();
      await later();
      asking -= 1;
      return null;
    },
    run: () => (name === "first" ? Promise.resolve() : new Promise<void>((resolve) => ends.push(resolve))),
  });
  const jobs = ["first", "second", "third", "fourth"].map(job);
  loop = startLoop(app, app.work, { schedule: jobs, dueTimer: true });
  loop.wake();
  await vi.waitFor(() => expect(asked).toHaveLength(8), { timeout: 2_000 });
  for (let turn = 0; turn < 20; turn += 1) await later();
  expect(asked).toHaveLength(8);
  expect(maxAsking).toBe(1);
});

const counting = (nextAt: number | null) => {
  let count = 0;
  const job = {
    name: "counting",
    pattern: "* * * * * *",
    nextAt: (_app: unknown, after: number) => Promise.resolve(nextAt !== null && nextAt > after ? nextAt : null),
    run: () => Promise.resolve((count += 1)),
  };
  return { job, runs: () => count };
};

async function someTicks(): Promise<void> {
  const from = app.work.lastTickAt() ?? 0;
  await vi.waitFor(() => expect(app.work.lastTickAt()).toBeGreaterThan(from + 2_500), {
    timeout: 20_000,
    interval: 20,
  });
}

it("while nothing is due and nobody writes, the jobs are spared their look; a write ends that within a second", async () => {
  const { job, runs } = counting(null);
  loop = startLoop(app, app.work, { schedule: [job], dueTimer: true });
  await vi.waitFor(() => expect(runs()).toBe(1), soon);
  await someTicks();
  // Once more where the machine was so slow that the longest calm was over.
  expect(runs()).toBeLessThanOrEqual(2);
  const before = runs();
  await setTimezone(app, alice.user.id, "Europe/Berlin");
  await vi.waitFor(() => expect(runs()).toBeGreaterThan(before), { timeout: 4_000, interval: 20 });
});

it("a due job that is blocked is retried every second", async () => {
  const { job, runs } = counting(1);
  loop = startLoop(app, app.work, { schedule: [job], dueTimer: true });
  await someTicks();
  expect(runs()).toBeGreaterThanOrEqual(2);
});

it("a job that breaks is logged and the others go on", async () => {
  const broken = {
    name: "broken",
    pattern: "* * * * * *",
    nextAt: () => Promise.resolve(null),
    run: () => Promise.reject(new Error("boom")),
  };
  loop = startLoop(app, app.work, { schedule: [broken, ...schedule], dueTimer: true });
  app.wake = loop.wake;
  const task = await request(app, { userId: alice.user.id, accountId: null, topic: "tea", webSearch: false });
  await vi.waitFor(async () => expect(await taskState(task)).toBe("success"), soon);
  expect(app.logged).toContainEqual(expect.objectContaining({ msg: "a job failed", job: "broken" }));
});

it("told to stop, it begins nothing more and puts a running generation back", async () => {
  let asked = () => {};
  const started = new Promise<void>((resolve) => (asked = resolve));
  app.ai = {
    ...app.ai,
    writeTweets: ({ signal }) =>
      new Promise((_resolve, reject) => {
        asked();
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      }),
  };
  start(true);
  const task = await request(app, { userId: alice.user.id, accountId: null, topic: "tea", webSearch: false });
  await started;
  app.work.stop();
  await loop?.stop();
  await app.work.drained();
  expect(await taskState(task)).toBe("queued");
  const row = await app.db
    .selectFrom("generation_tasks")
    .select("attempts")
    .where("id", "=", task)
    .executeTakeFirstOrThrow();
  expect(row.attempts).toBe(0);
});

it("asks nothing more once it has stopped, at whatever point it is stopped", async () => {
  for (let turns = 0; turns < 12; turns++) {
    const closing = await createTestApp();
    const stopping = startLoop(closing, closing.work, { schedule, dueTimer: true });
    stopping.wake();
    for (let turn = 0; turn < turns; turn++) await later();
    await stopping.stop();
    await closing.close();
    await later();
    await later();
    expect(closing.logged.filter(({ level }) => level === "error")).toEqual([]);
  }
});
