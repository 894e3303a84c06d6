// Stores image bytes in rows, so nodes share no disk.
import { sql } from "kysely";
import { hash } from "node:crypto";
import type { MediaBytes, MediaDraft, MediaKey } from "../media-files.types";
import { type Db, dialectOf, type Transaction } from "../dialect.server";

export const draft = (bytes: MediaBytes): MediaDraft => ({
  keep: (trx, { id }) => insert(trx, id, bytes),
  discard: () => Promise.resolve(),
});

/** Also restores bytes that were dropped. */
export async function insert(
  trx: Transaction,
  id: string,
  { picture, preview }: { picture: Buffer | null; preview: Buffer },
): Promise<void> {
  const row = { picture: picture?.toString("base64") ?? null, preview: preview.toString("base64") };
  await trx
    .insertInto("media_files")
    .values({ media_id: id, ...row })
    .onConflict((conflict) => conflict.column("media_id").doUpdateSet(row))
    .execute();
}

export async function find(db: Db, { id, sha256 }: MediaKey, part: keyof MediaBytes): Promise<Buffer | null> {
  const row = await db.selectFrom("media_files").select(part).where("media_id", "=", id).executeTakeFirst();
  const text = row?.[part] ?? null;
  if (text === null) return null;
  const bytes = Buffer.from(text, "base64");
  return part === "preview" || hash("sha256", bytes) === sha256 ? bytes : null;
}

export async function drop(trx: Transaction, ids: readonly string[]): Promise<void> {
  const { among, listParameter } = dialectOf(trx);
  await trx
    .updateTable("media_files")
    .set({ picture: sql.lit(null) })
    .where(among("media_id", listParameter(ids), "text"))
    .execute();
}
