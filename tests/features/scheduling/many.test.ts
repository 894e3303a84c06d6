// Many tweets at once: all or none, each as the account that it names, and moments for which that account has room.
import tt from "twitter-text";
import { expect, it, onTestFinished, vi } from "vitest";
import { hours, minutes } from "~/ground/time/duration";
import { pauseAccount, writeTweet } from "~/features/publishing/publishing.server";
import { TweetsRefused, type WantedTweet, writeMany } from "~/features/scheduling/scheduling.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { tellTweets } from "~/features/publishing/to-api.server";
import { startOfDay } from "~/features/spending/day-limit";
import { makeWorld, start, type World } from "../publishing/world";

const topics = ["bees", "bread", "rain", "maps", "chess", "tea", "wool"];
const wordsOf = (n: number) => `number ${n} of ${topics[n % 7]} and ${topics[(n * 3) % 7]}`;
const draft = (content: string): WantedTweet => ({ content, account: null, publishAt: null });

async function countOf({ app }: World): Promise<number> {
  const { n } = await app.db
    .selectFrom("tweets")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

const refusedOf = async (world: World, tweets: WantedTweet[]) => {
  const before = await countOf(world);
  const refused = await writeMany(world.app, { userId: "alice", tweets }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TweetsRefused);
  // Nothing was made, nor the good ones.
  expect(await countOf(world)).toBe(before);
  return (refused as TweetsRefused).items.map(({ index, field, error }) => [index, field, error.code]);
};

it("writes drafts and schedules, in the order sent, each as the account that it names", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  const own = account.own.networkUserId;
  const made = await writeMany(app, {
    userId: "alice",
    tweets: [
      draft("first of all"),
      { content: "second", account: own, publishAt: start + hours(30) },
      { content: "third", account: own, publishAt: "random" },
      { content: "fourth", account: account.main.networkUserId, publishAt: start + hours(30) },
    ],
  });
  expect(made).toMatchObject([
    { content: "first of all", state: "pending", origin: "own", account: { id: account.main.id } },
    { content: "second", state: "scheduled", dueAt: start + hours(30), ownAccountId: account.own.id },
    { content: "third", state: "scheduled", account: { id: account.own.id } },
    { content: "fourth", state: "scheduled", ownAccountId: account.main.id },
  ]);
  expect(made[2]?.momentReason).toBeTruthy();
  expect(made.map(({ id }) => id)).toEqual(made.map(({ id }) => id).toSorted((a, b) => a - b));
});

it("one that is refused undoes all, and each that is refused is told", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  const own = account.own.networkUserId;
  const later = { account: own, publishAt: start + hours(5) };
  await writeMany(app, { userId: "alice", tweets: [{ content: "said before", ...later }] });
  expect(await refusedOf(world, [draft("good"), draft("Good "), draft(""), { content: "fine", ...later }])).toEqual([
    [1, "content", "duplicate"],
    [2, "content", "invalid"],
  ]);
  expect(await refusedOf(world, [draft("good"), { content: "Said before", ...later }])).toEqual([
    [1, "content", "duplicate"],
  ]);
  const bob = account.bob.networkUserId;
  expect(
    await refusedOf(world, [
      draft("good"),
      { ...draft("as another"), account: bob },
      { content: "past", account: own, publishAt: start - hours(1) },
      { content: "far", account: own, publishAt: start + hours(24 * 366) },
    ]),
  ).toEqual([
    [1, "account", "not_found"],
    [2, "moment", "invalid"],
    [3, "moment", "invalid"],
  ]);
  await pauseAccount(app, "alice", own);
  const [[index, field] = []] = await refusedOf(world, [draft("good"), { content: "paused", ...later }]);
  expect([index, field]).toEqual([1, "account"]);
  // A draft says the same as another draft as often as somebody likes.
  const { id } = await writeTweet(app, { userId: "alice", content: "good", account: null });
  const [made] = await writeMany(app, { userId: "alice", tweets: [draft("good")] });
  expect((await getTweet(app, "alice", id)).content).toBe(made?.content);
});

it("random moments keep the account's gap, its quiet hours and its posts a day, and go on to the next days", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  app.random = Math.random;
  app.config.dailyPostLimit = 4;
  app.config.minGapMs = minutes(10);
  const tweets = Array.from({ length: 11 }, (_, n): WantedTweet => ({
    content: wordsOf(n),
    account: account.own.networkUserId,
    publishAt: "random",
  }));
  const made = await writeMany(app, { userId: "alice", tweets });
  const moments = made.map(({ dueAt }) => dueAt ?? 0).toSorted((a, b) => a - b);
  for (const [n, at] of moments.entries())
    if (n > 0) expect(at - (moments[n - 1] ?? 0)).toBeGreaterThanOrEqual(minutes(10));
  const perDay = new Map<number, number>();
  for (const at of moments) {
    const day = startOfDay(at, "UTC");
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
    expect(new Date(at).getUTCHours()).toBeGreaterThanOrEqual(7);
    expect(new Date(at).getUTCHours()).toBeLessThan(23);
  }
  expect([...perDay.values()].toSorted()).toEqual([3, 4, 4]);
});

it("a person who presses twice at once makes each tweet once", async () => {
  const world = await makeWorld({ tweets: false });
  const { app, account } = world;
  const tweets = [{ content: "only once", account: account.own.networkUserId, publishAt: start + hours(6) }];
  const both = await Promise.allSettled([1, 2].map(() => writeMany(app, { userId: "alice", tweets })));
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await countOf(world)).toBe(1);
});

/** The code units that X's library looked through for links in one turn of the loop, at most. */
async function maxInOneTurn(work: () => Promise<unknown>): Promise<number> {
  let [max, now] = [0, 0];
  const looks = (["extractUrls", "extractUrlsWithIndices"] as const).map((name) => {
    const look = tt[name].bind(tt) as (text: string) => never;
    return vi.spyOn(tt, name).mockImplementation((text: string) => {
      now += text.length;
      return look(text);
    });
  });
  let next = setImmediate(function turn() {
    [max, now] = [Math.max(max, now), 0];
    next = setImmediate(turn);
  });
  onTestFinished(() => {
    clearImmediate(next);
    for (const one of looks) one.mockRestore();
  });
  await work();
  return Math.max(max, now);
}

it("texts that are all links are weighed a few in a turn, however many calls there are at once", async () => {
  const { app } = await makeWorld({ tweets: false });
  const links = `https://example.com/${"a".repeat(400)} `.repeat(11);
  const max = await maxInOneTurn(() =>
    Promise.all(
      ["one", "two", "three"].map(async (call) => {
        const tweets = Array.from({ length: 20 }, (_, n) => draft(`${call} ${n} ${links}`));
        const made = await writeMany(app, { userId: "alice", tweets });
        expect(await tellTweets(app, "UTC", made)).toHaveLength(20);
      }),
    ),
  );
  expect(max).toBeGreaterThan(0);
  // One piece, once for its weight and once for its price, and half of a turn may be counted to the next one. All of a call
  // is 90,000.
  expect(max).toBeLessThanOrEqual(2 * 2 * 10_000);
});
