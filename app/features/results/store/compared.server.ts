// SQL of the figures that posts are compared by, and of the pages of an account's posts.
import { setImmediate as turn } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { inPages } from "~/ground/pages";
import { among } from "~db/database.server";
import { prepared } from "~db/prepared.server";
import { rangeSize } from "~db/ranges.server";
import type { Database } from "~db/schema";
import type { ComparedPost } from "~/features/results/compare";
import type { ComparedSlot } from "~/features/results/insights";

type Handle = Kysely<Database>;

/** Only times that Linnet chose have a reason. */
const isChosen = sql<number>`case when publish_type = 'scheduled' and moment_reason is not null then 0 else 1 end`;

export type SeenPost = Pick<ComparedPost, "views" | "publishedAt" | "isChosen">;

const reactions = sql<number>`likes + reposts + replies + quotes + bookmarks`;

interface Which {
  accountId: number;
  since: number;
  sinceId: number;
  slot: ComparedSlot;
  limit: number;
}

const fromWhole = ({ accountId, since, sinceId, slot }: Omit<Which, "limit">) => sql`
  from tweets join readings on readings.tweet_id = tweets.id and readings.slot = ${slot}
  where tweets.account_id = ${accountId} and (tweets.placed_at, tweets.id) > (${since}, ${sinceId})
    and tweets.state = 'published'
    and ${reactions} + impressions is not null`;

/** Sums in SQL: moving ten thousand posts' figures took most of the time. An unknown figure makes the sum null. */
const comparedOf = prepared(
  (_, { accountId, since, sinceId, slot, limit }: Which) => sql<ComparedPost>`
  select tweets.id as "tweetId", tweets.placed_at as "publishedAt", ${isChosen} as "isChosen",
    ${reactions} as "reactions", impressions as "views"
  ${fromWhole({ accountId, since, sinceId, slot })}
  order by tweets.placed_at, tweets.id limit ${limit} + 0`,
);

const seenOf = prepared(
  (_, { accountId, since, sinceId, limit }: Omit<Which, "slot">) => sql<SeenPost & { tweetId: number }>`
  select tweets.id as "tweetId", impressions as "views", tweets.placed_at as "publishedAt", ${isChosen} as "isChosen"
  ${fromWhole({ accountId, since, sinceId, slot: "24h" })}
  order by tweets.placed_at, tweets.id limit ${limit} + 0`,
);

/** Reads page by page and yields in between, since thousands of posts are compared. */
async function allOf<Post extends { tweetId: number; publishedAt: number }>(
  since: number,
  read: (from: { since: number; sinceId: number; limit: number }) => Promise<Post[]>,
): Promise<Post[]> {
  const posts: Post[] = [];
  const pages = inPages<Post>((last, limit) => {
    const place = last ? { since: Number(last.publishedAt), sinceId: last.tweetId } : { since, sinceId: 0 };
    return read({ ...place, limit });
  }, rangeSize);
  for await (const page of pages) {
    for (const post of page) posts.push(post);
    await turn();
  }
  return posts;
}

export const listSeen = (db: Handle, accountId: number, since: number): Promise<SeenPost[]> =>
  allOf(since, (from) => seenOf(db, { accountId, ...from }));

/** Posts with all figures at that age, oldest first. */
export const listCompared = (
  db: Handle,
  accountId: number,
  since: number,
  slot: ComparedSlot,
): Promise<ComparedPost[]> => allOf(since, (from) => comparedOf(db, { accountId, slot, ...from }));

export interface PostRow {
  tweetId: number;
  text: string;
  publishedAt: number;
  postId: string;
  deletedAt: number | null;
  isChosen: number;
}

const posts = (db: Handle) =>
  db
    .selectFrom("tweets")
    .select(["id as tweetId", "content as text", "placed_at as publishedAt", "post_id as postId"])
    .select(["deleted_at as deletedAt", isChosen.as("isChosen")])
    .where("state", "=", sql.lit("published"))
    .where("post_id", "is not", null)
    .$narrowType<{ postId: string }>();

export const listPosts = (
  db: Handle,
  accountId: number,
  query: { since: number; skip: number; limit: number },
): Promise<PostRow[]> =>
  posts(db)
    .where("account_id", "=", accountId)
    .where("placed_at", ">=", query.since)
    .orderBy("placed_at", "desc")
    .orderBy("id", "desc")
    .offset(query.skip)
    .limit(query.limit)
    .execute();

export interface ListedBy {
  after: { at: number; id: number } | null;
  from: number | null;
  to: number | null;
  limit: number;
}

export function listPostsAfter(
  db: Handle,
  accountId: number,
  { after, from, to, limit }: ListedBy,
): Promise<PostRow[]> {
  let query = posts(db).where("account_id", "=", accountId);
  if (from !== null) query = query.where("placed_at", ">=", from);
  if (to !== null) query = query.where("placed_at", "<", to);
  if (after !== null)
    query = query.where((tweet) => tweet(tweet.refTuple("placed_at", "id"), "<", tweet.tuple(after.at, after.id)));
  return query.orderBy("placed_at", "desc").orderBy("id", "desc").limit(limit).execute();
}

export const listPostsById = (db: Handle, accountId: number, ids: readonly number[]): Promise<PostRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : posts(db)
        .where("account_id", "=", accountId)
        .where(among(db, "id", ids, "int"))
        .execute();

/** Null if it is not the user's or not published. */
export async function findPost(
  db: Handle,
  userId: string,
  tweetId: number,
): Promise<(PostRow & { accountId: number }) | null> {
  const row = await posts(db)
    .select("account_id as accountId")
    .where("id", "=", tweetId)
    .where("user_id", "=", userId)
    .$narrowType<{ accountId: number }>()
    .executeTakeFirst();
  return row ?? null;
}

export async function countPosts(db: Handle, accountIds: readonly number[], since: number): Promise<number> {
  if (accountIds.length === 0) return 0;
  const row = await db
    .selectFrom("tweets")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(among(db, "account_id", accountIds, "int"))
    .where("placed_at", ">=", since)
    .where("state", "=", sql.lit("published"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function setReceived(
  db: Handle,
  accountId: number,
  marks: { well: readonly number[]; less: readonly number[] },
): Promise<void> {
  const marked = [...marks.well, ...marks.less];
  let others = db
    .updateTable("tweets")
    .set({ received: null })
    .where("account_id", "=", accountId)
    .where("received", "is not", null);
  if (marked.length > 0) others = others.where((tweet) => tweet.not(among(db, "id", marked, "int")));
  await others.execute();
  for (const received of ["well", "less"] as const) {
    if (marks[received].length === 0) continue;
    await db
      .updateTable("tweets")
      .set({ received })
      .where("account_id", "=", accountId)
      .where(among(db, "id", marks[received], "int"))
      .execute();
  }
}

export function listForCsv(
  db: Handle,
  accountId: number,
  { after, limit }: { after: { tweetId: number; slot: string }; limit: number },
) {
  return (
    db
      .selectFrom("readings")
      .innerJoin("tweets", "tweets.id", "readings.tweet_id")
      .selectAll("readings")
      .select(["tweets.content", "tweets.placed_at", "tweets.post_id"])
      .where("tweets.account_id", "=", accountId)
      // Repeated for tweets, so that the query starts from the account's tweets.
      .where("tweets.id", ">=", after.tweetId)
      .where(sql<boolean>`(readings.tweet_id, readings.slot) > (${after.tweetId}, ${after.slot})`)
      .orderBy("readings.tweet_id")
      .orderBy("readings.slot")
      .limit(limit)
      .execute()
  );
}
