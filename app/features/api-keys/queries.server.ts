// Reads and writes named_keys; features/users also revokes and suspends them.
import type { Kysely } from "kysely";
import type { Change, Database, NewRow, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type KeyRow = Row<"named_keys">;

/** Also matches the key's old secret while that is valid. Skips revoked keys and disabled users. */
export async function findByHash(db: Handle, keyHash: string, now: number): Promise<KeyRow | null> {
  const row = await db
    .selectFrom("named_keys")
    .innerJoin("users", "users.id", "named_keys.user_id")
    .selectAll("named_keys")
    .where((key) =>
      key.or([
        key("named_keys.key_hash", "=", keyHash),
        key.and([key("named_keys.former_hash", "=", keyHash), key("named_keys.former_until", ">", now)]),
      ]),
    )
    .where("named_keys.revoked_at", "is", null)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

export async function touch(db: Handle, id: number, { now, before }: { now: number; before: number }): Promise<void> {
  await db
    .updateTable("named_keys")
    .set({ last_used_at: now })
    .where("id", "=", id)
    .where((key) => key.or([key("last_used_at", "is", null), key("last_used_at", "<=", before)]))
    .execute();
}

export function list(db: Handle, userId: string): Promise<KeyRow[]> {
  const query = db.selectFrom("named_keys").selectAll().where("user_id", "=", userId).where("revoked_at", "is", null);
  return query.orderBy("id", "desc").execute();
}

export async function find(db: Handle, filter: { userId: string; id: number }): Promise<KeyRow | null> {
  const query = db
    .selectFrom("named_keys")
    .selectAll()
    .where("user_id", "=", filter.userId)
    .where("id", "=", filter.id);
  return (await query.where("revoked_at", "is", null).executeTakeFirst()) ?? null;
}

export async function insert(db: Handle, row: NewRow<"named_keys">): Promise<KeyRow> {
  return db.insertInto("named_keys").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Null if the key is revoked or belongs to another user. */
export async function change(
  db: Handle,
  target: { userId: string; id: number },
  set: Change<"named_keys">,
): Promise<KeyRow | null> {
  const update = db.updateTable("named_keys").set(set).where("user_id", "=", target.userId).where("id", "=", target.id);
  return (await update.where("revoked_at", "is", null).returningAll().executeTakeFirst()) ?? null;
}

export async function keepHeld(db: Handle, userId: string): Promise<number> {
  const update = db.updateTable("named_keys").set({ held_at: null }).where("user_id", "=", userId);
  const done = await update.where("held_at", "is not", null).where("revoked_at", "is", null).executeTakeFirst();
  return Number(done.numUpdatedRows);
}

export async function holdAll(db: Handle, now: number): Promise<void> {
  await db.updateTable("named_keys").set({ held_at: now }).where("revoked_at", "is", null).execute();
}
