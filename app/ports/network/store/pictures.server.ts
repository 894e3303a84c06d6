// SQL of the sandbox's pictures: upload, describe, attach to a post, show, delete.
import { among, type Db } from "~db/database.server";
import type { NewRow } from "~db/schema";

export interface ShownPicture {
  id: string;
  altText: string | null;
}

export async function insertPicture(trx: Db, picture: NewRow<"sandbox_media">): Promise<void> {
  await trx.insertInto("sandbox_media").values(picture).execute();
}

/** Ids are strings of digits that only grow, so sort by length first. */
export async function lastPictureId(trx: Db): Promise<string | undefined> {
  const last = await trx
    .selectFrom("sandbox_media")
    .select("id")
    .orderBy((builder) => builder.fn("length", ["id"]), "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.id;
}

/** Deletes pictures that expired without a post, and all but the user's newest `kept`. */
export async function forgetPictures(trx: Db, target: { userId: string; now: number; kept: number }): Promise<void> {
  await trx.deleteFrom("sandbox_media").where("post_id", "is", null).where("expires_at", "<=", target.now).execute();
  const newest = trx
    .selectFrom("sandbox_media")
    .select("id")
    .where("sandbox_user_id", "=", target.userId)
    .orderBy("created_at", "desc")
    .orderBy((builder) => builder.fn("length", ["id"]), "desc")
    .orderBy("id", "desc")
    .limit(target.kept);
  await trx
    .deleteFrom("sandbox_media")
    .where("sandbox_user_id", "=", target.userId)
    .where("id", "not in", newest)
    .execute();
}

export async function ownersOfPictures(trx: Db, ids: readonly string[], now: number): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom("sandbox_media")
    .select(["id", "sandbox_user_id"])
    .where(among(trx, "id", [...ids], "text"))
    .where("post_id", "is", null)
    .where("expires_at", ">", now)
    .orderBy("id")
    .execute();
  return new Map(rows.map((row) => [row.id, row.sandbox_user_id]));
}

export async function describePicture(trx: Db, id: string, altText: string): Promise<void> {
  await trx.updateTable("sandbox_media").set({ alt_text: altText }).where("id", "=", id).execute();
}

export async function givePictures(trx: Db, postId: string, ids: readonly string[]): Promise<void> {
  for (const [n, id] of ids.entries())
    await trx
      .updateTable("sandbox_media")
      .set({ post_id: postId, position: n + 1 })
      .where("id", "=", id)
      .execute();
}

export async function deletePicturesOf(trx: Db, postId: string): Promise<void> {
  await trx.deleteFrom("sandbox_media").where("post_id", "=", postId).execute();
}

export const listPicturesOf = (db: Db, postId: string): Promise<ShownPicture[]> =>
  db
    .selectFrom("sandbox_media")
    .select(["id", "alt_text as altText"])
    .where("post_id", "=", postId)
    .orderBy("position")
    .execute();

/** Returns null unless a post shows it. `data` is base64. */
export async function findPicture(db: Db, id: string): Promise<{ contentType: string; data: string } | null> {
  const row = await db
    .selectFrom("sandbox_media")
    .select(["content_type as contentType", "data"])
    .where("id", "=", id)
    .where("post_id", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}
