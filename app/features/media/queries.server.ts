// SQL of pictures, except their bytes (db/media-files.server.ts).
import type { ExpressionBuilder, Kysely } from "kysely";
import { among, type Db } from "~db/database.server";
import type { Database, NewRow, Row } from "~db/schema";
import type { Picture, TweetPicture } from "./media";

type Handle = Kysely<Database>;
type Ofs = ExpressionBuilder<Database, "media">;

const toPicture = (row: Row<"media">): Picture => ({
  id: row.id,
  sha256: row.sha256,
  type: row.type,
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  createdAt: row.created_at,
  droppedAt: row.dropped_at,
});

export async function find(db: Handle, userId: string, id: string): Promise<Picture | null> {
  const row = await db
    .selectFrom("media")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ? toPicture(row) : null;
}

export async function findByHash(db: Handle, userId: string, sha256: string): Promise<Picture | null> {
  const row = await db
    .selectFrom("media")
    .selectAll()
    .where("user_id", "=", userId)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row ? toPicture(row) : null;
}

export async function list(db: Handle, userId: string): Promise<Picture[]> {
  const rows = await db
    .selectFrom("media")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toPicture);
}

export async function countBytes(db: Handle, userId: string): Promise<number> {
  const row = await db
    .selectFrom("media")
    .select(({ fn }) => fn.sum<number | string | null>("bytes").as("sum"))
    .where("user_id", "=", userId)
    .where("dropped_at", "is", null)
    .executeTakeFirst();
  return Number(row?.sum ?? 0);
}

export async function insert(db: Handle, row: NewRow<"media">): Promise<void> {
  await db.insertInto("media").values(row).execute();
}

export async function renew(db: Handle, id: string, now: number): Promise<void> {
  await db.updateTable("media").set({ dropped_at: null, idle_since: now }).where("id", "=", id).execute();
}

/** Whether an unpublished tweet uses it. */
export async function isNeeded(db: Handle, id: string): Promise<boolean> {
  const row = await db
    .selectFrom("tweet_media")
    .innerJoin("tweets", "tweets.id", "tweet_media.tweet_id")
    .select("tweet_media.tweet_id")
    .where("tweet_media.media_id", "=", id)
    .where("tweets.state", "!=", "published")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function remove(db: Handle, id: string): Promise<void> {
  await db.deleteFrom("tweet_media").where("media_id", "=", id).execute();
  await db.deleteFrom("media").where("id", "=", id).execute();
}

const isUsed = (media: Ofs) =>
  media.exists(media.selectFrom("tweet_media").select("tweet_id").whereRef("tweet_media.media_id", "=", "media.id"));

const isForgotten = (media: Ofs, before: number) =>
  media.and([media("idle_since", "<=", before), media.not(isUsed(media))]);

export async function listOwnersOfOld(
  db: Handle,
  { unusedBefore, outBefore }: { unusedBefore: number; outBefore: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("media")
    .select("user_id")
    .distinct()
    .where((media) => media.or([isForgotten(media, unusedBefore), isLongOut(media, outBefore)]))
    .execute();
  return rows.map((row) => row.user_id);
}

/** Whether its bytes exist and all tweets that use it were published before a time. */
const isLongOut = (media: Ofs, before: number) =>
  media.and([
    media("dropped_at", "is", null),
    isUsed(media),
    media.not(
      media.exists(
        media
          .selectFrom("tweet_media")
          .innerJoin("tweets", "tweets.id", "tweet_media.tweet_id")
          .select("tweet_media.tweet_id")
          .whereRef("tweet_media.media_id", "=", "media.id")
          .where((tweet) =>
            tweet.or([
              tweet("tweets.state", "!=", "published"),
              tweet("tweets.published_at", "is", null),
              tweet("tweets.published_at", ">", before),
            ]),
          ),
      ),
    ),
  ]);

export async function removeForgotten(db: Handle, userId: string, before: number): Promise<number> {
  const done = await db
    .deleteFrom("media")
    .where("user_id", "=", userId)
    .where((media) => isForgotten(media, before))
    .executeTakeFirst();
  return Number(done.numDeletedRows);
}

export async function dropLongOut(
  db: Db,
  userId: string,
  { before, now }: { before: number; now: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("media")
    .select("id")
    .where("user_id", "=", userId)
    .where((media) => isLongOut(media, before))
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await db
      .updateTable("media")
      .set({ dropped_at: now })
      .where(among(db, "id", ids))
      .execute();
  return ids;
}

export async function listPicturesOf(db: Handle, tweetIds: readonly number[]): Promise<Map<number, TweetPicture[]>> {
  const found = new Map<number, TweetPicture[]>();
  if (tweetIds.length === 0) return found;
  const rows = await db
    .selectFrom("tweet_media")
    .innerJoin("media", "media.id", "tweet_media.media_id")
    .select(["tweet_media.tweet_id", "media.id", "media.type", "media.width", "media.height"])
    .select(["tweet_media.alt_text", "tweet_media.made_with_ai"])
    .where(among(db, "tweet_media.tweet_id", tweetIds, "int"))
    .orderBy("tweet_media.tweet_id")
    .orderBy("tweet_media.position")
    .execute();
  for (const { tweet_id: tweetId, id, type, width, height, alt_text, made_with_ai } of rows) {
    const picture = { mediaId: id, type, width, height, altText: alt_text, madeWithAi: made_with_ai === 1 };
    found.set(tweetId, [...(found.get(tweetId) ?? []), picture]);
  }
  return found;
}

export async function listHashesOf(db: Handle, tweetId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("tweet_media")
    .innerJoin("media", "media.id", "tweet_media.media_id")
    .select(["media.id", "media.sha256"])
    .where("tweet_media.tweet_id", "=", tweetId)
    .execute();
  return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
}

/** Deleting the old rows also deletes their upload state. */
export async function setPictures(
  db: Handle,
  tweetId: number,
  pictures: readonly { mediaId: string; altText: string; madeWithAi: boolean }[],
): Promise<void> {
  await db.deleteFrom("tweet_media").where("tweet_id", "=", tweetId).execute();
  if (pictures.length === 0) return;
  await db
    .insertInto("tweet_media")
    .values(
      pictures.map(({ mediaId, altText, madeWithAi }, n) => ({
        tweet_id: tweetId,
        position: n + 1,
        media_id: mediaId,
        alt_text: altText,
        made_with_ai: madeWithAi ? (1 as const) : (0 as const),
      })),
    )
    .execute();
}

export async function setIdle(db: Db, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("media")
    .set({ idle_since: now })
    .where(among(db, "id", ids))
    .execute();
}
