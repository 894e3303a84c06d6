// Adds, moves and touches browser keys, and suspends or revokes named keys.
import type { Kysely } from "kysely";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

export async function touchKey(db: Handle, id: number, now: number): Promise<void> {
  await db.updateTable("api_keys").set({ used_at: now }).where("id", "=", id).execute();
}

export async function moveKeys(db: Handle, change: { former: string; next: string; userId: string }): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ session_hash: change.next })
    .where("session_hash", "=", change.former)
    .where("user_id", "=", change.userId)
    .execute();
}

/** Keeps the `max` most recently used keys; an unused key counts from its creation. */
export async function insertKey(
  db: Handle,
  key: { userId: string; keyHash: string; sessionHash: string | null; now: number },
  max: number,
): Promise<void> {
  await db
    .insertInto("api_keys")
    .values({ user_id: key.userId, key_hash: key.keyHash, session_hash: key.sessionHash, created_at: key.now })
    .execute();
  await db
    .deleteFrom("api_keys")
    .where("user_id", "=", key.userId)
    .where("id", "not in", (inner) =>
      inner
        .selectFrom("api_keys")
        .select("id")
        .where("user_id", "=", key.userId)
        .orderBy((builder) => builder.fn.coalesce("used_at", "created_at"), "desc")
        .orderBy("id", "desc")
        .limit(max),
    )
    .execute();
}

export async function holdNamedKeysOf(db: Handle, userId: string, now: number): Promise<void> {
  const update = db.updateTable("named_keys").set({ held_at: now }).where("user_id", "=", userId);
  await update.where("revoked_at", "is", null).where("held_at", "is", null).execute();
}

export async function revokeNamedKeysOf(db: Handle, userId: string, now: number): Promise<number> {
  const update = db.updateTable("named_keys").set({ revoked_at: now }).where("user_id", "=", userId);
  return Number((await update.where("revoked_at", "is", null).executeTakeFirst()).numUpdatedRows);
}
