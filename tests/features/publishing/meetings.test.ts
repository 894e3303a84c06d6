// What wrong changes to publishing showed that nobody noticed: mostly where two tweets, accounts or moments meet.
import { expect, it, vi } from "vitest";
import { sql } from "kysely";
import { hours, minutes, seconds, days } from "~/ground/time/duration";
import { findAccountRow, listAccounts, openTokens } from "~/features/accounts/accounts.server";
import { nextTweet } from "~/features/publishing/publishing.server";
import * as scheduling from "~/features/scheduling/scheduling.server";
import * as p from "~/features/publishing/publishing.server";
import { judge } from "~/features/publishing/rules/outcome";
import { answered } from "~tests/support/fakes/faulty-network";
import { linkAccount } from "~tests/support/people/make";
import { app, ask, network, now, pass, read, setStage, tweets, alice, account } from "./stage";
import { inTransaction } from "~db/database.server";

setStage({ alone: true });
const at = (n: number, executeAt: number) => scheduling.scheduleAt(app, { ...ask(n), executeAt });
const tokens = async () => openTokens(app, (await findAccountRow(app.db, account.id))!);
const post = async (text: string) =>
  network.post(await tokens(), { text, timeoutMs: 1000, signal: new AbortController().signal });

it("what went out after a backup was taken is found once that is restored, however long ago it was", async () => {
  const takenAt = app.clock.now();
  await at(0, takenAt + hours(1));
  app.clock.advance(hours(1));
  await post(tweets[0]!.content);
  app.clock.advance(days(2));
  await inTransaction(app.db, (trx) =>
    p.markScheduledUnknown(trx, { takenAt, now: app.clock.now(), settleAfterMs: minutes(2) }),
  );
  app.clock.advance(minutes(3));
  await p.reconcileDue(app);
  expect(await read(0)).toMatchObject({ state: "published", publishedAt: takenAt + hours(1) });
});

it("an account that must be connected again can't be paused out of that", async () => {
  await app.db.updateTable("accounts").set({ status: "reconnect", status_reason: "Connect again." }).execute();
  await p.pauseAccount(app, alice.user.id, account.networkUserId);
  await expect(p.resumeAccount(app, alice.user.id, account.networkUserId)).rejects.toMatchObject({
    code: "account_reconnect",
  });
});

it("what one pass begins counts towards its person's share of the day at once", async () => {
  const second = await linkAccount(app, alice, "alice_y");
  app.config.dailySpendLimit = 0.02;
  await at(0, app.clock.now() + minutes(1));
  await scheduling.scheduleAt(app, {
    ...ask(1),
    account: second.networkUserId,
    executeAt: app.clock.now() + minutes(1),
  });
  app.clock.advance(minutes(1));
  expect(await pass()).toBe(1);
  expect((await read(1)).momentReason).toContain("You’ve used your $0.02 share of this server’s $0.02 for today.");
  expect(network.handed).toHaveLength(1);
});

it("a pass that only puts off wakes the loop, since the account's next tweet may stand behind", async () => {
  await at(0, app.clock.now() + minutes(1));
  app.clock.step(hours(6));
  const wake = vi.spyOn(app, "wake");
  expect(await pass()).toBe(0);
  expect(wake).toHaveBeenCalled();
});

it("a tweet counts as late only a quarter of an hour after its moment", async () => {
  await at(0, app.clock.now() + minutes(1));
  app.clock.advance(minutes(2));
  expect(await p.countQueue(app)).toMatchObject({ due: 1, late: 0 });
  app.clock.advance(minutes(15));
  expect(await p.countQueue(app)).toMatchObject({ due: 1, late: 1 });
});

it("what is said to be out after a restore is out by now, not at a moment yet to come", async () => {
  const start = app.clock.now();
  await at(0, start + hours(5));
  await inTransaction(app.db, (trx) =>
    p.markScheduledUnknown(trx, { takenAt: start, now: start, settleAfterMs: minutes(2) }),
  );
  network.unreadable = true;
  for (let look = 0; look < 4; look++) {
    app.clock.advance(minutes(5));
    await p.reconcileDue(app);
  }
  const said = await p.resolve(app, { ...ask(0), published: true });
  expect(said).toMatchObject({ state: "published", publishedAt: app.clock.now() });
});

it("Post Now keeps no gap from the account's scheduled tweets", async () => {
  await at(1, app.clock.now() + seconds(5));
  await now(0);
  app.clock.advance(seconds(5));
  expect(await pass()).toBe(1);
});

it("a machine asleep between claim and send, as only the wall clock tells, takes the tweet back unsent", async () => {
  await at(0, app.clock.now());
  app.clock.step(-100);
  const { done } = await p.publishDue(app);
  app.clock.step(minutes(1));
  app.clock.advance(seconds(1));
  await done;
  expect(network.handed).toEqual([]);
  expect(await read(0)).toMatchObject({ state: "scheduled" });
});

it("a tweet that says the same as one whose answer is lost is refused", async () => {
  network.faults = ["lost before"];
  await expect(now(0)).rejects.toMatchObject({ code: "timeout" });
  const duplicate = await p.writeTweet(app, { userId: alice.user.id, content: tweets[0]!.content, account: null });
  await expect(p.publishNow(app, { ...ask(0), tweetId: duplicate.id })).rejects.toMatchObject({ code: "duplicate" });
});

it("a tweet withdrawn while its answer is lost is pending once it is not found", async () => {
  await at(0, app.clock.now() + minutes(1));
  app.clock.advance(minutes(1));
  network.faults = ["lost before"];
  await pass();
  expect((await read(0)).state).toBe("unknown");
  const by = { tweetIds: [ask(0).tweetId], now: app.clock.now(), reason: "The bot was stopped." };
  await app.db.transaction().execute((trx) => p.unscheduleTweets(trx, by));
  for (let look = 0; look < 3; look++) {
    app.clock.advance(minutes(10));
    await p.reconcileDue(app);
  }
  expect((await read(0)).state).toBe("pending");
});

it("what must be reconnected and what is held are counted apart", async () => {
  await app.db.updateTable("accounts").set({ status: "reconnect", status_reason: "Connect again." }).execute();
  expect(await p.readAttention(app, alice.user.id, await listAccounts(app, alice.user.id))).toMatchObject({
    reconnect: 1,
    blocked: 0,
  });
});

it("a scheduled tweet can't be edited into another that is scheduled", async () => {
  await at(0, app.clock.now() + hours(1));
  await at(1, app.clock.now() + hours(2));
  const edit = { userId: alice.user.id, tweetId: ask(1).tweetId, content: tweets[0]!.content };
  await expect(p.editTweet(app, edit)).rejects.toMatchObject({ code: "duplicate" });
});

it("a person who waits is told what became of a send that somebody else concluded", async () => {
  let release = () => {};
  network.hold = new Promise<void>((resolve) => (release = resolve));
  const posting = now(0);
  await vi.waitFor(() => expect(network.handed).toHaveLength(1));
  await app.db.updateTable("tweets").set({ lease_token: "another" }).where("id", "=", ask(0).tweetId).execute();
  release();
  await expect(posting).resolves.toMatchObject({ state: "publishing" });
});

it("off the timeline the tries that failed are forgotten", async () => {
  await at(0, app.clock.now() + minutes(1));
  app.clock.advance(minutes(1));
  network.faults = ["not sent"];
  await pass();
  await scheduling.unschedule(app, ask(0));
  const row = await app.db.selectFrom("tweets").select("attempts").where("id", "=", ask(0).tweetId).executeTakeFirst();
  expect(row?.attempts).toBe(0);
});

it("code 186 means too long, whatever words come with it", () => {
  const body = { errors: [{ code: 186, message: "Tweet needs to be a bit shorter." }] };
  expect(judge(answered(403, body), 0)).toMatchObject({ kind: "refused", code: "too_long" });
});

it("a prune that is told to stop ends after the batch in hand", async () => {
  await now(0);
  await sql`insert into attempts (tweet_id, attempt_no, lease_token, text_hash, price_micros, started_at, settle_at, outcome)
    select ${ask(0).tweetId}, value + 1, 'token ' || value, 'hash', 0, 0, 0, 'published' from generate_series(1, 501)`
    .execute(app.db)
    .catch(async () => {
      const rows = Array.from({ length: 501 }, (_, n) => ({
        tweet_id: ask(0).tweetId,
        attempt_no: n + 2,
        lease_token: `token ${n}`,
        text_hash: "hash",
        price_micros: 0,
        started_at: 0,
        settle_at: 0,
        outcome: "published" as const,
      }));
      for (const row of rows) await app.db.insertInto("attempts").values(row).execute();
    });
  app.clock.advance(days(200));
  app.work.stop();
  expect(await p.pruneAttempts(app)).toBe(500);
});

it("an older post of the same words is not taken for the lost one, though another's reading reaches back to it", async () => {
  network.unreadable = true;
  network.faults = ["lost before"];
  await expect(now(0)).rejects.toMatchObject({ code: "timeout" });
  await post(tweets[1]!.content);
  app.clock.advance(hours(2));
  network.faults = ["lost before"];
  await expect(now(1)).rejects.toMatchObject({ code: "timeout" });
  network.unreadable = false;
  for (let look = 0; look < 3; look++) {
    app.clock.advance(minutes(10));
    await p.reconcileDue(app);
  }
  expect((await read(1)).state).not.toBe("published");
});

it("the account whose lost answer has waited longest is read first", async () => {
  const second = await linkAccount(app, alice, "alice_y");
  network.faults = ["lost before", "lost before"];
  await expect(p.publishNow(app, { ...ask(0), account: second.networkUserId })).rejects.toMatchObject({
    code: "timeout",
  });
  app.clock.advance(minutes(1));
  await expect(p.publishNow(app, { ...ask(1), account: account.networkUserId })).rejects.toMatchObject({
    code: "timeout",
  });
  const read: string[] = [];
  const { listPosts } = network;
  network.listPosts = (by, what) => {
    read.push(what.networkUserId);
    return listPosts(by, what);
  };
  app.clock.advance(minutes(10));
  expect(await p.reconcileDue(app)).toBe(2);
  expect(read).toEqual([second.networkUserId, account.networkUserId]);
});

it("a paused account hides its own next tweet, not another account's", async () => {
  const second = await linkAccount(app, alice, "alice_y");
  await at(0, app.clock.now() + hours(1));
  await scheduling.scheduleAt(app, { ...ask(1), account: second.networkUserId, executeAt: app.clock.now() + hours(2) });
  await p.pauseAccount(app, alice.user.id, account.networkUserId);
  expect(await nextTweet(app, alice.user.id)).toMatchObject({ id: ask(1).tweetId });
});
