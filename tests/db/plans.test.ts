// No hot statement reads a whole table: the plans of everything that the verbs really run, on a database of some age.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { days, hours, minutes } from "~/duration";
import type { Account } from "~/features/accounts/account";
import { findServingAccount, listAccounts } from "~/features/accounts/accounts.server";
import {
  getBatch,
  getTask,
  listBatches,
  nextTaskAt,
  request,
  rescue,
  runQueued,
} from "~/features/generation/generation.server";
import * as publishing from "~/features/publishing/publishing.server";
import { loadWeek } from "~/features/timeline/timeline.server";
import { getTweet, listDrafts, listHistory } from "~/features/tweets/tweets.server";
import {
  closeSession,
  findSessionUser,
  findUserByKey,
  issueKey,
  openSession,
  pruneSessions,
} from "~/features/users/users.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/make";
import { type Listener, listen, planOf } from "~tests/support/sim-statements";
import { grow } from "~tests/support/sim-volume";

let app: TestApp;
let alice: Person;
let account: Account;
let network: FaultyNetwork;
let listener: Listener;

beforeAll(async () => {
  listener = listen();
  app = await createTestApp({ env: { DAILY_POST_LIMIT: "5000", DAILY_SPEND_LIMIT: "5000" } });
  alice = await makePerson(app, "alice");
  account = await linkAccount(app, alice, "alice_x");
  await makeBatch(app, alice, account);
  network = faulty(app.network);
  app.network = network;
  const [heard] = listener.take();
  if (heard) grow(heard.database, { userId: alice.user.id, accountId: account.id, now: app.clock.now() });
});
afterAll(async () => {
  listener?.stop();
  await app?.close();
});

/**
 * What may be read from end to end: rows that a subquery has just found by an index.
 */
const harmless = [/^SCAN \(subquery-\d+\)$/, /^SCAN CONSTANT ROW$/];

/** The statements of one verb whose plans have a SCAN in them. */
async function scansOf(verb: () => Promise<unknown>): Promise<string[]> {
  listener.take();
  await verb();
  const heard = listener.take().filter(({ text }) => /^\s*(select|update|insert|delete|with)\b/i.test(text));
  expect(heard.length, "statements heard").toBeGreaterThan(0);
  return heard.flatMap((statement) =>
    planOf(statement)
      .filter((line) => line.startsWith("SCAN ") && !harmless.some((pattern) => pattern.test(line)))
      .map((line) => `${line}: ${statement.text.replace(/\s+/g, " ").trim()}`),
  );
}

const one = async (state: string) =>
  (
    await app.db
      .selectFrom("tweets")
      .select("id")
      .where("user_id", "=", alice.user.id)
      .where("state", "=", state as "pending")
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;
const ask = async (state: string) => ({ userId: alice.user.id, tweetId: await one(state), account: null });
const pass = async () => (await publishing.publishDue(app)).settled;
const session = { id: "" };
const taskId = async () =>
  (
    await app.db
      .selectFrom("generation_tasks")
      .select("id")
      .where("batch_id", "is not", null)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id;

const hot: Record<string, () => Promise<unknown>> = {
  "publishing with nothing due": pass,
  "the next due moments": () => Promise.all([publishing.nextPublishAt(app), nextTaskAt(app)]),
  "adding to the timeline, with the guard against repeats": async () =>
    publishing.addToTimeline(app, { ...(await ask("pending")), timeZone: "UTC", stored: "UTC" }),
  "an exact moment": async () =>
    publishing.scheduleAt(app, { ...(await ask("pending")), executeAt: app.clock.now() + minutes(1), timeZone: "UTC" }),
  "taking off": async () => publishing.takeOff(app, await ask("scheduled")),
  "posting now": async () => publishing.publishNow(app, await ask("pending")),
  "publishing what is due, with counts and sums of the day": async () => {
    app.clock.advance(hours(1));
    await pass();
  },
  "a lost answer": async () => {
    network.faults = ["lost after"];
    await publishing.publishNow(app, await ask("pending")).catch(() => undefined);
  },
  "reading the posts": async () => {
    app.clock.advance(minutes(3));
    await publishing.reconcileDue(app);
  },
  "reading the posts in vain, and asking": async () => {
    network.unreadable = true;
    for (let look = 0; look < 4; look += 1) {
      app.clock.advance(minutes(20));
      await publishing.reconcileDue(app);
    }
    network.unreadable = false;
  },
  "the rescue at start": () => publishing.rescueOpenSends(app),
  "the rescue of generations": () => rescue(app),
  "asking for tweets, and generating them": async () => {
    await request(app, { userId: alice.user.id, accountId: account.id, topic: "tea", webSearch: false });
    await (
      await runQueued(app)
    ).settled;
  },
  "a task and its batch": async () => {
    const task = await getTask(app, await taskId(), alice.user.id);
    if (task.batchId) await getBatch(app, task.batchId, null);
  },
  "a person's batches": () => listBatches(app, alice.user.id, 8),
  "a tweet": async () => getTweet(app, alice.user.id, await one("published")),
  "a tweet's journal": async () => publishing.readJournal(app, await one("published")),
  "an account's history": () => listHistory(app, account.id, { limit: 200 }),
  "an account's history, on from a tweet": () => listHistory(app, account.id, { limit: 200, before: 5_000 }),
  "an account's week": () => loadWeek(app, { accountId: account.id, offset: 0, timeZone: "UTC" }),
  drafts: () => listDrafts(app, alice.user.id, 20),
  "the next tweet of a person": () => publishing.nextTweetAt(app, alice.user.id),
  "what needs attention": async () =>
    publishing.readAttention(app, alice.user.id, await listAccounts(app, alice.user.id)),
  "what the day has cost": () => publishing.readDayOf(app, account, "UTC"),
  "the accounts of a person": () => findServingAccount(app, alice.user.id, null),
  "opening a session": async () => (session.id = await openSession(app, alice.user.id)),
  "a session": () => findSessionUser(app, session.id),
  "an API key": async () => findUserByKey(app, await issueKey(app, alice.user.id, session.id)),
  "signing out": () => closeSession(app, session.id),
  "pruning sessions": async () => {
    app.clock.advance(days(31));
    await pruneSessions(app);
  },
  "pausing and resuming an account": async () => {
    await publishing.pauseAccount(app, alice.user.id, account.networkUserId);
    await publishing.resumeAccount(app, alice.user.id, account.networkUserId);
  },
};

describe("no whole table is read by", () => {
  it.each(Object.keys(hot))("%s", async (name) => {
    expect(await scansOf(hot[name] ?? (() => Promise.reject(new Error("no verb"))))).toEqual([]);
  });
});

it("a statement that reads a whole table would be noticed", async () => {
  const all = () => app.db.selectFrom("tweets").select("id").where("content", "like", "%tea%").execute();
  expect(await scansOf(all)).toHaveLength(1);
});
