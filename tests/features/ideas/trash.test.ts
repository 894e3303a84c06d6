// The bin: what can be discarded, that it is nowhere else while it is there, and how it comes back or goes for good.
import { expect, it } from "vitest";
import { days } from "~/ground/time/duration";
import {
  deletePermanently,
  moveToTrash,
  moveChosenToTrash,
  emptyTrash,
  pruneDiscarded,
  restore,
  restoreChosen,
} from "~/features/ideas/ideas.server";
import { approve, listProposals, reject, runBots, startBot } from "~/features/bots/bots.server";
import { analyse } from "~/features/analysis/analysis.server";
import { exportText } from "~tests/support/people/export-text";
import { getBatch, listBatches } from "~/features/generation/generation.server";
import { addToTimeline, dismiss, scheduleAt } from "~/features/scheduling/scheduling.server";
import {
  countQueue,
  editTweet,
  postAs,
  publishNow,
  readAttention,
  unlink,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { markForgottenUnknown } from "~/features/publishing/store/unknown.server";
import { listWeek } from "~/features/timeline/timeline.server";
import {
  countDiscarded,
  countUnsent,
  getTweet,
  listDiscarded,
  listHistory,
  listUnsent,
} from "~/features/tweets/tweets.server";
import { createTestApp } from "~tests/support/app";
import { linkAccount, makeBatch, makePerson } from "~tests/support/people/make";
import { makeWorld, start, states, type World } from "../publishing/world";

const ids = (tweets: readonly { id: number }[]) => tweets.map(({ id }) => id);
const unsent = async ({ app }: Pick<World, "app">, userId = "alice") =>
  ids((await listUnsent(app, userId, { from: null, size: 99 })).tweets);
const bin = async ({ app }: Pick<World, "app">, userId = "alice") =>
  ids((await listDiscarded(app, userId, { from: null, size: 99 })).tweets);

const refused: Record<string, string> = {
  scheduled: "Unschedule this tweet first.",
  publishing: "This tweet is being posted, so it can’t be deleted.",
  unknown: "This tweet is being posted, so it can’t be deleted.",
  asked: "This tweet is being posted, so it can’t be deleted.",
  published: "This tweet is posted, so it can’t be moved to Trash.",
};

it.each(states)("a tweet that is %s is discarded only where nothing of it is on its way or out", async (state) => {
  const world = await makeWorld();
  const { app, ask } = world;
  const done = world.changed(() => moveToTrash(app, ask(state)));
  if (refused[state] !== undefined) return expect(await done).toEqual([`refused not_draft: ${refused[state]}`]);
  expect(await done).toEqual([`tweet of own ${state}: updated_at=now, discarded_at=now`]);
  expect(await bin(world)).toEqual([world.id(state)]);
  expect(await unsent(world)).not.toContain(world.id(state));
  // Twice is once.
  app.clock.step(5);
  expect(await world.changed(() => moveToTrash(app, ask(state)))).toEqual([]);
  expect(await world.changed(() => restore(app, ask(state)))).toEqual([
    `tweet of own ${state}: updated_at=+5 ms, discarded_at=null`,
  ]);
  expect(await unsent(world)).toContain(world.id(state));
  expect(await world.changed(() => restore(app, ask(state)))).toEqual([
    "refused not_discarded: This tweet isn’t in Trash.",
  ]);
});

it.each(["pending", "failed"] as const)("nothing is done with a discarded tweet that was %s", async (state) => {
  const world = await makeWorld();
  const { app, ask, alice } = world;
  await moveToTrash(app, ask(state));
  const verbs = [
    () => publishNow(app, ask(state, "own")),
    () => addToTimeline(app, ask(state, "own")),
    () => scheduleAt(app, { ...ask(state, "own"), executeAt: start + days(1) }),
    () => editTweet(app, { ...ask(state), content: "Other words" }),
    () => postAs(app, { ...ask(state), account: "main" in world.account ? world.account.main.networkUserId : "" }),
    () => dismiss(app, ask(state)),
  ];
  for (const verb of verbs)
    expect(await world.changed(verb)).toEqual(["refused discarded: This tweet is in Trash. Restore it first."]);
  expect(await bin(world, alice)).toEqual([world.id(state)]);
});

it("what failed and was discarded is neither in the week, the history nor what asks for attention", async () => {
  const world = await makeWorld();
  const { app, id, ask, account, alice } = world;
  await app.db.updateTable("tweets").set({ publish_type: "scheduled" }).where("id", "=", id("failed")).execute();
  const seen = async () => ({
    week: ids(await listWeek(app, [account.own.id], { offset: 0, now: start, timeZone: "UTC" })),
    history: ids(await listHistory(app, account.own.id, { limit: 99 })),
    failed: (await readAttention(app, alice, [])).failed,
    queue: (await countQueue(app)).failedUnseen,
  });
  const before = await seen();
  expect(before.week).toContain(id("failed"));
  expect(before.history).toContain(id("failed"));
  await moveToTrash(app, ask("failed"));
  const without = (list: number[]) => list.filter((one) => one !== id("failed"));
  expect(await seen()).toEqual({
    week: without(before.week),
    history: without(before.history),
    failed: before.failed - 1,
    queue: before.queue - 1,
  });
});

it("a batch and its topic's count leave out what was discarded, and the export marks it", async () => {
  const app = await createTestApp();
  const alice = await makePerson(app, "alice");
  const [first, second] = await makeBatch(app, alice, await linkAccount(app, alice, "alice_x"));
  const userId = alice.user.id;
  await moveToTrash(app, { userId, tweetId: first?.id ?? 0 });
  const batch = await getBatch(app, first?.batchId ?? "", userId);
  expect(ids(batch.tweets)).not.toContain(first?.id);
  expect(ids(batch.tweets)).toContain(second?.id);
  const { batches } = await listBatches(app, userId, { from: null, size: 5 });
  expect(batches).toMatchObject([{ tweets: batch.tweets.length }]);
  const text = await exportText(app, userId, "json", "operator");
  const { tweets } = JSON.parse(text) as { tweets: { id: number; discarded_at: string | null }[] };
  expect(tweets.map(({ id, discarded_at }) => [id, discarded_at !== null])).toEqual(
    ids(tweets).map((id) => [id, id === first?.id]),
  );
  const csv = await exportText(app, userId, "csv", "operator");
  expect(csv.split("\r\n")[0]).toContain("discarded_at");
  await app.close();
});

it("another's tweet does not exist for any verb of the bin", async () => {
  const world = await makeWorld();
  const { app, id } = world;
  const theirs = { userId: "alice", tweetId: id("pending", "bob") };
  const notThere = "refused not_found: Tweet not found.";
  expect(await world.changed(() => moveToTrash(app, theirs))).toEqual([notThere]);
  expect(
    await world.changed(() => moveChosenToTrash(app, { userId: "alice", tweetIds: [id("pending"), theirs.tweetId] })),
  ).toEqual([notThere]);
  await moveToTrash(app, { ...theirs, userId: "bob" });
  expect(await world.changed(() => restore(app, theirs))).toEqual([notThere]);
  expect(await world.changed(() => restoreChosen(app, { userId: "alice", tweetIds: [theirs.tweetId] }))).toEqual([]);
  expect(await world.changed(() => deletePermanently(app, theirs))).toEqual([notThere]);
  expect(await world.changed(() => emptyTrash(app, "alice"))).toEqual([]);
  expect(await bin(world, "bob")).toEqual([theirs.tweetId]);
});

it("of several chosen ones those are discarded that can be, and all come back together", async () => {
  const world = await makeWorld();
  const { app, id } = world;
  const chosen = [id("pending"), id("failed"), id("published"), id("scheduled")];
  const done = await moveChosenToTrash(app, { userId: "alice", tweetIds: [...chosen, id("pending")] });
  expect(done).toEqual({ discarded: [id("pending"), id("failed")], kept: 2 });
  expect(await bin(world)).toEqual([id("failed"), id("pending")]);
  expect(await restoreChosen(app, { userId: "alice", tweetIds: chosen })).toBe(2);
  expect(await bin(world)).toEqual([]);
  for (const tweetIds of [[], Array.from({ length: 31 }, (_, n) => n + 1)])
    await expect(moveChosenToTrash(app, { userId: "alice", tweetIds })).rejects.toMatchObject({ code: "invalid" });
});

it("only what is in the bin is deleted for good, one or all, with its journal", async () => {
  const world = await makeWorld();
  const { app, ask, id } = world;
  await expect(deletePermanently(app, ask("pending"))).rejects.toMatchObject({ code: "not_discarded" });
  for (const state of ["pending", "failed"] as const) await moveToTrash(app, ask(state));
  await moveToTrash(app, { userId: "bob", tweetId: id("failed", "bob") });
  await deletePermanently(app, ask("failed"));
  await expect(getTweet(app, "alice", id("failed"))).rejects.toMatchObject({ code: "not_found" });
  const events = app.db.selectFrom("tweet_events").select("id").where("tweet_id", "=", id("failed"));
  expect(await events.execute()).toEqual([]);
  expect(await countDiscarded(app, "alice")).toBe(1);
  expect(await emptyTrash(app, "alice")).toBe(1);
  expect(await countDiscarded(app, "alice")).toBe(0);
  expect(await bin(world, "bob")).toEqual([id("failed", "bob")]);
  expect(await countUnsent(app, "alice")).toBe(2);
});

it("the bin keeps for 30 days, and what was restored meanwhile stays", async () => {
  const world = await makeWorld();
  const { app, ask, id } = world;
  await moveToTrash(app, ask("pending"));
  app.clock.step(1);
  await moveToTrash(app, ask("failed"));
  app.clock.advance(days(30) - 2);
  expect(await pruneDiscarded(app)).toBe(0);
  app.clock.step(1);
  expect(await pruneDiscarded(app)).toBe(1);
  expect(await bin(world)).toEqual([id("failed")]);
  await restore(app, ask("failed"));
  app.clock.advance(days(1));
  expect(await pruneDiscarded(app)).toBe(0);
  expect(await unsent(world)).toContain(id("failed"));
});

it("the bin is turned by pages, what was discarded last first, also what was discarded at one moment", async () => {
  const world = await makeWorld({ tweets: false });
  const { app } = world;
  const made: number[] = [];
  for (let n = 0; n < 7; n += 1)
    made.push((await writeTweet(app, { userId: "alice", content: `Idea ${n}`, account: null })).id);
  await moveChosenToTrash(app, { userId: "alice", tweetIds: made.slice(3) });
  app.clock.step(10);
  await moveChosenToTrash(app, { userId: "alice", tweetIds: made.slice(0, 3) });
  const expected = [...made.slice(0, 3).toReversed(), ...made.slice(3).toReversed()];
  const seen: number[] = [];
  for (let from: Parameters<typeof listDiscarded>[2]["from"] = null; ;) {
    const page: Awaited<ReturnType<typeof listDiscarded>> = await listDiscarded(app, "alice", { from, size: 2 });
    seen.push(...ids(page.tweets));
    if (page.older === null) break;
    from = page.older;
  }
  expect(seen).toEqual(expected);
});

it("a bot's proposal can't be discarded while it waits, and can once it was rejected", async () => {
  const app = await createTestApp();
  const alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_x");
  const userId = alice.user.id;
  const { id: analysisId } = await analyse(app, userId, "A booking page for small sailing schools.");
  await startBot(app, { userId, analysisId, account: null, review: true });
  await (
    await runBots(app)
  ).done;
  const [tweetId = 0] = (await listProposals(app, userId)).keys();
  await expect(moveToTrash(app, { userId, tweetId })).rejects.toMatchObject({ code: "not_draft" });
  expect(await moveChosenToTrash(app, { userId, tweetIds: [tweetId] })).toEqual({ discarded: [], kept: 1 });
  await reject(app, userId, tweetId);
  await moveToTrash(app, { userId, tweetId });
  await expect(approve(app, userId, tweetId)).rejects.toMatchObject({ code: "proposal_gone" });
  await app.close();
});

it("unlinking an account leaves the bin as it is, and what was on the timeline is an idea", async () => {
  const world = await makeWorld();
  const { app, ask, id, account } = world;
  await moveToTrash(app, ask("failed"));
  await unlink(app, "alice", account.own.networkUserId);
  expect(await bin(world)).toEqual([id("failed")]);
  expect(await unsent(world)).toEqual(expect.arrayContaining([id("scheduled"), id("pending")]));
  await restore(app, ask("failed"));
  expect(await unsent(world)).toContain(id("failed"));
});

it("what turns out to have been sent is not in the bin any more", async () => {
  const world = await makeWorld();
  const { app, ask, id, account } = world;
  await moveToTrash(app, ask("pending"));
  const by = { token: "t", checkAt: start, now: start, accountId: account.own.id, sentAt: start };
  expect(await markForgottenUnknown(app.db, id("pending"), { ...by, publishType: "immediate" })).toBe(true);
  expect(await getTweet(app, "alice", id("pending"))).toMatchObject({ state: "unknown", discardedAt: null });
});

it("no row is both discarded and on its way: the database refuses it", async () => {
  const { app, id } = await makeWorld();
  const mark = app.db.updateTable("tweets").set({ discarded_at: start }).where("id", "=", id("published"));
  await expect(mark.execute()).rejects.toThrow(/check/i);
});
