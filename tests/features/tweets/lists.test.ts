// The lists of tweets: whose, in which states, in which order, from when to when and how many; and one on the wire.
import { expect, it } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { listAccounts } from "~/features/accounts/accounts.server";
import { findDuplicate } from "~/features/publishing/store/tweets.server";
import { fingerprint } from "~/features/tweets/text";
import {
  insertTweet,
  insertTweets,
  listBatchTweets,
  listEarlier,
  findDuplicates,
  getTweet,
  listHistory,
  listPlaced,
  listUnsent,
  type NewTweet,
  toApi,
} from "~/features/tweets/tweets.server";
import { makeWorld, start, states, type World } from "../publishing/world";

const names = (tweets: readonly ({ content: string } | string)[]) =>
  tweets.map((tweet) => (typeof tweet === "string" ? tweet : tweet.content).split(":")[0]);
const long = start - hours(99);

it("what an account has on its way or out is its own, the newest id first", async () => {
  const { app, account, id } = await makeWorld();
  const own = account.own.id;
  const all = ["own failed", "own published", "own asked", "own unknown", "own publishing", "own scheduled"];
  expect(names(await listHistory(app, own, { limit: 99 }))).toEqual(all);
  expect(names(await listHistory(app, own, { limit: 2 }))).toEqual(all.slice(0, 2));
  expect(names(await listHistory(app, own, { limit: 99, before: id("published") }))).toEqual(all.slice(2));
  const span = { limit: 99, from: start - minutes(5), to: start + hours(2) };
  expect(names(await listHistory(app, own, span))).toEqual(["own asked", "own unknown", "own publishing"]);
  expect(names(await listHistory(app, own, { ...span, to: start + hours(2) + 1 }))).toHaveLength(4);
  expect(names(await listHistory(app, own, { ...span, from: span.from + 1 }))).toEqual(["own publishing"]);
  expect(names(await listPlaced(app, own, span))).toEqual(["own asked", "own unknown", "own publishing"]);
  expect(names(await listPlaced(app, own, { ...span, limit: 1 }))).toEqual(["own asked"]);
  expect(names(await listPlaced(app, own, { ...span, to: start + hours(2) + 1 }))).toHaveLength(4);
  expect(await listPlaced(app, own, { ...span, from: start })).toEqual([
    { id: id("publishing"), state: "publishing", content: "own publishing: words of its own", at: start },
  ]);
  expect(names(await listPlaced(app, own, { limit: 99, from: long, to: start + hours(9) }))).toEqual(all);
});

it("what the person said before is of all their accounts, the latest first, and nothing that is not out or under way", async () => {
  const { app, id } = await makeWorld();
  const later = start - minutes(1);
  await app.db.updateTable("tweets").set({ published_at: later }).where("id", "=", id("published", "main")).execute();
  const said = names(await listEarlier(app, "alice", long, 99));
  expect(said.slice(0, 5).toSorted()).toEqual(
    ["main scheduled", "own scheduled", "main publishing", "own publishing", "main published"].toSorted(),
  );
  expect(said[4]).toBe("main published");
  expect(said.at(-1)).toBe("own published");
  expect(said).toHaveLength(10);
  expect(names(await listEarlier(app, "alice", long, 3))).toEqual(said.slice(0, 3));
  expect(names(await listEarlier(app, "alice", later, 99))).toEqual(said.slice(0, 5));
  expect(names(await listEarlier(app, "alice", later + 1, 99))).toEqual(said.slice(0, 4));
});

it.each(states)(
  "what says the same as a tweet that is %s is taken only where that is out or under way",
  async (state) => {
    const { app, id } = await makeWorld();
    const print = fingerprint((await getTweet(app, "alice", id(state))).content);
    const counts = !["pending", "failed"].includes(state);
    const placed = {
      pending: 0,
      failed: 0,
      published: start - hours(1),
      scheduled: start + hours(2),
      publishing: start,
    };
    const at = (placed as Record<string, number>)[state] ?? start - minutes(5);
    const taken = async (userId: string, prints: string[], since: number) => [
      ...(await findDuplicates(app, userId, prints, since)),
    ];
    expect(await taken("alice", ["another", print], at)).toEqual(counts ? [print] : []);
    expect(await taken("alice", [print], at + 1)).toEqual([]);
    expect(await taken("alice", ["another"], long)).toEqual([]);
    expect(await taken("bob", [print], long)).toEqual([]);
    const duplicate = (more: object) =>
      findDuplicate(app.db, { userId: "alice", tweetId: 0, threadId: null, fingerprint: print, since: at, ...more });
    expect(await duplicate({})).toEqual(counts ? { at, username: "own", state: expect.any(String) as string } : null);
    for (const other of [{ userId: "bob" }, { tweetId: id(state) }, { fingerprint: "another" }, { since: at + 1 }])
      expect(await duplicate(counts ? other : {})).toBeNull();
  },
);

it("what is not sent is the person's, what is pending and what failed, in pages both ways", async () => {
  const { app, id } = await makeWorld();
  const page = async (from: number | null, size = 2) => {
    const { tweets, ...rest } = await listUnsent(app, "alice", { from, size });
    return { tweets: names(tweets), ...rest };
  };
  const first = { tweets: ["own failed", "own pending"], older: id("pending"), newer: null };
  expect(await page(null)).toEqual(first);
  const last = { tweets: ["main failed", "main pending"], older: null };
  expect(await page(id("pending"))).toEqual({ ...last, newer: "first" });
  expect(await page(id("pending"), 1)).toEqual({
    tweets: ["main failed"],
    older: id("failed", "main"),
    newer: id("failed"),
  });
  expect(await page(id("failed", "main"), 1)).toMatchObject({
    tweets: ["main pending"],
    older: null,
    newer: id("pending"),
  });
  expect(await page(id("pending", "main"))).toEqual(first);
  expect(await page(null, 4)).toMatchObject({ older: null, newer: null });
});

const text = (content: string, more: Partial<NewTweet> = {}): NewTweet => ({
  userId: "alice",
  accountId: null,
  accountIsOwn: false,
  batchId: null,
  position: 0,
  origin: "generated",
  content,
  fingerprint: fingerprint(content),
  now: start,
  ...more,
});

it("a batch is in the order it was written, of that batch alone", async () => {
  const { app, account } = await makeWorld({ tweets: false });
  for (const id of ["a", "b"])
    await app.db
      .insertInto("batches")
      .values({
        id,
        user_id: "alice",
        topic: "-",
        web_search: 0,
        writer: "demo",
        model: "-",
        sources: "[]",
        input_tokens: 0,
        output_tokens: 0,
        created_at: start,
      })
      .execute();
  await insertTweets(app.db, []);
  await insertTweets(app.db, [
    text("second", { batchId: "a", position: 1 }),
    text("first", { batchId: "a" }),
    text("other", { batchId: "b" }),
  ]);
  expect(names(await listBatchTweets(app, "a"))).toEqual(["first", "second"]);
  const id = await insertTweet(
    app.db,
    text("named", { accountId: account.own.id, accountIsOwn: true, origin: "bot", position: 3 }),
  );
  expect(await getTweet(app, "alice", id)).toMatchObject({
    origin: "bot",
    state: "pending",
    ownAccountId: account.own.id,
    createdAt: start,
  });
  const row = await app.db.selectFrom("tweets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ position: 3, created_at: start, updated_at: start, attempts: 0, due_at: null });
});

it("a tweet has all that its row has, and its account's name, standing and link", async () => {
  const world = await makeWorld();
  const { app, id, account } = world;
  const read = () => getTweet(app, "alice", id("failed"));
  const named = {
    id: account.own.id,
    networkUserId: account.own.networkUserId,
    username: "own",
    displayName: account.own.displayName,
  };
  expect(await read()).toEqual({
    id: id("failed"),
    userId: "alice",
    batchId: null,
    origin: "own",
    content: "own failed: see https://example.com/",
    state: "failed",
    publishType: "scheduled",
    dueAt: start - hours(3),
    part: null,
    momentReason: "Chosen.",
    publishedAt: null,
    postId: null,
    errorCode: "unreachable",
    error: "An old error.",
    createdAt: start - hours(9),
    updatedAt: start - hours(8),
    discardedAt: null,
    deletedAt: null,
    undoUntil: null,
    account: { ...named, pausedBecause: null, waitUntil: null, linked: true },
    ownAccountId: account.own.id,
  });
  const set = (change: object) => app.db.updateTable("accounts").set(change).where("id", "=", account.own.id).execute();
  await set({ status: "paused", paused_by: "network" });
  expect((await read()).account?.pausedBecause).toBe("blocked");
  await set({ paused_by: "person" });
  expect((await read()).account?.pausedBecause).toBe("paused");
  await set({ status: "reconnect", unlinked_at: start });
  expect(await read()).toMatchObject({
    account: { ...named, pausedBecause: "reconnect", linked: false },
    ownAccountId: null,
  });
  await set({ unlinked_at: null });
  await app.db.updateTable("tweets").set({ account_is_own: 0 }).execute();
  expect((await read()).ownAccountId).toBeNull();
});

it("on the wire a tweet is as the contract says, in each state, also where its account was unlinked", async () => {
  const wire = async (world: World): Promise<Record<string, string>> =>
    Object.fromEntries(
      await Promise.all(
        states.map(async (state) => {
          const { id, tweet_content, ...told } = toApi(
            world.app,
            await getTweet(world.app, "alice", world.id(state)),
            await listAccounts(world.app, "alice"),
          );
          expect([id, tweet_content]).toEqual([world.id(state), expect.stringContaining(`own ${state}: `)]);
          return [
            state,
            Object.entries(told)
              .map(([key, value]) => `${key}=${value}`)
              .join(", ")
              .replaceAll(world.account.own.networkUserId, "ID")
              .replaceAll("2026-11-", ""),
          ];
        }),
      ),
    );
  const world = await makeWorld();
  expect(await wire(world)).toEqual({
    asked:
      "status=publishing, created_at=19T01:18:00.000Z, updated_at=19T02:18:00.000Z, twitter_account_id=ID, twitter_username=own, follows_default=false, publish_type=scheduled, scheduled_time=19T10:13:00.000Z, published_at=null, weighted_length=27, post_url=null, error=Is it on X?, error_code=null, batch_id=null, origin=own, discarded_at=null, deleted_at=null",
    failed:
      "status=failed, created_at=19T01:18:00.000Z, updated_at=19T02:18:00.000Z, twitter_account_id=ID, twitter_username=own, follows_default=false, publish_type=scheduled, scheduled_time=19T07:18:00.000Z, published_at=null, weighted_length=39, post_url=null, error=An old error., error_code=unreachable, batch_id=null, origin=own, discarded_at=null, deleted_at=null",
    pending:
      "status=pending, created_at=19T01:18:00.000Z, updated_at=19T02:18:00.000Z, twitter_account_id=ID, twitter_username=own, follows_default=false, publish_type=null, scheduled_time=null, published_at=null, weighted_length=29, post_url=null, error=null, error_code=null, batch_id=null, origin=own, discarded_at=null, deleted_at=null",
    published:
      "status=published, created_at=19T01:18:00.000Z, updated_at=19T02:18:00.000Z, twitter_account_id=ID, twitter_username=own, follows_default=false, publish_type=immediate, scheduled_time=null, published_at=19T09:18:00.000Z, weighted_length=31, post_url=http://localhost:3000/sandbox/own/status/13, error=null, error_code=null, batch_id=null, origin=own, discarded_at=null, deleted_at=null",
    publishing:
      "status=publishing, created_at=19T01:18:00.000Z, updated_at=19T02:18:00.000Z, twitter_account_id=ID, twitter_username=own, follows_default=false, publish_type=scheduled, scheduled_time=19T10:18:00.000Z, published_at=null, weighted_length=32, post_url=null, error=null, error_code=null, batch_id=null, origin=own, discarded_at=null, deleted_at=null",
    scheduled:
      "status=scheduled, created_at=19T01:18:00.000Z, updated_at=19T02:18:00.000Z, twitter_account_id=ID, twitter_username=own, follows_default=false, publish_type=scheduled, scheduled_time=19T12:18:00.000Z, published_at=null, weighted_length=31, post_url=null, error=An old error., error_code=null, batch_id=null, origin=own, discarded_at=null, deleted_at=null",
    unknown:
      "status=publishing, created_at=19T01:18:00.000Z, updated_at=19T02:18:00.000Z, twitter_account_id=ID, twitter_username=own, follows_default=false, publish_type=scheduled, scheduled_time=19T10:13:00.000Z, published_at=null, weighted_length=29, post_url=null, error=null, error_code=null, batch_id=null, origin=own, discarded_at=null, deleted_at=null",
  });
  await world.app.db.updateTable("accounts").set({ unlinked_at: start }).where("username", "=", "own").execute();
  const after = Object.entries(await wire(world)).filter(([, told]) => told.includes("follows_default=true"));
  expect(after.map(([state]) => state)).toEqual(["pending", "failed"]);
  const { networkUserId, username } = world.account.main;
  const serving = `twitter_account_id=${networkUserId}, twitter_username=${username}, `;
  expect(after.map(([, told]) => told.includes(serving))).toEqual([true, true]);
});
