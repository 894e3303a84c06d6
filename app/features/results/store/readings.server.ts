// SQL of readings: stored figures, and posts that are still to be read.
import { type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import { leads } from "~db/leads.server";
import { preparedRows } from "~db/rows.server";
import type { Database, Row } from "~db/schema";
import type { Figures, Reading, ReadingSlot, Slot } from "~/features/results/result";
import type { ReadablePost } from "~/features/results/schedule";

type Handle = Kysely<Database>;

/** Every reading costs money, so later parts of a thread are read only on request. */
const isWanted = (allParts: boolean) => (allParts ? sql<boolean>`true` : leads());

/** Existing posts with the ages they were read at. `allParts` includes later parts of threads. */
export async function listReadable(
  db: Handle,
  accountId: number,
  { since, allParts }: { since: number; allParts: boolean },
): Promise<ReadablePost[]> {
  const rows = await db
    .selectFrom("tweets")
    .leftJoin("readings", (join) => join.onRef("readings.tweet_id", "=", "tweets.id").on("readings.slot", "!=", "hand"))
    .select(["tweets.id", "tweets.post_id as postId", "tweets.placed_at as publishedAt", "readings.slot"])
    .where("tweets.account_id", "=", accountId)
    .where("tweets.placed_at", ">=", since)
    .where(isWanted(allParts))
    .where("tweets.state", "=", sql.lit("published"))
    .where("tweets.deleted_at", "is", null)
    .where("tweets.post_id", "is not", null)
    .$narrowType<{ postId: string }>()
    .execute();
  const posts = new Map<number, ReadablePost & { has: Set<Slot> }>();
  for (const { id, postId, publishedAt, slot } of rows) {
    const post = posts.get(id) ?? { tweetId: id, postId, publishedAt, has: new Set<Slot>() };
    if (slot !== null && slot !== "hand") post.has.add(slot);
    posts.set(id, post);
  }
  return [...posts.values()];
}

/** The sandbox's existing posts without any reading, of users who have metrics on; the newest first. */
export function listNeverRead(
  db: Handle,
  { since, before, userId, limit }: { since: number; before: number; userId?: string; limit: number },
): Promise<{ accountId: number; tweetId: number; postId: string; publishedAt: number }[]> {
  let query = db
    .selectFrom("result_settings")
    .innerJoin("users", "users.id", "result_settings.user_id")
    .innerJoin("accounts", "accounts.user_id", "result_settings.user_id")
    .innerJoin("tweets", "tweets.account_id", "accounts.id")
    .select(["accounts.id as accountId", "tweets.id as tweetId", "tweets.post_id as postId"])
    .select("tweets.placed_at as publishedAt")
    .where("result_settings.level", "<>", "off")
    .where("users.disabled_at", "is", null)
    .where("accounts.network", "=", "sandbox")
    .where("accounts.unlinked_at", "is", null)
    .where("tweets.state", "=", sql.lit("published"))
    .where("tweets.placed_at", ">=", since)
    .where("tweets.placed_at", "<=", before)
    .where("tweets.deleted_at", "is", null)
    .where("tweets.post_id", "is not", null)
    .$narrowType<{ postId: string }>()
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("readings").select("readings.slot").whereRef("readings.tweet_id", "=", "tweets.id"))),
    )
    .orderBy("tweets.placed_at", "desc")
    .limit(limit);
  if (userId !== undefined) query = query.where("result_settings.user_id", "=", userId);
  return query.execute();
}

export async function countSince(db: Handle, accountId: number, since: number): Promise<number> {
  const row = await db
    .selectFrom("tweets")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .where("placed_at", ">=", since)
    .where("state", "=", sql.lit("published"))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Posts published within one of the ranges and not yet read at its age. */
export async function countUnread(
  db: Handle,
  accountIds: readonly number[],
  open: readonly { slot: Slot; from: number; to: number }[],
  allParts: boolean,
): Promise<number> {
  if (accountIds.length === 0 || open.length === 0) return 0;
  const row = await db
    .selectFrom("tweets")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where(among(db, "account_id", accountIds, "int"))
    .where("placed_at", ">=", Math.min(...open.map(({ from }) => from)))
    .where("state", "=", sql.lit("published"))
    .where("deleted_at", "is", null)
    .where("post_id", "is not", null)
    .where(isWanted(allParts))
    .where(({ or, and, not, exists, eb, selectFrom }) =>
      or(
        open.map(({ slot, from, to }) =>
          and([
            eb("placed_at", ">=", from),
            eb("placed_at", "<=", to),
            not(
              exists(
                selectFrom("readings")
                  .select("readings.slot")
                  .whereRef("readings.tweet_id", "=", "tweets.id")
                  .where("readings.slot", "=", slot),
              ),
            ),
          ]),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export interface NewReading {
  tweetId: number;
  slot: ReadingSlot;
  at: number;
  source: Reading["source"];
  figures: Figures;
}

const columns = {
  tweet: "int",
  slot: "text",
  at: "int",
  likes: "int",
  reposts: "int",
  replies: "int",
  quotes: "int",
  bookmarks: "int",
  impressions: "int",
  links: "int",
  profiles: "int",
  engagements: "int",
  source: "text",
} as const;

/** A reading by hand replaces the last one; readings at an age are kept. Skips deleted tweets. */
const insert = preparedRows(
  columns,
  (row, rows) => sql`
  insert into readings (tweet_id, slot, read_at, likes, reposts, replies, quotes, bookmarks, impressions, link_clicks,
    profile_clicks, engagements, source)
  select ${row.tweet}, ${row.slot}, ${row.at}, ${row.likes}, ${row.reposts}, ${row.replies}, ${row.quotes},
    ${row.bookmarks}, ${row.impressions}, ${row.links}, ${row.profiles}, ${row.engagements}, ${row.source}
  from ${rows}
  where exists (select 1 from tweets where tweets.id = ${row.tweet} and tweets.deleted_at is null)
  on conflict (tweet_id, slot) do update set read_at = excluded.read_at, likes = excluded.likes,
    reposts = excluded.reposts, replies = excluded.replies, quotes = excluded.quotes, bookmarks = excluded.bookmarks,
    impressions = excluded.impressions, link_clicks = excluded.link_clicks, profile_clicks = excluded.profile_clicks,
    engagements = excluded.engagements, source = excluded.source
  where readings.slot = 'hand'`,
);

export async function insertReadings(db: Handle, readings: readonly NewReading[]): Promise<void> {
  await insert(
    db,
    readings.map(({ tweetId, slot, at, source, figures }) => ({
      tweet: tweetId,
      slot,
      at,
      source,
      likes: figures.likes,
      reposts: figures.reposts,
      replies: figures.replies,
      quotes: figures.quotes,
      bookmarks: figures.bookmarks,
      impressions: figures.impressions,
      links: figures.linkClicks,
      profiles: figures.profileClicks,
      engagements: figures.engagements,
    })),
  );
}

export const toReading = (row: Omit<Row<"readings">, "tweet_id">): Reading => ({
  slot: row.slot,
  at: row.read_at,
  likes: row.likes,
  reposts: row.reposts,
  replies: row.replies,
  quotes: row.quotes,
  bookmarks: row.bookmarks,
  impressions: row.impressions,
  linkClicks: row.link_clicks,
  profileClicks: row.profile_clicks,
  engagements: row.engagements,
  source: row.source,
});

export async function listReadings(db: Handle, tweetIds: readonly number[]): Promise<Map<number, Reading[]>> {
  const found = new Map<number, Reading[]>();
  if (tweetIds.length === 0) return found;
  const rows = await db
    .selectFrom("readings")
    .selectAll()
    .where(among(db, "tweet_id", tweetIds, "int"))
    .orderBy("read_at")
    .execute();
  for (const row of rows) found.set(row.tweet_id, [...(found.get(row.tweet_id) ?? []), toReading(row)]);
  return found;
}

export async function deleteReadBefore(db: Handle, moment: number): Promise<void> {
  await db.deleteFrom("readings").where("read_at", "<", moment).execute();
}
