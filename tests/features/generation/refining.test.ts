// Refining: a tweet's words said again, another like it, a batch again; what was there is kept, and nothing is overwritten.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "~/ground/time/clock.server";
import { hours } from "~/ground/time/duration";
import type { Account } from "~/features/accounts/account";
import {
  getBatch,
  getTask,
  listRefining,
  refine,
  runQueued,
  writeAgain,
} from "~/features/generation/generation.server";
import { editTweet, publishNow, restoreVersion } from "~/features/publishing/publishing.server";
import { scheduleAt } from "~/features/scheduling/scheduling.server";
import { moveToTrash } from "~/features/ideas/ideas.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { listVersions, maxVersions } from "~/features/tweets/versions.server";
import { createLog } from "~/ground/telemetry/log.server";
import { createGemini } from "~/ports/ai/gemini/provider.server";
import type { Instruction } from "~/ports/ai/refine";
import { createTestApp, type TestApp } from "~tests/support/app";
import { type FakeGemini, grounding, replies, startFakeGemini } from "~tests/support/fakes/fake-gemini";
import { linkAccount, makeBatch, makePerson, type Person } from "~tests/support/people/make";

let fake: FakeGemini;
let app: TestApp;
let alice: Person;
let own: Account;
let tweets: Tweet[];
beforeEach(async () => {
  fake = await startFakeGemini();
  const settings = { apiKey: "test-key", model: "gemini-3.5-flash-lite", baseUrl: fake.origin };
  app = await createTestApp({
    config: { quietHours: null },
    ai: createGemini({ ...settings, log: createLog({ logLevel: "silent" }), clock: systemClock }),
  });
  alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_default");
  own = await linkAccount(app, alice, "alice_too");
  fake.next(replies.tweets(["One long tweet about trains.", "Two.", "Three.", "Four.", "Five."]));
  tweets = await makeBatch(app, alice, own, "trains");
});
afterEach(async () => {
  await app.close();
  await fake.close();
});

const first = () => tweets[0] as Tweet;
const ask = (instruction: Instruction = "shorter", words: string | null = null, tweetId = first().id) =>
  refine(app, { userId: alice.user.id, tweetId, instruction, words });
const run = async () => (await runQueued(app)).done;
const read = (id = first().id) => getTweet(app, alice.user.id, id);
const texts = async () => (await getBatch(app, first().batchId ?? "", alice.user.id)).tweets.map((one) => one.content);
const versions = async (id = first().id) =>
  (await listVersions(app, alice.user.id, id)).map(({ no, content, by, instruction }) => [
    no,
    content,
    by,
    instruction,
  ]);
const answer = (text: string) => fake.next(replies.tweets([text]));
const task = (id: string) => getTask(app, id, alice.user.id);
const question = () => fake.calls.at(-1)?.body.contents?.[0]?.parts[0]?.text ?? "";
const line = (name: string) => new RegExp(`^${name} = (.*)$`, "m").exec(question())?.[1] ?? "";

describe("a refined tweet", () => {
  it("says the writer's new words, and what it said is kept with who wrote it", async () => {
    answer("Trains, short.");
    const id = await ask();
    await run();
    expect(await read()).toMatchObject({ content: "Trains, short.", state: "pending", account: { id: own.id } });
    expect(await task(id)).toMatchObject({ status: "success", tweetId: first().id, note: null });
    expect(await versions()).toEqual([
      [2, "Trains, short.", "writer", "shorter"],
      [1, "One long tweet about trains.", "writer", null],
    ]);
  });

  it("is what it was once the version before is brought back, and what it was refined to is still there", async () => {
    answer("Trains, short.");
    await ask();
    await run();
    const back = await restoreVersion(app, { userId: alice.user.id, tweetId: first().id, no: 1 });
    expect(back.content).toBe("One long tweet about trains.");
    expect(await versions()).toEqual([
      [3, "One long tweet about trains.", "writer", null],
      [2, "Trains, short.", "writer", "shorter"],
      [1, "One long tweet about trains.", "writer", null],
    ]);
  });

  it("is told apart from what a person has edited", async () => {
    await editTweet(app, { userId: alice.user.id, tweetId: first().id, content: "My own words." });
    expect(await versions()).toEqual([
      [2, "My own words.", "person", null],
      [1, "One long tweet about trains.", "writer", null],
    ]);
  });

  it("keeps twenty versions, and the oldest goes", async () => {
    for (let n = 0; n < 25; n += 1)
      await editTweet(app, { userId: alice.user.id, tweetId: first().id, content: `Words ${n}` });
    const kept = await versions();
    expect(kept).toHaveLength(maxVersions);
    expect([kept[0], kept.at(-1)]).toEqual([
      [26, "Words 24", "person", null],
      [7, "Words 5", "person", null],
    ]);
    const gone = restoreVersion(app, { userId: alice.user.id, tweetId: first().id, no: 6 });
    await expect(gone).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([
    ["too long", "word ".repeat(60).trim(), "19 characters over the limit"],
    ["a stranger mentioned", "Ask @nasa", "It mentions @nasa"],
    ["a stranger's link", "See evil.example.com", "It links to evil.example.com"],
    ["two cashtags", "$F $GM", "It has more than one $cashtag"],
    ["the same again", "One LONG tweet about trains", "It says the same as another post"],
    ["another of its batch", "two!", "It says the same as another post"],
    ["a gap to fill in", "Meet [Your Train].", "It has a gap"],
    ["no shorter", "One long tweet about many trains.", "It is not shorter"],
  ])("never says what can't be posted: %s is asked for once more, then refused", async (_name, text, fault) => {
    answer(text);
    answer("Trains.");
    await ask();
    await run();
    expect((await read()).content).toBe("Trains.");
    expect(JSON.parse(line("faulty"))).toMatchObject([{ post: text, fault: expect.stringContaining(fault) as string }]);
  });

  it("is bare of what the writer wraps round it, and keeps what is its own", async () => {
    await editTweet(app, { userId: alice.user.id, tweetId: first().id, content: "#a #b #c #d [Your Train] &amp; me" });
    answer('Here\'s a bolder version:\n\n**Tweet:** "#a #b #c #d [Your Train] &amp; all of us" (42 characters)');
    await ask("bolder");
    await run();
    expect((await read()).content).toBe("#a #b #c #d [Your Train] &amp; all of us");
  });

  it("is not there where the second answer can't be posted either: nothing changed, and the task says it", async () => {
    answer("Ask @nasa");
    answer("Ask @esa");
    const id = await ask("bolder");
    await run();
    expect(await task(id)).toMatchObject({ status: "failed", tweetId: null });
    expect((await task(id)).error).toMatch(/no usable rewrite/);
    expect((await read()).content).toBe("One long tweet about trains.");
    expect((await versions()).length).toBe(1);
  });

  it("may name whom its words, its topic or the wish name", async () => {
    await editTweet(app, { userId: alice.user.id, tweetId: first().id, content: "I asked @nasa about trains." });
    answer("Ask @nasa and @esa at esa.int");
    await ask("own", "mention @esa and link esa.int");
    await run();
    expect((await read()).content).toBe("Ask @nasa and @esa at esa.int");
  });
});

describe("meanwhile", () => {
  it.each<[string, string, (id: number) => Promise<unknown>]>([
    ["edited", "was edited", (id) => editTweet(app, { userId: alice.user.id, tweetId: id, content: "Mine." })],
    [
      "scheduled",
      "was scheduled",
      (id) =>
        scheduleAt(app, {
          userId: alice.user.id,
          tweetId: id,
          account: own.networkUserId,
          executeAt: app.clock.now() + hours(3),
        }),
    ],
    [
      "sent",
      "started posting",
      (id) => publishNow(app, { userId: alice.user.id, tweetId: id, account: own.networkUserId }),
    ],
  ])(
    "%s, it keeps its words: the answer is a tweet of its own right below it, and the task says so",
    async (_name, what, act) => {
      answer("Trains, short.");
      const id = await ask();
      await act(first().id);
      const before = (await read()).content;
      await run();
      expect((await read()).content).toBe(before);
      expect((await texts()).filter((text) => text !== before).slice(0, 2)).toEqual(["Trains, short.", "Two."]);
      const ended = await task(id);
      expect(ended.note).toBe(`The tweet ${what} while the AI was writing, so the rewrite is a new tweet.`);
      expect(await read(ended.tweetId ?? 0)).toMatchObject({ state: "pending", account: { id: own.id } });
    },
  );

  it("deleted, the answer is a tweet of its own at the end of the batch", async () => {
    answer("Trains, short.");
    const id = await ask();
    await app.db.deleteFrom("tweets").where("id", "=", first().id).execute();
    await run();
    expect(await texts()).toEqual(["Two.", "Three.", "Four.", "Five.", "Trains, short."]);
    expect((await task(id)).note).toMatch(/original was deleted/);
  });

  it("a second refinement of the same tweet, from another tab, is refused; of another tweet it is taken", async () => {
    const [one, two] = await Promise.allSettled([ask("shorter"), ask("bolder")]);
    expect([one.status, two.status].sort()).toEqual(["fulfilled", "rejected"]);
    const refused = one.status === "rejected" ? one : (two as PromiseRejectedResult);
    expect(refused.reason).toMatchObject({ code: "being_written" });
    await ask("bolder", null, (tweets[1] as Tweet).id);
    await run();
    await ask("simpler");
  });

  it.each([
    ["scheduled", "Unschedule it", "not_draft"],
    ["published", "already posting or posted", "already_sent"],
    ["discarded", "in Trash", "discarded"],
  ])("a tweet that is %s already is not asked about", async (state, sentence, code) => {
    const by = { userId: alice.user.id, tweetId: first().id, account: null };
    if (state === "published") await publishNow(app, by);
    else if (state === "discarded") await moveToTrash(app, by);
    else await scheduleAt(app, { ...by, executeAt: app.clock.now() + hours(3) });
    await expect(ask()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(sentence) as string,
    });
  });

  it("nobody else's tweet, batch or version is there", async () => {
    const bob = (await makePerson(app, "bob")).user.id;
    const [tweetId, batchId] = [first().id, first().batchId ?? ""];
    for (const act of [
      () => refine(app, { userId: bob, tweetId, instruction: "shorter", words: null }),
      () => writeAgain(app, { userId: bob, batchId }),
      () => listVersions(app, bob, tweetId),
      () => restoreVersion(app, { userId: bob, tweetId, no: 1 }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "not_found" });
  });

  it("what the writer refuses changes nothing, and is told on the tweet", async () => {
    fake.next(replies.perDay());
    const id = await ask();
    await run();
    expect((await read()).content).toBe("One long tweet about trains.");
    const { ofTweets } = await listRefining(app, first().batchId, [first().id]);
    expect(ofTweets.get(first().id)).toMatchObject({ taskId: id, state: "failed", instruction: "shorter" });
  });
});

it("another like it stands right below it, of the same account, and it stays as it is", async () => {
  answer("Another thought on trains.");
  const id = await ask("another");
  await run();
  expect((await texts()).slice(0, 3)).toEqual(["One long tweet about trains.", "Another thought on trains.", "Two."]);
  const { tweetId, note } = await task(id);
  expect(note).toBeNull();
  expect(await read(tweetId ?? 0)).toMatchObject({ account: { id: own.id }, origin: "generated" });
});

describe("a batch again", () => {
  const again = () => writeAgain(app, { userId: alice.user.id, batchId: first().batchId ?? "" });

  it("replaces what is pending and unedited, and keeps what that said", async () => {
    const [one, two, three] = tweets.map(({ id }) => id);
    const by = { userId: alice.user.id, account: null };
    await editTweet(app, { ...by, tweetId: one ?? 0, content: "Mine." });
    await scheduleAt(app, { ...by, tweetId: two ?? 0, executeAt: app.clock.now() + hours(3) });
    fake.next(replies.tweets(["New three", "New four", "New five"]));
    await again();
    await run();
    expect(await texts()).toEqual(["Mine.", "Two.", "New three", "New four", "New five"]);
    expect(await versions(three)).toEqual([
      [2, "New three", "writer", "again"],
      [1, "Three.", "writer", null],
    ]);
    expect(JSON.parse(line("earlier"))).toEqual(expect.arrayContaining(["Three.", "Four.", "Five."]));
  });

  it("has searched where this time's answer did, whatever the answer before it", async () => {
    await app.db.updateTable("batches").set({ web_search: 1 }).execute();
    const searched = async (texts: string[], more = {}) => {
      fake.always(replies.tweets(texts, more));
      await again();
      await run();
      return (await getBatch(app, first().batchId ?? "", alice.user.id)).searched;
    };
    expect(await searched(["a", "b", "c", "d", "e"], { grounding: grounding() })).toBe(true);
    expect(await searched(["f", "g", "h", "i", "j"])).toBe(false);
  });

  it("is refused while it is being written again, and so is a tweet of it", async () => {
    await again();
    await expect(again()).rejects.toMatchObject({ code: "being_written" });
    await expect(ask()).rejects.toMatchObject({ code: "being_written" });
  });

  it("is refused where nothing of it is left to be written again", async () => {
    for (const { id } of tweets) await editTweet(app, { userId: alice.user.id, tweetId: id, content: `Mine ${id}` });
    await expect(again()).rejects.toMatchObject({ code: "not_draft" });
  });

  it("keeps a tweet that was edited while the AI wrote, and puts its answer below it", async () => {
    let release = () => {};
    const written = replies.tweets(["New one", "New two", "New three", "New four", "New five"]);
    fake.next(() => new Promise((resolve) => (release = () => resolve(written))));
    const id = await again();
    const { done } = await runQueued(app);
    await vi.waitFor(() => expect(fake.calls).toHaveLength(2));
    await editTweet(app, { userId: alice.user.id, tweetId: first().id, content: "Mine." });
    release();
    await done;
    expect(await texts()).toEqual(["Mine.", "New one", "New two", "New three", "New four", "New five"]);
    expect((await task(id)).note).toMatch(/was edited while/);
  });
});
