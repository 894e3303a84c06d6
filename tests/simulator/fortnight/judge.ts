// What must hold of every post that bots made, and of every bot in the end; says which promise was broken, and by what.
import { days } from "~/ground/time/duration";
import { readBots } from "~/features/bots/bots.server";
import { gramsOf, likeness, tooLike } from "~/features/tweets/similar";
import { isQuiet } from "~/features/moments/moment";
import { fingerprint } from "~/features/tweets/text";
import { localDate } from "~/ground/time/zone";
import type { Fortnight } from "./fortnight";

interface Post {
  account: string;
  text: string;
  at: number;
  bot: number;
  person: string;
  zone: string;
  state: string;
}

export type Broken =
  "told" | "once" | "cap" | "gap" | "quiet hours" | "near-duplicate" | "twin" | "reason" | "next step";

export interface Verdict {
  posts: number;
  /** How many bots are how in the end. */
  statuses: Record<string, number>;
  /** One thing that shows it, for each promise that was broken. */
  broken: Partial<Record<Broken, string>>;
}

/** Judges by what was promised, whatever the app was told to keep to. */
export async function judge(fortnight: Fortnight): Promise<Verdict> {
  const posts = await postsOf(fortnight);
  const broken: Verdict["broken"] = {};
  const tell = (what: Broken, shown: string | undefined) => void (shown !== undefined && (broken[what] ??= shown));
  const { n: taken } = await fortnight.app.db
    .selectFrom("sandbox_posts")
    .select((post) => post.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  if (posts.length !== taken) tell("once", `${taken} posts, ${posts.length} of which are one bot's`);
  tell("told", posts.find(({ state }) => state !== "published" && state !== "unknown")?.state);
  judgePosts(fortnight, posts, tell);
  return { posts: posts.length, statuses: await judgeBots(fortnight, tell), broken };
}

type Tell = (what: Broken, shown: string | undefined) => void;

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
  const zoneOf = new Map(people.map(({ user, zone }) => [user.id, zone]));
  return rows.map((row) => ({ ...row, zone: zoneOf.get(row.person) ?? "UTC" }));
}

function judgePosts({ promised }: Fortnight, posts: Post[], tell: Tell): void {
  const said = ({ account, text, at, zone }: Post) => `@${account}, ${new Date(at).toISOString()} (${zone}): ${text}`;
  for (const [day, those] of groups(posts, ({ bot, at, zone }) => `bot ${bot} on ${localDate(at, zone)}`))
    if (those.length > promised.botDailyPosts) tell("cap", `${those.length} of ${day}`);
  for (const post of posts) if (isQuiet(post.at, post.zone, promised.quietHours)) tell("quiet hours", said(post));
  for (const [, mine] of groups(posts, ({ account }) => account)) {
    const grams = mine.map(({ text }) => gramsOf(text));
    for (const [index, post] of mine.entries()) {
      const before = mine[index - 1];
      if (before && post.at - before.at < promised.minGapMs) tell("gap", `${said(before)}; ${said(post)}`);
      const earlier = grams.slice(Math.max(0, index - 200), index);
      if (earlier.some((one) => likeness(one, gramsOf(post.text)) >= tooLike)) tell("near-duplicate", said(post));
    }
  }
  for (const [, mine] of groups(posts, ({ person, text }) => `${person} ${fingerprint(text)}`))
    if (mine.length > 1) tell("twin", mine.map(said).join("; "));
}

async function judgeBots({ app, people, lasts }: Fortnight, tell: Tell): Promise<Verdict["statuses"]> {
  const statuses: Record<string, number> = {};
  const rows = await app.db.selectFrom("bots").select(["analysis_id", "due_at"]).execute();
  const dueAt = new Map(rows.map((row) => [row.analysis_id, row.due_at]));
  for (const { user, analyses } of people)
    for (const { analysisId, status, reason, posts, lastPostAt } of (await readBots(app, user.id, analyses)).values()) {
      statuses[status] = (statuses[status] ?? 0) + 1;
      const isSaid = status === "running" ? reason === null : /\.$/.test(reason ?? "");
      if (!isSaid || (status === "stopped" && !reason?.includes("no longer linked")))
        tell("reason", `bot of analysis ${analysisId}, ${status}: ${reason}`);
      // One that runs has a next step: a post, or a look at what became of the last one.
      if (status !== "running") continue;
      const isComing = (dueAt.get(analysisId) ?? Infinity) < app.clock.now() + days(2);
      const isLive = posts === 0 || (lastPostAt ?? 0) > app.clock.now() - lasts;
      if (!isComing || !isLive) tell("next step", `bot of analysis ${analysisId}, last post ${lastPostAt}`);
    }
  return statuses;
}

function groups<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const group = found.get(keyOf(item));
    if (group) group.push(item);
    else found.set(keyOf(item), [item]);
  }
  return found;
}
