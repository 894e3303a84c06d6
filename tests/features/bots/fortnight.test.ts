// Fifty bots, a fortnight, faults in both services: what must hold of every post they made, and of every bot at the end.
import { expect, it } from "vitest";
import { days, hours, minutes } from "~/duration";
import { readBots } from "~/features/bots/bots.server";
import { gramsOf, isTooLike } from "~/features/bots/similar";
import { isQuiet } from "~/features/publishing/moment";
import { fingerprint } from "~/features/tweets/text";
import { localDate } from "~/zone";
import { type Fortnight, liveFortnight } from "./fortnight";

interface Post {
  account: string;
  text: string;
  at: number;
  bot: number;
  person: string;
  zone: string;
}

/** What the network really took, with who wrote it. */
async function postsOf({ app, people }: Fortnight): Promise<Post[]> {
  const rows = await app.db
    .selectFrom("sandbox_posts as post")
    .innerJoin("accounts", "accounts.network_user_id", "post.sandbox_user_id")
    .innerJoin("tweets", (join) =>
      join.onRef("tweets.account_id", "=", "accounts.id").onRef("tweets.content", "=", "post.text"),
    )
    .innerJoin("bot_tweets", "bot_tweets.tweet_id", "tweets.id")
    .select(["accounts.username as account", "post.text", "post.created_at as at", "bot_tweets.bot_id as bot"])
    .select(["accounts.user_id as person", "tweets.state"])
    .orderBy("post.created_at")
    .execute();
  expect(rows.map(({ state }) => state).filter((state) => state !== "published" && state !== "unknown")).toEqual([]);
  const zoneOf = new Map(people.map(({ user, zone }) => [user.id, zone]));
  return rows.map((row) => ({ ...row, zone: zoneOf.get(row.person) ?? "UTC" }));
}

const groups = <T>(items: readonly T[], keyOf: (item: T) => string): T[][] => {
  const found = new Map<string, T[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return [...found.values()];
};

async function check(
  fortnight: Fortnight,
  lasts: number,
): Promise<{ posts: number; statuses: Record<string, number> }> {
  const { app, people } = fortnight;
  const posts = await postsOf(fortnight);
  const { n: taken } = await app.db
    .selectFrom("sandbox_posts")
    .select((post) => post.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  expect(posts.length, "each post is one bot's, once").toBe(taken);
  for (const day of groups(posts, ({ bot, at, zone }) => `${bot} ${localDate(at, zone)}`))
    expect(day.length, "a bot's posts on one day").toBeLessThanOrEqual(app.config.botDailyPosts);
  for (const { at, zone } of posts) expect(isQuiet(at, zone, app.config.quietHours), `${at} in ${zone}`).toBe(false);
  for (const mine of groups(posts, ({ account }) => account)) {
    const gaps = mine.slice(1).map(({ at }, index) => at - (mine[index]?.at ?? 0));
    expect(Math.min(...gaps), "the gap between posts of an account").toBeGreaterThanOrEqual(app.config.minGapMs);
    const grams = mine.map(({ text }) => gramsOf(text));
    const alike = grams.filter((one, index) => isTooLike(one, grams.slice(Math.max(0, index - 200), index)));
    expect(alike, "posts nearly the same").toEqual([]);
  }
  for (const mine of groups(posts, ({ person }) => person))
    expect(new Set(mine.map(({ text }) => fingerprint(text))).size, "no near-duplicate of a person").toBe(mine.length);
  const statuses: Record<string, number> = {};
  for (const { user, analyses } of people)
    for (const bot of (await readBots(app, user.id, analyses)).values()) {
      statuses[bot.status] = (statuses[bot.status] ?? 0) + 1;
      if (bot.status === "running") expect(bot.reason).toBeNull();
      else expect(bot.reason, `bot of analysis ${bot.analysisId}`).toMatch(/\.$/);
      if (bot.status === "stopped") expect(bot.reason).toContain("no longer linked");
      // One that runs has a next step: a post, or a look at what became of the last one.
      const row = await app.db
        .selectFrom("bots")
        .selectAll()
        .where("analysis_id", "=", bot.analysisId)
        .executeTakeFirstOrThrow();
      if (bot.status === "running") expect(row.due_at).toBeLessThan(app.clock.now() + days(2));
      if (bot.status === "running" && bot.posts > 0) expect(bot.lastPostAt).toBeGreaterThan(app.clock.now() - lasts);
    }
  return { posts: posts.length, statuses };
}

const isNight = process.env["LINNET_NIGHT"] !== undefined;
/** By day four of the fourteen: those around the change of Europe's clocks. */
const lasts = days(isNight ? 14 : 4);
/** Fourteen days are a minute of work, and more on a busy machine. */
const patience = minutes(isNight ? 10 : 2);
const leaveOut = isNight ? 0 : days(4);

it.each(isNight ? [1, 2, 3, 4, 5, 6] : [1])(
  "keeps every promise (seed %i)",
  async (seed) => {
    const fortnight = await liveFortnight(seed, lasts, leaveOut);
    try {
      const { posts, statuses } = await check(fortnight, lasts);
      expect(posts).toBeGreaterThan(isNight ? 1_500 : 400);
      expect(Object.values(statuses).reduce((sum, n) => sum + n, 0)).toBe(50);
      expect(statuses["running"]).toBeGreaterThan(25);
      if (isNight) console.log({ seed, posts, statuses, passes: fortnight.passes });
    } finally {
      await fortnight.close();
    }
  },
  patience,
);

it("is the same by seed, and another by another", async () => {
  const digests = [];
  for (const seed of [7, 7, 8]) {
    const fortnight = await liveFortnight(seed, hours(18));
    digests.push(fortnight.digest);
    await fortnight.close();
  }
  expect(digests[1]).toBe(digests[0]);
  expect(digests[2]).not.toBe(digests[0]);
});
