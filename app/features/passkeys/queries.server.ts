// All SQL of passkeys and passkey_challenges, except for revoking all access.
import type { Kysely } from "kysely";
import type { Change, Database, NewRow, Row } from "~db/schema";
import type { ChallengePurpose } from "~db/tables/passkeys.server";

type Handle = Kysely<Database>;
export type Passkey = Row<"passkeys">;
export type { ChallengePurpose };

export async function findByCredential(db: Handle, credentialId: string): Promise<Passkey | null> {
  const query = db.selectFrom("passkeys").selectAll().where("credential_id", "=", credentialId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function findOne(db: Handle, filter: { userId: string; id: string }): Promise<Passkey | null> {
  const query = db.selectFrom("passkeys").selectAll().where("id", "=", filter.id).where("user_id", "=", filter.userId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function listOf(db: Handle, userId: string): Promise<Passkey[]> {
  const own = db.selectFrom("passkeys").selectAll().where("user_id", "=", userId);
  return own.orderBy("created_at").orderBy("id").execute();
}

export async function insertPasskey(db: Handle, passkey: NewRow<"passkeys">): Promise<boolean> {
  const done = await db
    .insertInto("passkeys")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

export async function updatePasskey(
  db: Handle,
  target: { userId: string; id: string },
  change: Pick<Change<"passkeys">, "name" | "sign_count" | "backed_up" | "last_used_at">,
): Promise<boolean> {
  const one = db.updateTable("passkeys").set(change).where("id", "=", target.id).where("user_id", "=", target.userId);
  return (await one.executeTakeFirst()).numUpdatedRows === 1n;
}

export async function deletePasskey(db: Handle, target: { userId: string; id: string }): Promise<boolean> {
  const one = db.deleteFrom("passkeys").where("id", "=", target.id).where("user_id", "=", target.userId);
  return (await one.executeTakeFirst()).numDeletedRows === 1n;
}

export async function deleteAllOf(db: Handle, userId: string): Promise<number> {
  await db.deleteFrom("passkey_challenges").where("user_id", "=", userId).execute();
  const done = await db.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
  return Number(done.numDeletedRows);
}

export async function insertChallenge(db: Handle, challenge: NewRow<"passkey_challenges">): Promise<void> {
  await db.insertInto("passkey_challenges").values(challenge).execute();
}

interface Binding {
  purpose: ChallengePurpose;
  userId: string | null;
  boundHash: string;
  now: number;
}

/** Returns true for one caller only, if the challenge matches this browser and user and has not expired. */
export async function takeChallenge(db: Handle, { idHash, ...by }: Binding & { idHash: string }): Promise<boolean> {
  let one = db
    .deleteFrom("passkey_challenges")
    .where("id_hash", "=", idHash)
    .where("purpose", "=", by.purpose)
    .where("bound_hash", "=", by.boundHash)
    .where("expires_at", ">", by.now);
  one = by.userId === null ? one.where("user_id", "is", null) : one.where("user_id", "=", by.userId);
  return (await one.executeTakeFirst()).numDeletedRows === 1n;
}

export async function hasPermission(db: Handle, binding: Omit<Binding, "purpose">): Promise<boolean> {
  const row = await db
    .selectFrom("passkey_challenges")
    .select("id_hash")
    .where("purpose", "=", "may_add")
    .where("user_id", "=", binding.userId)
    .where("bound_hash", "=", binding.boundHash)
    .where("expires_at", ">", binding.now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePermission(db: Handle, target: { userId: string; boundHash: string }): Promise<void> {
  await db
    .deleteFrom("passkey_challenges")
    .where("purpose", "=", "may_add")
    .where("user_id", "=", target.userId)
    .where("bound_hash", "=", target.boundHash)
    .execute();
}

export async function deleteEnded(db: Handle, now: number): Promise<void> {
  await db.deleteFrom("passkey_challenges").where("expires_at", "<=", now).execute();
}
