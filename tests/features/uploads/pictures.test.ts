// A tweet's pictures: sent ahead as its own account, described, named once; no post goes out without them.
import { expect, it } from "vitest";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { addToTimeline, scheduleAt } from "~/features/scheduling/scheduling.server";
import {
  changePictures,
  changeThread,
  continueThread,
  findStuck,
  postAs,
  postSoon,
  publishNow,
  publishSoon,
  readJournal,
  reconcileDue,
  stopThread,
  unlink,
  writeThread,
} from "~/features/publishing/publishing.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { uploadMessages } from "~/features/uploads/upload";
import { mediaMessages } from "~/features/media/media";
import { listPicturesOf, prunePictures, removePicture } from "~/features/media/media.server";
import { lineOf, stateOf } from "~/features/threads/threads.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { days, minutes, seconds } from "~/ground/time/duration";
import { isOnPostgres } from "~tests/support/databases/database";
import { answered } from "~tests/support/fakes/faulty-network";
import { linkAccount, makePerson } from "~tests/support/people/make";
import { account, alice, app, ask, attempts, network, other, pass, read, tweets } from "../publishing/stage";
import { ahead, makePicture, outWith, setPictureStage, tick, withPictures, withPicturesOf } from "./picture-stage";
import { threadOf } from "../publishing/thread-stage";

setPictureStage();

const refusal = answered(400, {
  title: "Invalid Request",
  detail: "This picture is too blue",
  type: "https://api.x.com/2/problems/invalid-request",
});
const badIds = answered(400, {
  errors: [{ parameters: { "media.media_ids": ["1"] }, message: "Your media IDs are invalid." }],
  title: "Invalid Request",
  detail: "One or more parameters to your request was invalid.",
  type: "https://api.twitter.com/2/problems/invalid-request",
});
const uploads = () => app.db.selectFrom("media_uploads").selectAll().orderBy("tweet_id").orderBy("position").execute();
const paid = async () =>
  (await app.db.selectFrom("paid_calls").select("kind").orderBy("id").execute()).map(({ kind }) => kind);
const at = (n: number, ms: number) => scheduleAt(app, { ...ask(n), executeAt: app.clock.now() + ms });
const text = (n: number) => tweets[n]?.content ?? "";
const words = async (n: number) => (await readJournal(app, ask(n).tweetId)).map((event) => sentenceOf(event));

it("pictures go two minutes ahead as the tweet's account, and the post names them in their order", async () => {
  await withPictures(0, "wren: a wren on a wire", "robin");
  await at(0, minutes(10));
  await tick(minutes(7), minutes(1));
  expect(await paid()).toEqual([]);
  await tick(minutes(1) + seconds(1), seconds(1));
  expect(await paid()).toEqual(["upload", "description", "upload"]);
  expect((await uploads()).map((one) => [one.account_id, one.described])).toEqual([
    [account.id, 1],
    [account.id, 0],
  ]);
  expect(await outWith()).toEqual([]);
  await tick(minutes(2));
  expect(await outWith()).toEqual([`${text(0)} [wren: a wren on a wire, robin]`]);
  expect((await read(0)).account?.id).toBe(account.id);
  expect(await uploads()).toEqual([]);
  expect(await paid()).toHaveLength(3);
});

it("what waits for its pictures is not sent, and holds up nothing else of the account", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  await at(1, minutes(4));
  network.callFaults.uploadImage = Array.from({ length: 60 }, () => "lost before" as const);
  await tick(minutes(5));
  expect(await outWith()).toEqual([`${text(1)} []`]);
  expect(await findStuck(app, seconds(30))).toBeNull();
  network.callFaults.uploadImage = [];
  // The gap between two posts of an account counts from the other one.
  await tick(minutes(7));
  expect(await outWith()).toEqual([`${text(1)} []`, `${text(0)} [wren]`]);
});

it("an upload whose answer was lost is made again, and costs again", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  network.callFaults.uploadImage = ["lost after", answered(503), "not sent"];
  await tick(minutes(4));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toEqual(["upload", "upload", "upload", "upload"]);
});

it("the network's limit on uploads is waited for", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  const reset = Math.ceil(app.clock.now() / 1_000) + 240;
  network.callFaults.uploadImage = [
    answered(429, {}, { "x-rate-limit-reset": String(reset), "x-rate-limit-remaining": "0" }),
  ];
  await tick(minutes(3) + seconds(30));
  expect(await outWith()).toEqual([]);
  await tick(minutes(2));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toEqual(["upload", "upload"]);
});

it.each(["uploadImage", "describeImage"] as const)(
  "what %s is refused three times has failed, and says so",
  async (verb) => {
    await withPictures(0, "wren: a wren");
    await at(0, minutes(3));
    network.callFaults[verb] = [refusal, refusal, refusal];
    await tick(minutes(4));
    const { state, error, errorCode } = await read(0);
    expect([state, errorCode]).toEqual(["failed", "media_refused"]);
    expect(error).toBe("X rejected this tweet’s image: “This picture is too blue”.");
    expect((await words(0)).at(-1)).toContain("too blue");
    expect(await outWith()).toEqual([]);
    // Put on the timeline again, it begins anew.
    await at(0, minutes(3));
    await tick(minutes(4));
    expect(await outWith()).toEqual([`${text(0)} [wren: a wren]`]);
  },
);

it("the third refusal itself ends it: nobody waits for one more look", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(2));
  network.callFaults.uploadImage = [refusal, refusal, refusal];
  for (const state of ["scheduled", "scheduled", "failed"]) {
    app.clock.advance(seconds(10));
    expect(await ahead()).toBe(1);
    expect((await read(0)).state).toBe(state);
  }
  expect(await paid()).toEqual(["upload", "upload", "upload"]);
});

it("two refusals are a bad moment of the network's", async () => {
  await withPictures(0, "wren: a wren");
  await at(0, minutes(3));
  network.callFaults.uploadImage = [refusal];
  network.callFaults.describeImage = [refusal];
  await tick(minutes(4));
  expect(await outWith()).toEqual([`${text(0)} [wren: a wren]`]);
});

it("an account whose token is refused, or that is blocked, says so as where a post is", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  network.callFaults.uploadImage = [
    answered(402, { title: "CreditsDepleted", detail: "no credits", type: "https://api.x.com/2/problems/credits" }),
  ];
  await tick(minutes(2));
  const row = await app.db
    .selectFrom("accounts")
    .select(["status", "paused_by"])
    .where("id", "=", account.id)
    .executeTakeFirst();
  expect(row).toEqual({ status: "paused", paused_by: "network" });
  expect(await outWith()).toEqual([]);
});

it("a post with pictures whose answer was lost is found by its words, and not sent again", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  network.faults = ["lost after"];
  await tick(minutes(4));
  expect((await read(0)).state).toBe("unknown");
  app.clock.advance(minutes(2));
  await reconcileDue(app);
  expect((await read(0)).state).toBe("published");
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
});

it("one that never came there is sent once more, with pictures that are sent anew", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  network.faults = ["lost before"];
  await tick(minutes(4));
  for (let n = 0; n < 6; n++) {
    app.clock.advance(minutes(1));
    await reconcileDue(app);
  }
  expect((await read(0)).state).toBe("scheduled");
  await tick(minutes(3));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toEqual(["upload", "upload"]);
});

it("ids that the network no longer knows are had anew, once", async () => {
  await withPictures(0, "wren");
  await withPictures(1, "robin");
  await at(0, minutes(3));
  network.faults = [badIds];
  await tick(minutes(4));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toEqual(["upload", "upload"]);
  await at(1, minutes(12));
  network.faults = [badIds, badIds];
  await tick(minutes(14));
  expect((await read(1)).state).toBe("failed");
  expect((await read(1)).error).toMatch(/rejected this tweet’s images/);
  expect(await paid()).toHaveLength(4);
});

it("what surely was not posted keeps its uploads", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  network.faults = ["not sent", answered(429, {}, {})];
  await tick(minutes(4));
  expect((await attempts(0)).map(({ outcome }) => outcome)).toContain("not_sent");
  await tick(minutes(20));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toEqual(["upload"]);
});

it("an upload that is too old by the claim is made anew", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  await tick(minutes(2));
  expect(await paid()).toEqual(["upload"]);
  await app.db
    .updateTable("media_uploads")
    .set({ expires_at: app.clock.now() + minutes(4) })
    .execute();
  await tick(minutes(2));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toEqual(["upload", "upload"]);
});

it("another picture or description, chosen after the upload, is the one that goes out", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  await tick(minutes(2));
  await withPictures(0, "robin: a robin");
  await tick(minutes(2));
  expect(await outWith()).toEqual([`${text(0)} [robin: a robin]`]);
});

it("what moves to another account is sent as that one", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  await tick(minutes(2));
  expect((await uploads()).map((one) => one.account_id)).toEqual([account.id]);
  const third = await linkAccount(app, alice, "alice_third");
  const posted = await publishNow(app, { ...ask(0), account: third.networkUserId, scheduledToo: true });
  expect(posted.account?.id).toBe(third.id);
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect(await paid()).toEqual(["upload", "upload"]);
});

it("what waits and is given another account has its pictures sent as that one, before it is claimed", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  await tick(minutes(2));
  const third = await linkAccount(app, alice, "alice_third");
  await postAs(app, { ...ask(0), account: third.networkUserId });
  await tick(minutes(2));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
  expect((await attempts(0)).map(({ outcome }) => outcome)).toEqual(["published"]);
  expect(await paid()).toEqual(["upload", "upload"]);
});

it("a picture whose bytes are gone stops its tweet, and nothing is paid", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  if (isOnPostgres) await app.db.deleteFrom("media_files").execute();
  else rmSync(join(app.config.dataDir, "media"), { recursive: true });
  await tick(minutes(2));
  expect((await read(0)).state).toBe("failed");
  expect((await read(0)).error).toBe(mediaMessages.gone);
  expect(await paid()).toEqual([]);
});

it("pictures that don't come within fifteen minutes give a scheduled tweet another moment", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  network.callFaults.uploadImage = Array.from({ length: 200 }, () => answered(503));
  await tick(minutes(17), seconds(5));
  expect((await read(0)).dueAt).toBeLessThan(app.clock.now());
  await tick(minutes(2), seconds(5));
  const { state, dueAt, momentReason } = await read(0);
  expect(state).toBe("scheduled");
  expect(dueAt).toBeGreaterThan(app.clock.now());
  expect(momentReason).toContain("because Linnet couldn’t post");
  expect(await outWith()).toEqual([]);
});

it("Post Now sends the pictures first, and is refused before anything is paid", async () => {
  await withPictures(0, "wren: a wren");
  const paused = { ...app, config: { ...app.config, dailySpendLimit: 0.02 } };
  await expect(publishNow(paused, ask(0))).rejects.toThrow(/of your \$0\.02 share of this server’s \$0\.02/);
  expect(await paid()).toEqual([]);
  const done = await publishNow(app, ask(0));
  expect([done.state, done.account?.id]).toEqual(["published", account.id]);
  expect(await outWith()).toEqual([`${text(0)} [wren: a wren]`]);
});

it("a Post Now whose pictures don't come in time posts nothing, and the tweet is as it was", async () => {
  await withPictures(0, "wren");
  network.callFaults.uploadImage = Array.from({ length: 200 }, () => answered(503));
  const pressed = publishNow(app, ask(0)).catch((error: unknown) => error);
  const advancing = setInterval(() => app.clock.advance(seconds(1)), 2);
  const error = await pressed;
  clearInterval(advancing);
  expect(error).toMatchObject({ code: "timeout", message: uploadMessages.late });
  expect((await read(0)).state).toBe("pending");
  expect(await attempts(0)).toEqual([]);
});

it("a Post Now whose picture is refused says why, and the tweet is as it was", async () => {
  await withPictures(0, "wren");
  network.callFaults.uploadImage = [refusal, refusal, refusal];
  const pressed = publishNow(app, ask(0)).catch((error: unknown) => error);
  const advancing = setInterval(() => app.clock.advance(seconds(1)), 2);
  expect(await pressed).toMatchObject({
    code: "network_refused",
    message: "X rejected this tweet’s image: “This picture is too blue”.",
  });
  clearInterval(advancing);
  expect((await read(0)).state).toBe("pending");
  // Pressed again, X is asked again.
  await publishNow(app, ask(0));
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
});

it("a Post Now with five seconds has its pictures before they begin", async () => {
  await withPictures(0, "wren");
  await postSoon(app, ask(0));
  expect(await paid()).toEqual(["upload"]);
  app.clock.advance(seconds(5));
  await (
    await publishSoon(app)
  ).done;
  expect(await outWith()).toEqual([`${text(0)} [wren]`]);
});

it("the day's spending is asked before a picture is paid: what may not go out gets another moment", async () => {
  await withPictures(0, "wren");
  await at(0, minutes(3));
  app.config.dailySpendLimit = 0.019;
  await tick(minutes(2));
  expect(await paid()).toEqual([]);
  expect((await read(0)).dueAt).toBeGreaterThan(app.clock.now() + minutes(5));
  expect((await read(0)).momentReason).toContain("share of this server’s $0.019");
});

it("pictures count in what the day has spent", async () => {
  await withPictures(0, "wren: a wren");
  await publishNow(app, ask(0));
  app.config.dailySpendLimit = 0.039;
  await expect(publishNow(app, ask(1))).rejects.toThrow(/You’ve used your \$0\.039 share of this server’s/);
  app.config.dailySpendLimit = 0.041;
  await publishNow(app, ask(1));
});

const writeThree = async () => {
  const { id } = await writeThread(app, {
    userId: alice.user.id,
    parts: ["Bees keep time.", "Bees keep warm.", "Bees keep house."],
    account: account.networkUserId,
  });
  return { userId: alice.user.id, tweetId: id };
};

it("the parts of a thread have their pictures before their turn", async () => {
  const thread = await writeThree();
  const [, second, third] = (await threadOf(thread)).parts;
  await withPicturesOf(thread.tweetId, "one");
  await withPicturesOf(second?.id ?? 0, "two: a second");
  await withPicturesOf(third?.id ?? 0, "three", "four");
  await addToTimeline(app, { ...thread, account: null, timeZone: null });
  const { dueAt } = await getTweet(app, alice.user.id, thread.tweetId);
  app.clock.set((dueAt ?? 0) - minutes(2));
  await ahead();
  expect(await paid()).toHaveLength(5);
  await tick(minutes(2) + seconds(12));
  expect(await outWith()).toEqual([
    "Bees keep time. [one]",
    "Bees keep warm. [two: a second]",
    "Bees keep house. [three, four]",
  ]);
  expect(stateOf(await threadOf(thread))).toBe("done");
});

it("a part whose picture is refused stops its thread, and Continue tries it again", async () => {
  const thread = await writeThree();
  const [, second] = (await threadOf(thread)).parts;
  await withPicturesOf(second?.id ?? 0, "two");
  network.callFaults.uploadImage = [refusal, refusal, refusal];
  await publishNow(app, { ...thread, account: null });
  await tick(minutes(1));
  const stopped = await threadOf(thread);
  expect([stateOf(stopped), stopped.stopCode]).toEqual(["stopped", "media_refused"]);
  const by = { gapMs: app.config.threadGapMs, timeZone: "UTC", now: app.clock.now() };
  expect(lineOf(stopped, by)).toBe(
    "1 of 3 parts posted. Part 2 failed: X rejected this tweet’s image: “This picture is too blue”. Parts 2–3 haven’t been posted.",
  );
  await continueThread(app, thread);
  await tick(seconds(20));
  expect(await outWith()).toEqual(["Bees keep time. []", "Bees keep warm. [two]", "Bees keep house. []"]);
});

it("a part whose pictures don't come within fifteen minutes stops its thread", async () => {
  const thread = await writeThree();
  const [, second] = (await threadOf(thread)).parts;
  await withPicturesOf(second?.id ?? 0, "two");
  network.callFaults.uploadImage = Array.from({ length: 200 }, () => answered(503));
  await publishNow(app, { ...thread, account: null });
  await tick(minutes(17), seconds(5));
  const stopped = await threadOf(thread);
  expect([stateOf(stopped), stopped.stopCode]).toEqual(["stopped", "media_late"]);
  expect(stopped.parts[1]?.error).toBe(uploadMessages.partLate);
  expect(await outWith()).toEqual(["Bees keep time. []"]);
});

/** The parts of a thread, each with how many pictures it has. */
const countsOf = async (thread: { tweetId: number }) => {
  const { parts } = await threadOf(thread);
  const found = await listPicturesOf(
    app.db,
    parts.map(({ id }) => id),
  );
  return parts.map(({ id, content }) => `${content} ${String(found.get(id)?.length ?? 0)}`);
};

it("words that only change their place take their pictures along", async () => {
  const thread = await writeThree();
  const [, second] = (await threadOf(thread)).parts;
  await withPicturesOf(second?.id ?? 0, "two");
  const names = () => countsOf(thread);
  await changeThread(app, { ...thread, parts: ["Bees keep time.", "Bees keep house.", "Bees keep warm."] });
  expect(await names()).toEqual(["Bees keep time. 0", "Bees keep house. 0", "Bees keep warm. 1"]);
  await changeThread(app, { ...thread, parts: ["Bees keep time.", "Bees keep house.", "Bees keep very warm."] });
  expect(await names()).toEqual(["Bees keep time. 0", "Bees keep house. 0", "Bees keep very warm. 1"]);
  await changeThread(app, {
    ...thread,
    parts: ["Bees keep time.", "Bees keep house.", { content: "Bees keep very warm.", pictures: [] }],
  });
  expect(await names()).toEqual(["Bees keep time. 0", "Bees keep house. 0", "Bees keep very warm. 0"]);
});

it("a picture goes along with its words alone: what is typed in their former place gets none", async () => {
  const thread = await writeThree();
  const [, second] = (await threadOf(thread)).parts;
  await withPicturesOf(second?.id ?? 0, "two");
  await changeThread(app, { ...thread, parts: ["Bees keep time.", "Bees keep cool.", "Bees keep warm."] });
  expect(await countsOf(thread)).toEqual(["Bees keep time. 0", "Bees keep cool. 0", "Bees keep warm. 1"]);
  const moved = ["Bees keep warm.", "Bees keep cool.", { content: "Bees keep still.", place: 2 }];
  await changeThread(app, { ...thread, parts: moved });
  expect(await countsOf(thread)).toEqual(["Bees keep warm. 1", "Bees keep cool. 0", "Bees keep still. 0"]);
  await publishNow(app, { ...thread, account: null });
  await tick(minutes(1));
  expect(await outWith()).toEqual(["Bees keep warm. [two]", "Bees keep cool. []", "Bees keep still. []"]);
});

it("the pictures of a part that is out can't be changed", async () => {
  const thread = await writeThree();
  await publishNow(app, { ...thread, account: null });
  const { parts } = await threadOf(thread);
  const mediaId = await makePicture("late");
  const wanted = parts.map(({ content }, n) => ({ content, pictures: n === 0 ? [{ mediaId }] : [] }));
  await expect(changeThread(app, { ...thread, parts: wanted })).rejects.toThrow(
    "Part 1 is already posted and can’t be changed.",
  );
  await expect(changePictures(app, { ...thread }, () => [{ mediaId }])).rejects.toMatchObject({ code: "already_sent" });
  await stopThread(app, thread);
});

it("a picture is whoever added it's, stands once in a tweet, and four are the most", async () => {
  const bob = await makePerson(app, "bob");
  const theirs = await makePicture("theirs", bob.user.id);
  const mine = await makePicture("mine");
  const put = (...ids: string[]) => changePictures(app, ask(0), () => ids.map((mediaId) => ({ mediaId })));
  await expect(put(theirs)).rejects.toMatchObject({ code: "invalid", message: mediaMessages.none });
  await expect(put(mine, mine)).rejects.toThrow(mediaMessages.twice);
  await expect(put(...Array.from({ length: 5 }, (_, n) => `${String(n)}`))).rejects.toThrow(mediaMessages.tooMany);
  await put(mine);
  await expect(removePicture(app, { userId: alice.user.id, id: mine })).rejects.toThrow(mediaMessages.inUse);
  await expect(changePictures(app, ask(0), () => [{ mediaId: mine, altText: "x".repeat(1_001) }])).rejects.toThrow(
    mediaMessages.longText,
  );
});

it("whoever asks what changed since is told of a later part's pictures in the thread's first", async () => {
  const mediaId = await makePicture("wren");
  const parts = ["Wrens sing.", "And then some."];
  const first = await writeThread(app, { userId: alice.user.id, parts, account: account.networkUserId });
  const later = await app.db.selectFrom("tweets").select("id").where("part_no", "=", 2).executeTakeFirstOrThrow();
  app.clock.advance(1);
  await changePictures(app, { userId: alice.user.id, tweetId: later.id }, () => [{ mediaId }]);
  expect((await getTweet(app, alice.user.id, first.id)).updatedAt).toBe(app.clock.now());
});

it("a picture that left its tweet stays a day from then on", async () => {
  await withPictures(0, "wren");
  app.clock.advance(days(3));
  await changePictures(app, ask(0), () => []);
  await prunePictures(app);
  expect(await app.db.selectFrom("media").select("id").execute()).toHaveLength(1);
  app.clock.advance(days(1));
  await prunePictures(app);
  expect(await app.db.selectFrom("media").select("id").execute()).toEqual([]);
});

it("an account that is unlinked meanwhile takes no more of them", async () => {
  await withPictures(0, "wren", "robin");
  await at(0, minutes(3));
  await unlink(app, alice.user.id, account.networkUserId);
  expect(await ahead()).toBe(0);
  await tick(minutes(3));
  expect(await paid()).toEqual([]);
  expect(other.id).not.toBe(account.id);
  expect(await pass()).toBe(0);
});
