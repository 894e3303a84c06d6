// Limits how many unsent texts each user may keep, so one user can't fill the disk.
import { sql } from "kysely";
import { AppError } from "~/ground/errors";
import type { Db } from "~db/database.server";

export const maxUnsent = 20_000;
export const maxUnsentBytes = 50_000_000;

const tooMuch = (noun: string): string =>
  `Nothing was saved. You’ve reached the limit of ${noun} that haven’t been posted. Delete some, then empty Trash.`;

export const roomMessages = {
  texts: tooMuch(`${maxUnsent.toLocaleString("en-US")} tweets`),
  bytes: tooMuch(`${maxUnsentBytes / 1_000_000} MB of tweets`),
};

/** Throws limit_reached. Paid generation checks this before it runs; its result is always kept. */
export async function requireRoom(db: Db, userId: string, more: { texts: number; bytes?: number }): Promise<void> {
  const kept = await weighUnsent(db, userId);
  if (kept.texts + more.texts > maxUnsent) throw new AppError("limit_reached", roomMessages.texts);
  if (kept.bytes + (more.bytes ?? 0) > maxUnsentBytes) throw new AppError("limit_reached", roomMessages.bytes);
}

export const requireRoomFor = (db: Db, userId: string, contents: readonly string[]): Promise<void> =>
  requireRoom(db, userId, {
    texts: contents.length,
    bytes: contents.reduce((sum, content) => sum + Buffer.byteLength(content), 0),
  });

interface Kept {
  texts: number;
  bytes: number;
}

/** Reads only the index tweets_unsent (060). */
async function weighUnsent(db: Db, userId: string): Promise<Kept> {
  const { texts, bytes } = await db
    .selectFrom("tweets")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("texts"),
      sql<number | string | null>`sum(octet_length(content))`.as("bytes"),
    ])
    .where("user_id", "=", userId)
    .where("state", "<>", sql.lit("published"))
    .executeTakeFirstOrThrow();
  return { texts: Number(texts), bytes: Number(bytes ?? 0) };
}
