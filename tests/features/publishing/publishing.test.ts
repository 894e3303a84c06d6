// Publishing: claimed once, concluded by token, never simply sent again.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hours, minutes, seconds } from "~/duration";
import type { Account } from "~/features/accounts/account";
import { setTimezone } from "~/features/users/users.server";
import {
  addToTimeline,
  publishDue,
  publishNow,
  reconcileDue,
  rescueOpenSends,
  scheduleAt,
  takeOff,
  unlink,
} from "~/features/publishing/publishing.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import type { PostAnswer } from "~/ports/network/port";
import { createTestApp, type TestApp } from "~tests/support/app";
import { faulty, type FaultyNetwork } from "~tests/support/faulty-network";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/make";

let app: TestApp;
let alice: Person;
let account: Account;
let tweets: Tweet[];
let network: FaultyNetwork;

beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
  account = await linkAccount(app, alice, "alice_x");
  tweets = await makeBatch(app, alice, account);
  network = faulty(app.network);
  app.network = network;
});
afterEach(() => app?.close());

const ask = (n: number) => ({ userId: alice.user.id, tweetId: tweets[n]?.id ?? 0, account: null });
const now = (n: number) => publishNow(app, ask(n));
const schedule = (n: number) => addToTimeline(app, { ...ask(n), timeZone: "Europe/Berlin", stored: "UTC" });
const read = (n: number) => getTweet(app, alice.user.id, tweets[n]?.id ?? 0);
const pass = async () => {
  const { begun, settled } = await publishDue(app);
  await settled;
  return begun;
};
const answered = (status: number, body: unknown, headers: Record<string, string> = {}): PostAnswer => ({
  kind: "answered",
  status,
  headers,
  body,
});
const attempts = (n: number) =>
  app.db
    .selectFrom("attempts")
    .selectAll()
    .where("tweet_id", "=", tweets[n]?.id ?? 0)
    .orderBy("attempt_no")
    .execute();

describe("Post Now", () => {
  it("publishes and says where and when", async () => {
    const tweet = await now(0);
    expect(tweet).toMatchObject({ state: "published", publishType: "immediate", errorCode: null });
    expect(tweet.postId).toMatch(/^\d+$/);
    expect(network.accepted).toEqual([tweets[0]?.content]);
  });

  it("posts once for twenty clicks at once", async () => {
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => now(0)));
    expect(ends.filter((end) => end.status === "fulfilled")).toHaveLength(1);
    for (const end of ends) if (end.status === "rejected") expect(end.reason).toMatchObject({ code: "conflict" });
    expect(network.handed).toHaveLength(1);
  });

  it("has its attempt on disk before the network is called", async () => {
    let release = () => {};
    network.hold = new Promise((resolve) => (release = resolve));
    const sending = now(0);
    while (network.handed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await attempts(0)).toMatchObject([{ attempt_no: 1, outcome: "sending" }]);
    release();
    await sending;
    expect(await attempts(0)).toMatchObject([{ attempt_no: 1, outcome: "published" }]);
  });

  it("fails with the reason when the network refuses, queues nothing, and may be posted again", async () => {
    network.faults = [answered(403, { title: "Forbidden", detail: "You are not permitted to perform this action." })];
    await expect(now(0)).rejects.toMatchObject({ code: "network_refused" });
    expect(await read(0)).toMatchObject({ state: "failed", errorCode: "not_permitted" });
    app.clock.advance(hours(12));
    expect(await pass()).toBe(0);
    await expect(now(0)).resolves.toMatchObject({ state: "published" });
  });

  it("says until when the rate limit lasts, in the person's zone", async () => {
    await setTimezone(app, alice.user.id, "Europe/Berlin");
    const reset = String(Math.floor((app.clock.now() + minutes(7)) / 1000));
    const headers = { "x-rate-limit-remaining": "0", "x-rate-limit-reset": reset };
    network.faults = [answered(429, { title: "Too Many Requests" }, headers)];
    await expect(now(0)).rejects.toMatchObject({ code: "network_limited", retryAfterSeconds: 420 });
    expect((await read(0)).error).toBe("X's rate limit is reached. Post again after 11:26 in Berlin.");
  });

  it("stays publishing when the answer is lost, and is found by reading the account's posts", async () => {
    network.faults = ["lost after"];
    await expect(now(0)).rejects.toMatchObject({ code: "timeout" });
    expect(await read(0)).toMatchObject({ state: "unknown" });
    await expect(now(0)).rejects.toMatchObject({ code: "conflict" });
    await reconcileDue(app);
    expect(network.reads).toBe(0);
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    expect(await read(0)).toMatchObject({ state: "published" });
    expect(network.accepted).toHaveLength(1);
  });

  it("sends once more only after two looks without it", async () => {
    network.faults = ["lost before"];
    await expect(now(0)).rejects.toMatchObject({ code: "timeout" });
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    expect(await pass()).toBe(0);
    expect(await read(0)).toMatchObject({ state: "unknown" });
    app.clock.advance(seconds(179));
    await reconcileDue(app);
    expect(network.reads).toBe(1);
    app.clock.advance(seconds(1));
    await reconcileDue(app);
    expect(network.reads).toBe(2);
    expect(await pass()).toBe(1);
    expect(await read(0)).toMatchObject({ state: "published", publishType: "immediate" });
    expect((await attempts(0)).map((attempt) => attempt.outcome)).toEqual(["absent", "published"]);
    expect(network.accepted).toHaveLength(1);
  });

  it("never sends while the posts can't be read", async () => {
    network.faults = ["lost before"];
    await expect(now(0)).rejects.toBeDefined();
    network.unreadable = true;
    for (let hour = 0; hour < 24; hour++) {
      app.clock.advance(hours(1));
      await reconcileDue(app);
      await pass();
    }
    expect(network.handed).toHaveLength(1);
    expect(await read(0)).toMatchObject({ state: "unknown" });
  });

  it("looks a duplicate up before it calls it failed: it may be our own post", async () => {
    network.faults = ["lost after"];
    await expect(now(0)).rejects.toBeDefined();
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    const duplicate = { title: "Forbidden", detail: "You are not allowed to create a Tweet with duplicate content." };
    network.faults = [answered(403, duplicate)];
    await expect(now(1)).rejects.toMatchObject({ code: "timeout" });
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    app.clock.advance(seconds(180));
    await reconcileDue(app);
    expect(await read(1)).toMatchObject({ state: "failed", errorCode: "duplicate" });
  });

  it("refuses without an account, with a stranger's tweet, and when the server stops or is not the publisher", async () => {
    const bob = await makePerson(app, "bob");
    await expect(publishNow(app, { ...ask(0), userId: bob.user.id })).rejects.toMatchObject({ code: "not_found" });
    const [own] = await makeBatch(app, bob, null, "cycling");
    const bobs = { userId: bob.user.id, tweetId: own?.id ?? 0, account: null };
    await expect(publishNow(app, bobs)).rejects.toMatchObject({ code: "no_account" });
    app.work.setPublisher(false);
    await expect(now(0)).rejects.toMatchObject({ code: "not_the_publisher" });
    app.work.setPublisher(true);
    app.work.stop();
    await expect(now(0)).rejects.toMatchObject({ code: "shutting_down" });
    expect(network.handed).toEqual([]);
  });
});

describe("the timeline", () => {
  it("sends at the moment drawn, not before", async () => {
    const { executeAt } = await schedule(0);
    expect(executeAt - app.clock.now()).toBeGreaterThanOrEqual(hours(4));
    app.clock.set(executeAt - 1);
    expect(await pass()).toBe(0);
    app.clock.set(executeAt);
    expect(await pass()).toBe(1);
    expect(await read(0)).toMatchObject({ state: "published", publishType: "scheduled", dueAt: executeAt });
  });

  it("sends an account's tweets in the order they are due, a minute apart at least", async () => {
    const start = app.clock.now() + hours(1);
    for (const [n, offset] of [
      [0, 20],
      [1, 0],
      [2, 10],
    ] as const)
      await scheduleAt(app, { ...ask(n), executeAt: start + seconds(offset), timeZone: "UTC" });
    app.clock.set(start + seconds(30));
    expect(await pass()).toBe(1);
    expect(await pass()).toBe(0);
    app.clock.advance(seconds(60));
    expect(await pass()).toBe(1);
    app.clock.advance(seconds(60));
    expect(await pass()).toBe(1);
    expect(network.accepted).toEqual([1, 2, 0].map((n) => tweets[n]?.content));
  });

  it("keeps a tweet that surely wasn't sent, and tries later and later", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    network.faults = ["not sent", "not sent"];
    await pass();
    const first = (await read(0)).dueAt ?? 0;
    expect(first - executeAt).toBeGreaterThanOrEqual(seconds(24));
    app.clock.set(first + minutes(1));
    await pass();
    expect(await read(0)).toMatchObject({ state: "scheduled" });
    app.clock.advance(minutes(3));
    await pass();
    expect(await read(0)).toMatchObject({ state: "published" });
    expect((await attempts(0)).map((attempt) => attempt.outcome)).toEqual(["not_sent", "not_sent", "published"]);
  });

  it("waits for the rate limit without spending an attempt, and holds the account's other tweets", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    const reset = Math.floor(executeAt / 1000) + 600;
    network.faults = [answered(429, {}, { "x-rate-limit-remaining": "0", "x-rate-limit-reset": String(reset) })];
    await pass();
    const kept = await read(0);
    expect(kept).toMatchObject({ state: "scheduled" });
    expect(kept.dueAt).toBeGreaterThanOrEqual(reset * 1000);
    const row = await app.db
      .selectFrom("tweets")
      .select("attempts")
      .where("id", "=", kept.id)
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(0);
    app.clock.set((kept.dueAt ?? 0) + seconds(1));
    await pass();
    expect(await read(0)).toMatchObject({ state: "published" });
  });

  it("pauses the account when the credits are gone, and keeps the tweet", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    network.faults = [answered(402, { title: "CreditsDepleted", type: "https://api.twitter.com/2/problems/credits" })];
    await pass();
    expect(await read(0)).toMatchObject({ state: "scheduled" });
    const row = await app.db.selectFrom("accounts").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: "paused", paused_by: "network" });
    app.clock.advance(hours(24));
    expect(await pass()).toBe(0);
  });

  it("asks to reconnect only after a second refusal, ten minutes later", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    network.faults = [answered(401, { title: "Unauthorized" }), answered(401, { title: "Unauthorized" })];
    await pass();
    const status = () => app.db.selectFrom("accounts").select("status").executeTakeFirstOrThrow();
    expect(await status()).toMatchObject({ status: "active" });
    app.clock.advance(minutes(10));
    await pass();
    expect(await status()).toMatchObject({ status: "reconnect" });
    expect(await read(0)).toMatchObject({ state: "scheduled" });
  });

  it("draws again on a scheduled tweet, and takes it off", async () => {
    const first = await schedule(0);
    const second = await schedule(0);
    expect(second.executeAt).not.toBe(first.executeAt);
    expect(await takeOff(app, ask(0))).toMatchObject({ state: "pending", dueAt: null, publishType: null });
    await expect(takeOff(app, ask(0))).rejects.toMatchObject({ code: "conflict" });
    app.clock.set(second.executeAt);
    expect(await pass()).toBe(0);
  });

  it("goes back to pending when its account is unlinked", async () => {
    await schedule(0);
    await now(1);
    await unlink(app, alice.user.id, account.networkUserId);
    expect(await read(0)).toMatchObject({ state: "pending" });
    expect(await read(1)).toMatchObject({ state: "published" });
    await expect(schedule(0)).rejects.toMatchObject({ code: "no_account" });
  });
});

describe("after a crash", () => {
  it("a send left open becomes unknown and is looked up, not sent", async () => {
    const { executeAt } = await schedule(0);
    app.clock.set(executeAt);
    // The network has the post; the process ends before anything is written.
    network.faults = ["lost after"];
    const dying = { ...app, db: app.db };
    const { settled } = await publishDue(dying);
    await settled;
    const id = tweets[0]?.id ?? 0;
    await app.db.updateTable("tweets").set({ state: "publishing" }).where("id", "=", id).execute();
    await app.db
      .updateTable("attempts")
      .set({ outcome: "sending", ended_at: null })
      .where("tweet_id", "=", id)
      .execute();
    expect(await rescueOpenSends(app)).toBe(1);
    expect(await pass()).toBe(0);
    app.clock.advance(seconds(120));
    await reconcileDue(app);
    expect(await read(0)).toMatchObject({ state: "published" });
    expect(network.accepted).toHaveLength(1);
  });

  it("a conclusion that comes after somebody else decided writes nothing", async () => {
    let release = () => {};
    network.hold = new Promise((resolve) => (release = resolve));
    const sending = now(0);
    while (network.handed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await app.db
      .updateTable("tweets")
      .set({ lease_token: "another holder" })
      .where("id", "=", tweets[0]?.id ?? 0)
      .execute();
    release();
    await sending.catch(() => undefined);
    expect(await read(0)).toMatchObject({ state: "publishing" });
    expect(await attempts(0)).toMatchObject([{ outcome: "sending" }]);
  });
});
