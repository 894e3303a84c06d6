// Threads: each part once, behind the one before it; a thread that stands still says why, and is let go on by its person.
import { expect, it } from "vitest";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { addToTimeline, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import {
  changeThread,
  continueThread,
  editTweet,
  publishNow,
  readAttention,
  reconcileDue,
  resolve,
  stopThread,
  takeOverSends,
  unlink,
  writeThread,
} from "~/features/publishing/publishing.server";
import { listReserved } from "~/features/spending/store/reserved.server";
import { lineOf, stateOf } from "~/features/threads/threads.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { answered } from "~tests/support/fakes/faulty-network";
import type { ReadFault } from "~tests/support/fakes/faulty-figures";
import { account, alice, app, network, other, pass, setStage, tweets } from "./stage";
import { handed, threadOf, watchHanded } from "./thread-stage";

setStage();

watchHanded();

const words = (of: number, who = "Bees") =>
  Array.from({ length: of }, (_, n) => `${who} keep ${["time", "warm", "house", "still"][n]}.`);
const write = async (of = 3, who = "Bees") => {
  const { id } = await writeThread(app, {
    userId: alice.user.id,
    parts: words(of, who),
    account: account.networkUserId,
  });
  return { userId: alice.user.id, tweetId: id };
};
const told = async (ask: { tweetId: number }) => {
  const thread = await threadOf(ask);
  const by = { gapMs: app.config.threadGapMs, timeZone: "UTC", now: app.clock.now() };
  return {
    status: (await getTweet(app, alice.user.id, ask.tweetId)).state,
    state: stateOf(thread),
    parts: thread.parts.map(({ state, publishedAt }) => (publishedAt === null ? state : "out")).join(" "),
    line: lineOf(thread, by),
  };
};
const now = (ask: { userId: string; tweetId: number }) => publishNow(app, { ...ask, account: null });
/** Lets what is due in the next `ms` go out. */
const wait = async (ms = seconds(6)) => {
  app.clock.advance(ms);
  await pass();
};
/** The second part is on its way until the end of what this returns. */
async function holdSecond(): Promise<() => Promise<void>> {
  let release = () => {};
  network.hold = new Promise((resolve) => (release = resolve));
  app.clock.advance(seconds(6));
  const sending = pass();
  await expect.poll(() => handed.length).toBe(2);
  return async () => {
    network.hold = null;
    release();
    await sending;
  };
}
const postIds = async (ask: { tweetId: number }) => (await threadOf(ask)).parts.map(({ postId }) => postId);

it("goes out part by part, each as an answer to the one before, by its own account", async () => {
  const ask = await write();
  expect(await told(ask)).toEqual({ status: "pending", state: "draft", parts: "pending pending pending", line: null });
  await now(ask);
  expect(await told(ask)).toEqual({
    status: "publishing",
    state: "going",
    parts: "out scheduled pending",
    line: "1 of 3 parts posted. The next part will post in a few seconds.",
  });
  await wait(seconds(4));
  expect(handed).toHaveLength(1);
  await wait(seconds(1));
  expect(handed).toHaveLength(2);
  await wait();
  expect(await told(ask)).toMatchObject({ status: "published", state: "done", parts: "out out out" });
  expect((await told(ask)).line).toBe("All 3 parts posted.");
  const [one, two] = await postIds(ask);
  expect(handed).toEqual([
    { text: words(3)[0] },
    { text: words(3)[1], replyTo: one },
    { text: words(3)[2], replyTo: two },
  ]);
  for (const part of (await threadOf(ask)).parts) expect(part.account?.id).toBe(account.id);
  await wait(hours(1));
  expect(handed).toHaveLength(3);
});

it("whoever asks what changed since is told in its first part of all that becomes of it", async () => {
  const changedAt = async (ask: { tweetId: number }) => (await getTweet(app, alice.user.id, ask.tweetId)).updatedAt;
  const ask = await write();
  await now(ask);
  for (let part = 2; part <= 3; part += 1) {
    await wait();
    expect(await changedAt(ask)).toBe(app.clock.now());
  }
  const stopped = await write(3, "Wasps");
  await now(stopped);
  app.clock.advance(seconds(1));
  await stopThread(app, stopped);
  expect(await changedAt(stopped)).toBe(app.clock.now());
  app.clock.advance(seconds(1));
  await changeThread(app, { ...stopped, parts: ["Wasps keep time.", "Wasps keep cool.", "Wasps keep house."] });
  expect(await changedAt(stopped)).toBe(app.clock.now());
  app.clock.advance(seconds(1));
  await continueThread(app, stopped);
  expect(await changedAt(stopped)).toBe(app.clock.now());
  network.faults.push(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
  await wait();
  expect(await told(stopped)).toMatchObject({ state: "stopped" });
  expect(await changedAt(stopped)).toBe(app.clock.now());
});

it("the next part counts its seconds from the post before it, however late that one's end was known", async () => {
  const dueOf = async (ask: { tweetId: number }) => {
    const [first, second] = (await threadOf(ask)).parts;
    expect(second?.dueAt).toBe((first?.publishedAt ?? 0) + app.config.threadGapMs);
    return (second?.dueAt ?? 0) - app.clock.now();
  };
  const slow = await write(2);
  const { post } = network;
  network.post = async (...call) => {
    const answer = await post(...call);
    app.clock.advance(seconds(3));
    return answer;
  };
  await now(slow);
  expect(await dueOf(slow)).toBe(seconds(2));
  network.post = post;
  await wait(seconds(2));
  expect(await told(slow)).toMatchObject({ state: "done" });
  const lost = await write(2, "Owls");
  network.faults.push("lost after");
  await expect(now(lost)).rejects.toMatchObject({ code: "timeout" });
  app.clock.advance(minutes(5));
  await reconcileDue(app);
  expect(await dueOf(lost)).toBe(seconds(5) - minutes(5));
  await pass();
  expect(await told(lost)).toMatchObject({ state: "done" });
});

it("from the timeline it waits for its moment, then follows itself, and is pending again where it is unscheduled", async () => {
  const ask = await write();
  const place = await addToTimeline(app, { ...ask, account: null, timeZone: null });
  expect(place.account.id).toBe(account.id);
  expect(await told(ask)).toEqual({
    status: "scheduled",
    state: "going",
    parts: "scheduled pending pending",
    line: "3 parts, about 5 seconds apart",
  });
  await unschedule(app, ask);
  expect(await told(ask)).toMatchObject({ status: "pending", state: "draft", parts: "pending pending pending" });
  await scheduleAt(app, { ...ask, account: null, executeAt: app.clock.now() + minutes(1) });
  await wait(minutes(1));
  expect(await told(ask)).toMatchObject({ status: "publishing", parts: "out scheduled pending" });
  await wait();
  await wait();
  expect(await told(ask)).toMatchObject({ status: "published", state: "done" });
});

it("a later part comes before the account's other tweets, and asks for neither gap nor quiet hours", async () => {
  app.config = { ...app.config, minGapMs: minutes(10), quietHours: { from: 0, to: 23 } };
  const ask = await write();
  await scheduleAt(app, { ...ask, account: null, executeAt: app.clock.now() });
  const { id } = await writeThread(app, { userId: alice.user.id, parts: ["One wren.", "Two wrens."], account: null });
  await scheduleAt(app, {
    userId: alice.user.id,
    tweetId: id,
    account: account.networkUserId,
    executeAt: app.clock.now(),
  });
  for (let n = 0; n < 4; n += 1) await wait();
  expect(handed.map(({ text }) => text)).toEqual(words(3));
  await wait(minutes(10));
  await wait();
  expect(handed.map(({ text }) => text).slice(3)).toEqual(["One wren.", "Two wrens."]);
});

it("a lost answer stops it at that part until it is known, and never sends anything twice", async () => {
  for (const [fault, who] of [
    ["lost after", "Bees"],
    ["lost before", "Owls"],
  ] as const) {
    handed.length = 0;
    const ask = await write(3, who);
    await now(ask);
    network.faults.push(fault);
    await wait();
    expect(await told(ask)).toMatchObject({ status: "publishing", parts: "out unknown pending" });
    expect((await told(ask)).line).toBe("1 of 3 parts posted. X didn’t confirm part 2. Linnet is checking.");
    for (let n = 0; n < 12; n += 1) {
      app.clock.advance(minutes(1));
      await reconcileDue(app);
      await pass();
    }
    expect(await told(ask), fault).toMatchObject({ status: "published", state: "done", parts: "out out out" });
    const sent = handed.map(({ text }) => text);
    expect(sent).toEqual(
      fault === "lost after" ? words(3, who) : [words(3, who)[0], words(3, who)[1], words(3, who)[1], words(3, who)[2]],
    );
    expect(new Set(network.accepted).size).toBe(network.accepted.length);
    network.accepted.length = 0;
  }
});

it("a refused part stops it, in words; edited, it is let go on with that part", async () => {
  const ask = await write();
  await now(ask);
  network.faults.push(
    answered(403, { title: "Forbidden", detail: "Something of X's", type: "about:blank", status: 403 }),
  );
  await wait();
  expect(await told(ask)).toEqual({
    status: "failed",
    state: "stopped",
    parts: "out failed pending",
    line: "1 of 3 parts posted. Part 2 failed: X refused this tweet: Something of X's Parts 2–3 haven’t been posted.",
  });
  await wait(hours(1));
  expect(handed).toHaveLength(2);
  await expect(now(ask)).rejects.toThrow("1 of 3 parts is already posted. Continue the thread instead.");
  await expect(addToTimeline(app, { ...ask, account: null, timeZone: null })).rejects.toThrow("Continue the thread");
  const [first = "", , third = ""] = words(3);
  await changeThread(app, { ...ask, parts: [first, "Bees keep at it.", third] });
  await expect(changeThread(app, { ...ask, parts: ["Other words.", "Bees keep at it.", third] })).rejects.toThrow(
    "Part 1 is already posted and can’t be changed.",
  );
  await continueThread(app, ask);
  await pass();
  await wait();
  expect(await told(ask)).toMatchObject({ status: "published", state: "done", parts: "out out out" });
  expect(handed.map(({ text }) => text)).toEqual([first, words(3)[1], "Bees keep at it.", third]);
  await expect(continueThread(app, ask)).rejects.toThrow("This thread isn’t stopped.");
});

it("stopped by its person nothing follows what is on its way, and it ends there or goes on", async () => {
  const ask = await write(4);
  await now(ask);
  const release = await holdSecond();
  await stopThread(app, ask);
  expect(await told(ask)).toMatchObject({
    status: "failed",
    state: "stopped",
    parts: "out publishing pending pending",
  });
  await release();
  expect(await told(ask)).toMatchObject({
    parts: "out out pending pending",
    line: "2 of 4 parts posted. You stopped the thread. Parts 3–4 haven’t been posted.",
  });
  await wait(hours(2));
  expect(handed).toHaveLength(2);
  await continueThread(app, ask);
  await pass();
  expect(await told(ask)).toMatchObject({ state: "going", parts: "out out out scheduled" });
  await stopThread(app, ask);
  await stopThread(app, ask);
  expect(await told(ask)).toEqual({
    status: "published",
    state: "done",
    parts: "out out out pending",
    line: "3 of 4 parts posted. You ended the thread there.",
  });
});

it("stopped by its person it asks for nothing, stopped by a refusal it does", async () => {
  const asks = async () => (await readAttention(app, alice.user.id, [])).failed;
  const mine = await write();
  await now(mine);
  await stopThread(app, mine);
  expect([(await told(mine)).state, await asks()]).toEqual(["stopped", 0]);
  const refused = await write(3, "Owls");
  await now(refused);
  network.faults.push(answered(403, { detail: "No.", type: "about:blank", status: 403 }));
  await wait();
  expect([(await told(refused)).state, await asks()]).toEqual(["stopped", 1]);
});

it("the last part that is on its way ends it, stopped or not", async () => {
  const ask = await write(2);
  await now(ask);
  const release = await holdSecond();
  await stopThread(app, ask);
  await release();
  expect(await told(ask)).toMatchObject({ status: "published", state: "done", parts: "out out" });
});

it("what waits too long is asked about, and what waits a little goes on by itself", async () => {
  for (const [who, held, end] of [
    ["Bees", hours(23), { status: "published", state: "done", parts: "out out" }],
    ["Owls", hours(25), { status: "failed", state: "stopped", parts: "out pending" }],
  ] as const) {
    const ask = await write(2, who);
    await now(ask);
    await app.db.updateTable("accounts").set({ status: "paused" }).where("id", "=", account.id).execute();
    await wait(held);
    expect(await told(ask)).toMatchObject({ status: "publishing", parts: "out scheduled" });
    await app.db.updateTable("accounts").set({ status: "active" }).where("id", "=", account.id).execute();
    await pass();
    expect(await told(ask)).toMatchObject(end);
  }
});

it("unlinked before a part it stands still, and does not go on", async () => {
  const ask = await write();
  await now(ask);
  await unlink(app, alice.user.id, account.networkUserId);
  expect(await told(ask)).toMatchObject({
    status: "failed",
    parts: "out pending pending",
    line: "1 of 3 parts posted. The account was disconnected. Parts 2–3 haven’t been posted.",
  });
  await wait(hours(1));
  expect(handed).toHaveLength(1);
  await expect(continueThread(app, ask)).rejects.toMatchObject({ code: "not_found" });
});

it("unlinked while a part is on its way nothing follows that part, and no place in the day is kept", async () => {
  const ask = await write(4);
  await now(ask);
  const release = await holdSecond();
  // The network may have taken the post before it knew of this.
  network.revoke = () => Promise.resolve();
  await unlink(app, alice.user.id, account.networkUserId);
  await release();
  expect(await told(ask)).toMatchObject({
    status: "failed",
    state: "stopped",
    parts: "out out pending pending",
    line: "2 of 4 parts posted. The account was disconnected. Parts 3–4 haven’t been posted.",
  });
  await wait(hours(1));
  expect(handed).toHaveLength(2);
  const at = app.clock.now();
  expect(await listReserved(app.db, { userId: alice.user.id, until: at + days(1), now: at })).toEqual([]);
});

it("a person's word needs the part's address: without one it stands still and asks", async () => {
  const ask = await write(2);
  network.faults.push("lost after");
  await expect(now(ask)).rejects.toMatchObject({ code: "timeout" });
  const [post] = await app.db.selectFrom("sandbox_posts").select("id").execute();
  const postId = String(post?.id);
  network.unreadable = true;
  for (let n = 0; n < 8; n += 1) {
    app.clock.advance(minutes(5));
    await reconcileDue(app);
  }
  await resolve(app, { ...ask, published: true });
  expect(await told(ask)).toMatchObject({
    status: "failed",
    state: "stopped",
    parts: "out pending",
    line: "1 of 2 parts posted. The link to the previous part is missing, so the next part has nothing to reply to. Part 2 hasn’t been posted.",
  });
  await expect(continueThread(app, ask)).rejects.toThrow("Add the URL of part 1’s post.");
  await app.db
    .updateTable("tweets")
    .set({ post_id: postId })
    .where("id", "=", tweets[0]?.id ?? 0)
    .execute();
  await expect(continueThread(app, { ...ask, postId })).rejects.toThrow("This post belongs to another tweet.");
  await app.db
    .updateTable("tweets")
    .set({ post_id: null })
    .where("id", "=", tweets[0]?.id ?? 0)
    .execute();
  await continueThread(app, { ...ask, postId });
  await pass();
  expect(handed.at(-1)).toEqual({ text: words(2)[1], replyTo: postId });
  expect(await told(ask)).toMatchObject({ status: "published", state: "done" });
});

it("a day's limit is asked for the whole of it, and it keeps its places in the day", async () => {
  app.config = { ...app.config, dailyPostLimit: 4 };
  const ask = await write(3);
  await now(ask);
  const { id } = await writeThread(app, {
    userId: alice.user.id,
    parts: ["One wren.", "Two wrens."],
    account: account.networkUserId,
  });
  const second = { userId: alice.user.id, tweetId: id };
  await expect(now(second)).rejects.toThrow("@alice_x has reached its limit of 4 posts a day.");
  app.config = { ...app.config, dailyPostLimit: 5 };
  await now(second);
  for (let n = 0; n < 5; n += 1) await wait();
  expect(handed).toHaveLength(5);
  app.config = { ...app.config, dailyPostLimit: 2 };
  const long = await writeThread(app, {
    userId: alice.user.id,
    parts: ["A", "B", "C"],
    account: account.networkUserId,
  });
  await expect(now({ userId: alice.user.id, tweetId: long.id })).rejects.toThrow(
    "This thread has 3 parts, but @alice_x has a limit of 2 a day.",
  );
});

it("a later part is nothing by itself: the verbs name the first", async () => {
  const ask = await write();
  const [, second] = (await threadOf(ask)).parts;
  const part = { userId: alice.user.id, tweetId: second?.id ?? 0 };
  const message = `This is part 2 of a thread. Use the first part, ${ask.tweetId}.`;
  await expect(now(part)).rejects.toThrow(message);
  await expect(addToTimeline(app, { ...part, account: null, timeZone: null })).rejects.toThrow(message);
  await expect(unschedule(app, part)).rejects.toThrow(message);
  await expect(editTweet(app, { ...part, content: "Other words." })).rejects.toThrow(message);
  await expect(stopThread(app, part)).rejects.toThrow(message);
  expect(handed).toEqual([]);
});

it("what was on its way when the server stopped is looked up, and the thread goes on", async () => {
  const ask = await write(2);
  await now(ask);
  // Taken by the network, and nobody was there to hear it.
  network.faults.push("lost after");
  await wait();
  await takeOverSends(app);
  for (let n = 0; n < 12; n += 1) {
    app.clock.advance(minutes(1));
    await reconcileDue(app);
    await pass();
  }
  expect(await told(ask)).toMatchObject({ status: "published", state: "done" });
  expect(handed).toHaveLength(2);
  expect(other.id).not.toBe(account.id);
});

it("an answer that X says has nothing to answer waits for X to show it, then asks once whether it is gone", async () => {
  const unseen = answered(403, {
    title: "Forbidden",
    detail: "You attempted to reply to a Tweet that is deleted or not visible to you.",
    type: "about:blank",
    status: 403,
  });
  const ask = await write(2);
  await now(ask);
  // After 2, 5, 10 and 30 seconds, then each minute; none of it counts as a try.
  network.faults.push(...Array.from({ length: 7 }, () => unseen));
  for (const after of [5, 2, 5, 10, 30, 60, 60]) {
    // What is due is claimed a quarter of a second ahead.
    await wait(seconds(after) - 300);
    const before = handed.length;
    await wait(300);
    expect(handed.length, `after ${after} seconds`).toBe(before + 1);
  }
  const [, second] = (await threadOf(ask)).parts;
  const row = await app.db
    .selectFrom("tweets")
    .select("attempts")
    .where("id", "=", second?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect([row.attempts, second?.state]).toEqual([0, "scheduled"]);
  await wait(minutes(1));
  expect(await told(ask)).toMatchObject({ status: "published", state: "done" });
});

it.each([
  [
    true,
    "1 of 2 parts posted. Part 1 is no longer on X, so part 2 has nothing to reply to. Part 2 hasn’t been posted.",
  ],
  [
    false,
    "1 of 2 parts posted. Part 2 failed: X refused this tweet: deleted or not visible Part 2 hasn’t been posted.",
  ],
])("where the part before is gone (%s) it says so after ten minutes", async (gone, line) => {
  const ask = await write(2);
  await now(ask);
  if (gone) await app.db.updateTable("sandbox_posts").set({ deleted_at: app.clock.now() }).execute();
  app.clock.advance(minutes(11));
  network.faults.push(answered(403, { detail: "deleted or not visible", type: "about:blank", status: 403 }));
  await pass();
  expect(await told(ask)).toMatchObject({ status: "failed", state: "stopped", line });
});

it.each<[string, ReadFault]>([
  ["can't be reached", "not sent"],
  ["is down", { status: 503 }],
  ["gives no answer", "lost after"],
])("where X %s, whether the part before is gone is asked again later, and nothing is given up", async (_, fault) => {
  const ask = await write(2);
  await now(ask);
  await app.db.updateTable("sandbox_posts").set({ deleted_at: app.clock.now() }).execute();
  app.clock.advance(minutes(11));
  const unseen = answered(403, { detail: "deleted or not visible", type: "about:blank", status: 403 });
  network.faults.push(unseen, unseen);
  network.readFaults.push(fault);
  await pass();
  expect(network.figureCalls).toHaveLength(1);
  expect(await told(ask)).toMatchObject({ status: "publishing", state: "going", parts: "out scheduled" });
  await wait(minutes(1));
  expect(network.figureCalls).toHaveLength(2);
  expect(await told(ask)).toMatchObject({
    state: "stopped",
    line: "1 of 2 parts posted. Part 1 is no longer on X, so part 2 has nothing to reply to. Part 2 hasn’t been posted.",
  });
});
