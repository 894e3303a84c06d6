// The room a person has for texts that are not out: each way that makes one asks for it, and nobody else's is touched.
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, it, vi } from "vitest";
import { sql } from "kysely";
import { days } from "~/ground/time/duration";
import { analyse } from "~/features/analysis/analysis.server";
import { readBots, runBots, startBot } from "~/features/bots/bots.server";
import { refine, request } from "~/features/generation/generation.server";
import { moveToTrash, emptyTrash } from "~/features/ideas/ideas.server";
import { changeThread, editTweet, publishNow, writeThread, writeTweet } from "~/features/publishing/publishing.server";
import { scheduleAt, writeInSlot, writeMany } from "~/features/scheduling/scheduling.server";
import { insertTweets } from "~/features/tweets/tweets.server";
import { maxUnsent, maxUnsentBytes, roomMessages } from "~/features/tweets/store/room.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { linkAccount, makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
let account: string;
beforeEach(async () => {
  app = await createTestApp({ config: { quietHours: null } });
  alice = await makePerson(app, "alice");
  await linkAccount(app, alice, "alice_default");
  account = (await linkAccount(app, alice, "alice_too")).networkUserId;
  return () => app.close();
});

const whose = (person = alice) => ({ userId: person.user.id });

/** So many of the person's drafts more, as a flood would leave them. */
async function fill(texts: number, content = (n: number) => `Filled ${n}`): Promise<void> {
  const now = app.clock.now();
  const row = (n: number) => ({
    ...whose(),
    accountId: null,
    accountIsOwn: false,
    batchId: null,
    position: 0,
    origin: "own" as const,
    content: content(n),
    fingerprint: `filled ${n}`,
    now,
  });
  for (let n = 0; n < texts; n += 500)
    await insertTweets(
      app.db,
      Array.from({ length: Math.min(500, texts - n) }, (_, m) => row(n + m)),
    );
}

const countTexts = async (): Promise<number> =>
  Number(
    (
      await app.db
        .selectFrom("tweets")
        .select(sql<number>`count(*)`.as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  );

const draft = (content: string) => writeTweet(app, { ...whose(), content, account });

/** Each way to make a text, by the file of the app that puts it in the database; what it makes is so many. */
const ways: Record<string, { in: string; makes: number; ask: () => Promise<() => Promise<unknown>> }> = {
  "one's own words": { in: "publishing/verbs/edit", makes: 1, ask: async () => () => draft("Own words") },
  "one's own words in a slot": {
    in: "publishing/verbs/edit",
    makes: 1,
    ask: async () => {
      const date = new Date(app.clock.now() + days(2)).toISOString().slice(0, 10);
      return () => writeInSlot(app, { ...whose(), account, content: "For a slot", date, hour: 11, anyway: true });
    },
  },
  "several at once": {
    in: "publishing/verbs/edit",
    makes: 2,
    ask: async () => {
      const tweets = ["First of two", "Second of two"].map((content) => ({ content, account, publishAt: null }));
      return () => writeMany(app, { ...whose(), tweets });
    },
  },
  "a thread": {
    in: "threads/threads",
    makes: 3,
    ask: async () => () => writeThread(app, { ...whose(), parts: ["Part one", "Part two", "Part three"], account }),
  },
  "a part of a thread more": {
    in: "threads/threads",
    makes: 1,
    ask: async () => {
      const { id: tweetId } = await writeThread(app, { ...whose(), parts: ["Part one", "Part two"], account });
      return () => changeThread(app, { ...whose(), tweetId, parts: ["Part one", "Part two", "One more"] });
    },
  },
  "a batch": {
    in: "generation/run",
    makes: 5,
    ask: async () => () => request(app, { ...whose(), accountId: null, topic: "gardening", webSearch: false }),
  },
  "a thread on a topic": {
    in: "threads/threads",
    makes: 4,
    ask: async () => () =>
      request(app, { ...whose(), accountId: null, topic: "gardening", webSearch: false, parts: 4 }),
  },
  "another like it": {
    in: "tweets/versions",
    makes: 1,
    ask: async () => {
      const { id: tweetId } = await draft("One like this");
      return () => refine(app, { ...whose(), tweetId, instruction: "another", words: null });
    },
  },
};

it.for(Object.entries(ways))(
  "%s is refused where it would be one too many, and let in where it fits",
  async ([, way]) => {
    const ask = await way.ask();
    const room = maxUnsent - (await countTexts());
    await fill(room - way.makes + 1);
    const texts = await countTexts();
    await expect(ask()).rejects.toMatchObject({ code: "limit_reached", message: roomMessages.texts });
    expect(await countTexts()).toBe(texts);
    expect(await app.db.selectFrom("generation_tasks").select("id").execute()).toEqual([]);
    const { id } = await app.db
      .selectFrom("tweets")
      .select("id")
      .where("content", "=", "Filled 0")
      .executeTakeFirstOrThrow();
    await moveToTrash(app, { ...whose(), tweetId: id });
    await expect(ask(), "what lies in the bin takes room").rejects.toMatchObject({ code: "limit_reached" });
    await emptyTrash(app, alice.user.id);
    await ask();
  },
);

it("each place of the app that puts a text in the database is one of these ways, or a bot's", () => {
  const folder = new URL("../../../app/", import.meta.url);
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes("features/tweets/store/"))
    .filter((name) => /\binsertTweets?\(|insertInto\("tweets"\)/.test(readFileSync(new URL(name, folder), "utf8")))
    .map((name) => name.replace(/^features\//, "").replace(/\.server\.ts$/, ""));
  const named = new Set(Object.values(ways).map((way) => way.in));
  expect(found.toSorted()).toEqual([...named, "bots/run-bot"].toSorted());
});

it("a bot without room pauses with the reason, and its writer is not asked", async () => {
  const { id } = await analyse(app, alice.user.id, "A booking page for small sailing schools. Try it free.");
  await startBot(app, { ...whose(), analysisId: id, account });
  const writer = vi.spyOn(app.ai, "writeForProduct");
  await fill(maxUnsent);
  await (
    await runBots(app)
  ).done;
  expect((await readBots(app, alice.user.id, [id])).get(id)).toMatchObject({
    status: "paused",
    reason: roomMessages.texts,
  });
  expect(writer).not.toHaveBeenCalled();
  expect(await countTexts()).toBe(maxUnsent);
});

it("texts are counted by their bytes, too", async () => {
  const million = "ü".repeat(500_000);
  const { id: tweetId } = await writeThread(app, { ...whose(), parts: ["One", "Two"], account });
  await fill(maxUnsentBytes / 1_000_000, () => million);
  const words = { code: "limit_reached", message: roomMessages.bytes };
  await expect(draft("One more")).rejects.toMatchObject(words);
  await expect(changeThread(app, { ...whose(), tweetId, parts: ["One", "Two", "Three"] })).rejects.toMatchObject(words);
});

it("who has no room keeps all, changes, plans, posts and deletes it, and others write as before", async () => {
  const [now, later, gone] = [await draft("For now"), await draft("For later"), await draft("To be gone")];
  await fill(maxUnsent - 3);
  await editTweet(app, { ...whose(), tweetId: now.id, content: "For now, in other words" });
  await scheduleAt(app, { ...whose(), tweetId: later.id, account, executeAt: app.clock.now() + days(1) });
  await moveToTrash(app, { ...whose(), tweetId: gone.id });
  await expect(draft("Not yet")).rejects.toMatchObject({ code: "limit_reached" });
  await publishNow(app, { ...whose(), tweetId: now.id, account });
  await draft("What is posted takes no room");
  const bob = await makePerson(app, "bob");
  await writeTweet(app, { ...whose(bob), content: "Bob's own", account: null });
});
