// Compose: a text with its images, its account and its time is one transaction, and one form is one tweet.
import { beforeEach, describe, expect, it } from "vitest";
import { listPicturesOf } from "~/features/media/media.server";
import { setDefault } from "~/features/accounts/accounts.server";
import { compose, findMade } from "~/features/scheduling/compose/compose.server";
import { addToTimeline, planAll, scheduleAt, unschedule } from "~/features/scheduling/scheduling.server";
import {
  editTweet,
  pauseAccount,
  postAs,
  postSoon,
  publishNow,
  restoreVersion,
  resumeAccount,
  writeThread,
  writeTweet,
} from "~/features/publishing/publishing.server";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { disablePerson } from "~/features/people/people.server";
import { undoMessages } from "~/features/publishing/rules/undo";
import { slotOf } from "~/features/timeline/week";
import { maxUnsentBytes, roomMessages } from "~/features/tweets/store/room.server";
import { insertTweets } from "~/features/tweets/tweets.server";
import { listVersions } from "~/features/tweets/versions.server";
import { AppError } from "~/ground/errors";
import { days, hours } from "~/ground/time/duration";
import { localDate } from "~/ground/time/zone";
import { givePicture } from "~tests/support/calls/api-cast";
import { linkAccount, makeBatch, makePerson } from "~tests/support/people/make";
import {
  account,
  alice,
  all,
  app,
  draft,
  network,
  other,
  postNow,
  random,
  read,
  readParts,
  save,
  seen,
  setStage,
} from "./compose-stage";

setStage();

const long = "Bees keep us. ".repeat(40).trim();

describe("a new one", () => {
  it("has its text, its images and its time as the account that was chosen, which is not the default", async () => {
    const mediaId = await givePicture(app, alice.user.id, "bee");
    const parts = [{ content: "Bees keep us.", pictures: [{ mediaId, altText: "A bee" }] }];
    const request = { userId: alice.user.id, tweetId: null, parts, account: account.networkUserId, seen: null };
    const { tweetId, place, isNew } = await compose(app, { ...request, when: random, once: null });
    const tweet = await read(tweetId);
    expect(tweet).toMatchObject({ state: "scheduled", content: "Bees keep us.", ownAccountId: account.id });
    expect(place).toMatchObject({ executeAt: tweet.dueAt, account: account.networkUserId });
    expect(isNew).toBe(true);
    const shown = (await listPicturesOf(app.db, [tweetId])).get(tweetId);
    expect(shown).toMatchObject([{ mediaId, altText: "A bee" }]);
  });

  it("of several parts is one thread, and its slot or exact time is that of its first part", async () => {
    const date = localDate(app.clock.now() + hours(24), "UTC");
    const inSlot = await save(["One.", "Two."], { choice: "slot", date, hour: 15, anyway: false });
    expect(slotOf(inSlot.place?.executeAt ?? 0, "UTC")).toEqual({ date, hour: 15 });
    const executeAt = app.clock.now() + days(2);
    const exact = await save(["Three.", "Four."], { choice: "exact", executeAt });
    expect(exact.place).toMatchObject({ executeAt, reason: null });
    for (const { tweetId } of [inSlot, exact]) {
      const parts = await readParts(tweetId);
      expect(parts.map(({ state }) => state)).toEqual(["scheduled", "pending"]);
      expect(parts.map(({ ownAccountId }) => ownAccountId)).toEqual([account.id, account.id]);
    }
  });

  it("leaves nothing where its time, its text, its image or its account is refused", async () => {
    await save(["Said before."], { choice: "exact", executeAt: app.clock.now() + days(1) });
    const before = await all();
    const yesterday = localDate(app.clock.now() - hours(24), "UTC");
    const slot = { choice: "slot", date: yesterday, hour: 9, anyway: false } as const;
    await expect(save(["A."], slot)).rejects.toMatchObject({ message: "This time slot is in the past." });
    await expect(save(["A.", "B."], slot)).rejects.toMatchObject({ code: "invalid" });
    await expect(save([long], random)).rejects.toMatchObject({ code: "invalid" });
    await expect(save(["Said before."], random)).rejects.toMatchObject({ code: "duplicate" });
    await expect(save(["A."], draft, { account: "999" })).rejects.toMatchObject({ code: "not_found" });
    await pauseAccount(app, alice.user.id, account.networkUserId);
    await expect(save(["A."], random)).rejects.toMatchObject({ code: "account_paused" });
    const parts = [{ content: "A.", pictures: [{ mediaId: "none" }] }];
    const request = { userId: alice.user.id, tweetId: null, parts, account: null, seen: null, once: null };
    await expect(compose(app, { ...request, when: random })).rejects.toMatchObject({ code: "invalid" });
    expect(await all()).toEqual(before);
  });

  it("of somebody else is not found, nor is their account or their image", async () => {
    const bob = await makePerson(app, "bob");
    const theirs = await linkAccount(app, bob, "bob_x");
    const { tweetId } = await save(["Mine."], draft);
    const change = { userId: bob.user.id, tweetId, account: null };
    await expect(save(["Yours."], draft, change)).rejects.toMatchObject({ code: "not_found" });
    const named = { account: theirs.networkUserId };
    await expect(save(["A."], draft, named)).rejects.toMatchObject({ code: "not_found" });
    await expect(save(["A."], draft, { ...named, tweetId })).rejects.toMatchObject({ code: "not_found" });
    const parts = [{ content: "A.", pictures: [{ mediaId: await givePicture(app, alice.user.id, "bee") }] }];
    const request = { userId: bob.user.id, tweetId: null, parts, account: null, seen: null, once: null };
    await expect(compose(app, { ...request, when: draft })).rejects.toMatchObject({ code: "invalid" });
    expect(await all()).toEqual([["Mine.", "pending"]]);
  });
});

describe("a draft", () => {
  it("may be over the limit up to 5,000 code units, and only posting and scheduling refuse that", async () => {
    const { tweetId } = await save([long], draft);
    expect((await read(tweetId)).content).toBe(long);
    const ideographs = "蜂".repeat(5_000);
    await save([ideographs], draft, { tweetId });
    expect((await read(tweetId)).content).toBe(ideographs);
    await expect(save([`${ideographs}蜂`], draft, { tweetId })).rejects.toMatchObject({ code: "invalid" });
    await expect(save([" \n"], draft, { tweetId })).rejects.toMatchObject({ message: "Write something first." });
    await expect(save(["A\uFFFE"], draft, { tweetId })).rejects.toMatchObject({ code: "invalid" });
    await expect(save([ideographs], random, { tweetId })).rejects.toMatchObject({ code: "invalid" });
    await expect(save([ideographs, "Short."], draft)).resolves.toMatchObject({ isNew: true });
    await expect(save([`${long}.`, "Short."], random)).rejects.toMatchObject({ code: "invalid" });
    expect(await read(tweetId)).toMatchObject({ content: ideographs, state: "pending" });
  });

  it("over the limit is refused by the verbs of the API, and by every way onto the timeline and to X", async () => {
    const { tweetId } = await save([long], draft);
    const thread = await save(["Short.", long], draft);
    const { id: userId } = alice.user;
    const invalid = { code: "invalid" };
    await expect(writeTweet(app, { userId, content: long, account: null })).rejects.toMatchObject(invalid);
    await expect(editTweet(app, { userId, tweetId, content: `${long}!` })).rejects.toMatchObject(invalid);
    await expect(writeThread(app, { userId, parts: [long, "Short."], account: null })).rejects.toMatchObject(invalid);
    for (const id of [tweetId, thread.tweetId]) {
      const request = { userId, tweetId: id, account: null };
      await expect(addToTimeline(app, { ...request, timeZone: null })).rejects.toMatchObject(invalid);
      await expect(scheduleAt(app, { ...request, executeAt: app.clock.now() })).rejects.toMatchObject(invalid);
      await expect(publishNow(app, request)).rejects.toMatchObject(invalid);
      await expect(postSoon(app, request)).rejects.toMatchObject(invalid);
    }
    const plan = await planAll(app, { userId, tweetIds: [tweetId, thread.tweetId], days: 3 });
    expect(plan).toMatchObject({ tweets: [], refused: [{ tweetId }, { tweetId: thread.tweetId }] });
    expect(network.handed).toEqual([]);
  });

  it("gets a version over the limit back on the screens, and not by the API", async () => {
    const { tweetId } = await save([long], draft);
    await save(["Short."], draft, { tweetId });
    const back = { userId: alice.user.id, tweetId, no: 1 };
    await expect(restoreVersion(app, back)).rejects.toMatchObject({ code: "invalid" });
    expect(await restoreVersion(app, { ...back, isKept: true })).toMatchObject({ content: long });
    await save(["Short."], random, { tweetId });
    await expect(restoreVersion(app, { ...back, isKept: true })).rejects.toMatchObject({ code: "invalid" });
  });

  it("keeps its row as part 1 where it gets parts, with its versions, its batch and its account", async () => {
    const [tweet] = await makeBatch(app, alice, account);
    const tweetId = tweet!.id;
    await save(["Bees keep us.", "And we keep bees."], draft, { tweetId, seen: await seen(tweetId) });
    const parts = await readParts(tweetId);
    expect(parts.map(({ content }) => content)).toEqual(["Bees keep us.", "And we keep bees."]);
    expect(parts[0]).toMatchObject({ id: tweetId, batchId: tweet!.batchId, part: { no: 1 } });
    expect(parts.map(({ ownAccountId }) => ownAccountId)).toEqual([account.id, account.id]);
    expect(await listVersions(app, alice.user.id, tweetId)).toMatchObject([
      { content: "Bees keep us." },
      { content: tweet!.content },
    ]);
    await expect(save(["Bees."], draft, { tweetId })).rejects.toMatchObject({ code: "invalid" });
  });

  it("keeps its images where it gets parts, beside those of the other parts", async () => {
    const [bee, wren] = [await givePicture(app, alice.user.id, "bee"), await givePicture(app, alice.user.id, "wren")];
    const first = { content: "One.", pictures: [{ mediaId: bee, altText: "A bee" }] };
    const request = { userId: alice.user.id, account: account.networkUserId, when: draft, seen: null, once: null };
    const { tweetId } = await compose(app, { ...request, tweetId: null, parts: [first] });
    const second = { content: "Two.", pictures: [{ mediaId: wren, altText: "A wren" }] };
    await compose(app, { ...request, tweetId, parts: [first, second] });
    const ids = (await readParts(tweetId)).map(({ id }) => id);
    const shown = await listPicturesOf(app.db, ids);
    expect(ids.map((id) => (shown.get(id) ?? []).map(({ mediaId }) => mediaId))).toEqual([[bee], [wren]]);
  });

  it("is marked as made with AI where nothing else of it changes", async () => {
    const mediaId = await givePicture(app, alice.user.id, "bee");
    const request = { userId: alice.user.id, account: account.networkUserId, when: draft, seen: null, once: null };
    const partOf = (madeWithAi: boolean) => [{ content: "One.", pictures: [{ mediaId, madeWithAi }] }];
    const { tweetId } = await compose(app, { ...request, tweetId: null, parts: partOf(false) });
    await compose(app, { ...request, tweetId, parts: partOf(true) });
    expect((await listPicturesOf(app.db, [tweetId])).get(tweetId)).toMatchObject([{ mediaId, madeWithAi: true }]);
  });

  it("gets no parts for which there is no room, and stays as it is", async () => {
    const { tweetId } = await save(["One."], draft);
    const { id: userId } = alice.user;
    const megabyte = { userId, accountId: null, accountIsOwn: false, batchId: null, position: 0 };
    const texts = Array.from({ length: maxUnsentBytes / 1_000_000 - 1 }, (_, n) => ({
      ...megabyte,
      origin: "own" as const,
      content: "x".repeat(1_000_000),
      fingerprint: `filled ${n}`,
      now: app.clock.now(),
    }));
    await insertTweets(app.db, texts);
    await save(["One.", "Two."], draft);
    await insertTweets(app.db, [{ ...texts[0]!, content: "x".repeat(1_000_000 - 20) }]);
    const grow = save(["One.", "Two, which is longer than that."], draft, { tweetId });
    await expect(grow).rejects.toMatchObject({ code: "limit_reached", message: roomMessages.bytes });
    expect((await readParts(tweetId)).map(({ content }) => content)).toEqual(["One."]);
  });

  it("changes its account for the chosen one, also over the limit, and stays where it follows the default", async () => {
    const { tweetId } = await save([long], draft);
    await save([long], draft, { tweetId, account: other.networkUserId });
    expect((await read(tweetId)).ownAccountId).toBe(other.id);
    const [tweet] = await makeBatch(app, alice, null);
    await save(["Other words."], draft, { tweetId: tweet!.id, account: other.networkUserId });
    expect((await read(tweet!.id)).ownAccountId).toBeNull();
  });

  it("that changed or was scheduled since the user saw it is refused, unless it says what they say", async () => {
    const { tweetId } = await save(["One."], draft);
    const before = await seen(tweetId);
    await save(["Two."], draft, { tweetId });
    await expect(save(["Three."], draft, { tweetId, seen: before })).rejects.toMatchObject({ code: "changed" });
    await save(["Two."], draft, { tweetId, seen: before });
    await save(["Two."], random, { tweetId });
    const stale = save(["Two."], draft, { tweetId, seen: before });
    await expect(stale).rejects.toMatchObject({ code: "changed" });
    expect(await read(tweetId)).toMatchObject({ content: "Two.", state: "scheduled" });
  });
});

describe("a scheduled one", () => {
  it("keeps its time or gets another, with new words and as its own account", async () => {
    const { tweetId, place } = await save(["One."], random);
    const kept = await save(["Two."], { choice: "keep" }, { tweetId, seen: await seen(tweetId) });
    expect(kept).toMatchObject({ place: { executeAt: place?.executeAt }, isNew: false });
    const executeAt = app.clock.now() + days(3);
    await save(["Three."], { choice: "exact", executeAt }, { tweetId, seen: await seen(tweetId) });
    expect(await read(tweetId)).toMatchObject({ content: "Three.", dueAt: executeAt, ownAccountId: account.id });
    await expect(save([long], { choice: "keep" }, { tweetId })).rejects.toMatchObject({ code: "invalid" });
    await expect(save(["Four.", "Five."], { choice: "keep" }, { tweetId })).rejects.toMatchObject({
      code: "not_draft",
      message: "This tweet is scheduled. Unschedule it first, then add parts.",
    });
    await save([long, "Five."], draft, { tweetId });
    expect((await readParts(tweetId)).map(({ state }) => state)).toEqual(["pending", "pending"]);
  });

  it("changes its account with its time kept, and one that was unscheduled meanwhile has no time to keep", async () => {
    const { tweetId, place } = await save(["One."], random);
    await save(["One."], { choice: "keep" }, { tweetId, account: other.networkUserId });
    expect(await read(tweetId)).toMatchObject({ ownAccountId: other.id, dueAt: place?.executeAt });
    await unschedule(app, { userId: alice.user.id, tweetId });
    const keep = save(["Two."], { choice: "keep" }, { tweetId });
    await expect(keep).rejects.toMatchObject({ code: "not_scheduled" });
  });
});

describe("a form whose answer was lost", () => {
  it.each([
    ["saved", ["Bees keep us."], draft],
    ["scheduled", ["Bees keep us."], random],
    ["scheduled as a thread", ["Bees keep us.", "We keep bees."], random],
  ])("and that is sent again is %s once, and gets the first answer", async (_, texts, when) => {
    const first = await save(texts, when, { once: "form 1" });
    const rows = await all();
    app.clock.advance(hours(1));
    expect(await save(texts, when, { once: "form 1" })).toEqual(first);
    expect(await all()).toEqual(rows);
    // The control: without its id it is a second one.
    const again = save(texts, when).then(() => all());
    if (when === draft) expect(await again).toHaveLength(rows.length + texts.length);
    else await expect(again).rejects.toMatchObject({ code: "duplicate" });
  });

  it("and whose words went on changes the tweet that it made, unless that changed elsewhere", async () => {
    const { tweetId } = await save(["Bees keep us."], draft, { once: "form 1" });
    const again = { once: "form 1", isAnswerLost: true };
    expect(await save(["Bees keep us all."], random, again)).toMatchObject({ tweetId, isNew: false });
    expect(await all()).toEqual([["Bees keep us all.", "scheduled"]]);
    await editTweet(app, { userId: alice.user.id, tweetId, content: "Changed in another tab." });
    await expect(save(["Bees."], draft, again)).rejects.toMatchObject({ code: "changed" });
    expect(await all()).toEqual([["Changed in another tab.", "scheduled"]]);
  });

  it("is not meant where its answer arrived: other text in the form is refused, and another time is not", async () => {
    const { tweetId } = await save(["Bees keep us."], draft, { once: "form 1" });
    expect(await findMade(app, alice.user.id, "form 1")).toBe(tweetId);
    const bob = await makePerson(app, "bob");
    expect(await findMade(app, bob.user.id, "form 1")).toBeNull();
    await expect(save(["Another tweet."], draft, { once: "form 1" })).rejects.toMatchObject({ code: "changed" });
    expect(await save(["Bees keep us."], random, { once: "form 1" })).toMatchObject({ tweetId, isNew: false });
    expect(await all()).toEqual([["Bees keep us.", "scheduled"]]);
  });

  it("and whose account is another the second time changes the account of the tweet that it made", async () => {
    const { tweetId } = await save(["Bees keep us."], draft, { once: "form 1" });
    const again = { once: "form 1", account: other.networkUserId };
    expect(await save(["Bees keep us."], draft, again)).toMatchObject({ tweetId, isNew: false });
    expect((await read(tweetId)).ownAccountId).toBe(other.id);
    expect(await all()).toEqual([["Bees keep us.", "pending"]]);
  });

  it("of a change is not told that the tweet changed, for the change is its own", async () => {
    const { tweetId } = await save(["One."], draft);
    const form = { tweetId, seen: await seen(tweetId), once: "form 2" };
    await save(["Two."], draft, form);
    await save(["Three."], draft, form);
    expect(await all()).toEqual([["Three.", "pending"]]);
  });

  it("is new again after a day, where its tweet is in Trash, and for another person", async () => {
    const { tweetId } = await save(["One."], draft, { once: "form 1" });
    await moveToTrash(app, { userId: alice.user.id, tweetId });
    expect(await save(["Two."], draft, { once: "form 1" })).toMatchObject({ isNew: true });
    app.clock.advance(days(1));
    expect(await save(["Two."], draft, { once: "form 1" })).toMatchObject({ isNew: true });
    const bob = await makePerson(app, "bob");
    const theirs = { userId: bob.user.id, account: null, once: "form 1" };
    expect(await save(["Two."], draft, theirs)).toMatchObject({ isNew: true });
  });

  it("is done again where its tweet was unscheduled, or its words replaced, in between", async () => {
    const { tweetId } = await save(["One."], random, { once: "form 1" });
    await unschedule(app, { userId: alice.user.id, tweetId });
    expect(await save(["One."], random, { once: "form 1" })).toMatchObject({ tweetId, isNew: false });
    expect(await all()).toEqual([["One.", "scheduled"]]);
    await editTweet(app, { userId: alice.user.id, tweetId, content: "Rewritten." });
    const form = { tweetId, seen: await seen(tweetId), once: "form 1" };
    await save(["One."], { choice: "keep" }, form);
    await editTweet(app, { userId: alice.user.id, tweetId, content: "Rewritten." });
    await save(["One."], { choice: "keep" }, form);
    expect(await all()).toEqual([["One.", "scheduled"]]);
  });

  it("that was refused kept nothing, so it may be sent again", async () => {
    await expect(save([long], random, { once: "form 1" })).rejects.toMatchObject({ code: "invalid" });
    expect(await app.db.selectFrom("retries").selectAll().execute()).toEqual([]);
    expect(await save(["Short."], random, { once: "form 1" })).toMatchObject({ isNew: true });
  });
});

describe("Post Now", () => {
  it("posts as the chosen account, and as the draft's own where none is chosen", async () => {
    const { outcome, tweetId } = await postNow(["One."]);
    expect(outcome).toMatchObject({ kind: "posted", tweet: { id: tweetId, state: "published" } });
    const { tweetId: second } = await save(["Two."], draft);
    await postNow(["Two, changed."], { tweetId: second, seen: await seen(second) });
    for (const id of [tweetId, second]) expect((await read(id)).account?.id).toBe(account.id);
    expect(network.accepted).toEqual(["One.", "Two, changed."]);
  });

  it("posts as the account that the form showed, if the default changed since", async () => {
    const [tweet] = await makeBatch(app, alice, null);
    await setDefault(app, alice.user.id, account.networkUserId);
    await postNow(["New words."], { tweetId: tweet!.id, account: other.networkUserId });
    expect((await read(tweet!.id)).account?.id).toBe(other.id);
  });

  it("leaves a draft with the sentence where it is refused, and the same form then goes on with it", async () => {
    const refused = await postNow([long], { once: "form 1" });
    expect(refused.outcome).toMatchObject({ kind: "refused", error: { code: "invalid" } });
    expect(await all()).toEqual([[long, "pending"]]);
    const posted = await postNow(["Bees keep us."], { once: "form 1", isAnswerLost: true });
    expect(posted).toMatchObject({ tweetId: refused.tweetId, outcome: { kind: "posted" } });
    expect(await all()).toEqual([["Bees keep us.", "published"]]);
  });

  it("sent again posts nothing more, and tells what became of the first", async () => {
    await postNow(["One."], { once: "form 1" });
    expect(await postNow(["One."], { once: "form 1" })).toMatchObject({ outcome: { kind: "posted" } });
    network.faults.push("lost after");
    const lost = await postNow(["Two."], { once: "form 2" });
    expect(lost.outcome).toMatchObject({ kind: "refused", error: { code: "timeout" } });
    const again = await postNow(["Two."], { once: "form 2" });
    expect(again.outcome).toMatchObject({ kind: "refused", error: { code: "timeout" } });
    expect(network.handed).toEqual(["One.", "Two."]);
    // Other words under the same form: the first are posted, so these stay in the form.
    await expect(postNow(["One, changed."], { once: "form 1" })).rejects.toMatchObject({ code: "changed" });
    await expect(postNow(["One, changed."], { once: "form 1", isAnswerLost: true })).rejects.toMatchObject({
      code: "already_sent",
    });
    expect(network.handed).toHaveLength(2);
  });

  it("of a scheduled one leaves its time where it is refused, and takes it off the timeline where it is posted", async () => {
    const executeAt = app.clock.now() + days(1);
    const { tweetId } = await save(["One."], { choice: "exact", executeAt });
    await save(["Said elsewhere."], random);
    await expect(postNow(["Said elsewhere."], { tweetId })).rejects.toMatchObject({ code: "duplicate" });
    expect(await read(tweetId)).toMatchObject({ state: "scheduled", dueAt: executeAt, content: "One." });
    await pauseAccount(app, alice.user.id, account.networkUserId);
    const refused = await postNow(["Two."], { tweetId });
    expect(refused.outcome).toMatchObject({ kind: "refused", error: { code: "account_paused" } });
    expect(await read(tweetId)).toMatchObject({ state: "scheduled", dueAt: executeAt, content: "Two." });
    await resumeAccount(app, alice.user.id, account.networkUserId);
    expect(await postNow(["Two."], { tweetId })).toMatchObject({ outcome: { kind: "posted" } });
  });

  it("offers the five seconds once, and never to somebody who has them", async () => {
    expect(await postNow([long])).toMatchObject({ offersUndo: false });
    expect(await postNow(["One."])).toMatchObject({ offersUndo: true });
    expect(await postNow(["Two."])).toMatchObject({ offersUndo: false });
    const bob = await makePerson(app, "bob");
    await linkAccount(app, bob, "bob_x");
    await app.db.updateTable("users").set({ waits_to_post: 1 }).where("id", "=", bob.user.id).execute();
    const soon = await postNow(["Three."], { userId: bob.user.id, account: null, once: "form 3" });
    expect(soon).toMatchObject({ outcome: { kind: "soon" }, offersUndo: false });
    const again = await postNow(["Three."], { userId: bob.user.id, account: null, once: "form 3" });
    expect(again.outcome).toEqual(soon.outcome);
  });
});

describe("who may not write", () => {
  it("is a user who is disabled: nothing is saved", async () => {
    const { tweetId } = await save(["One."], draft);
    await disablePerson(app, alice.user.id, null);
    await expect(save(["Two."], draft)).rejects.toBeInstanceOf(AppError);
    await expect(save(["Two."], draft, { tweetId })).rejects.toBeInstanceOf(AppError);
    expect(await all()).toEqual([["One.", "pending"]]);
  });

  it("is anyone, into a tweet whose five seconds run: they are undone first", async () => {
    const { tweetId } = await save(["One."], draft);
    await postSoon(app, { userId: alice.user.id, tweetId, account: null });
    const waits = { code: "already_sent", message: undoMessages.waits };
    for (const more of [{}, { account: other.networkUserId }])
      await expect(save(["One."], draft, { tweetId, ...more })).rejects.toMatchObject(waits);
    expect(await read(tweetId)).toMatchObject({ content: "One.", ownAccountId: account.id });
  });
});

describe("an account that is not the one that serves", () => {
  let tweetId: number;
  beforeEach(async () => {
    ({ tweetId } = await save(["One."], random));
  });

  it("is chosen with the time that a scheduled one gets, and is theirs until it is posted", async () => {
    await save(["One."], random, { tweetId, account: other.networkUserId });
    expect((await read(tweetId)).ownAccountId).toBe(other.id);
    await postAs(app, { userId: alice.user.id, tweetId, account: account.networkUserId });
    await save(["Two."], random, { tweetId });
    expect((await read(tweetId)).ownAccountId).toBe(account.id);
  });

  it("that is paused refuses to keep a time, and a draft is kept for it", async () => {
    await pauseAccount(app, alice.user.id, other.networkUserId);
    const keep = save(["Two."], { choice: "keep" }, { tweetId, account: other.networkUserId });
    await expect(keep).rejects.toMatchObject({ code: "account_paused" });
    expect(await read(tweetId)).toMatchObject({ content: "One.", ownAccountId: account.id });
    await save(["Two."], draft, { tweetId, account: other.networkUserId });
    expect(await read(tweetId)).toMatchObject({ content: "Two.", state: "pending", ownAccountId: other.id });
  });
});
