// All SQL of identities and identity_requests.
import type { Kysely } from "kysely";
import type { Database, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type Identity = Row<"identities">;
export type IdentityRequest = Row<"identity_requests">;

export async function insertRequest(db: Handle, request: IdentityRequest): Promise<void> {
  await db.insertInto("identity_requests").values(request).execute();
}

/** Returns each request once. Null if unknown, expired or already taken. */
export async function takeRequest(
  db: Handle,
  { secretHash, now }: { secretHash: string; now: number },
): Promise<IdentityRequest | null> {
  const row = await db
    .deleteFrom("identity_requests")
    .where("secret_hash", "=", secretHash)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteStaleRequests(db: Handle, now: number): Promise<void> {
  await db.deleteFrom("identity_requests").where("expires_at", "<=", now).execute();
}

export async function findIdentity(
  db: Handle,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<Identity | null> {
  const query = db.selectFrom("identities").selectAll().where("issuer", "=", issuer).where("subject", "=", subject);
  return (await query.executeTakeFirst()) ?? null;
}

export async function insertIdentity(db: Handle, identity: Identity): Promise<boolean> {
  const done = await db
    .insertInto("identities")
    .values(identity)
    .onConflict((conflict) => conflict.columns(["issuer", "subject"]).doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

export async function useIdentity(
  db: Handle,
  id: string,
  change: { email: string | null; now: number },
): Promise<boolean> {
  const done = await db
    .updateTable("identities")
    .set({ last_used_at: change.now, email: change.email })
    .where("id", "=", id)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export const listOf = (db: Handle, userId: string): Promise<Identity[]> =>
  db.selectFrom("identities").selectAll().where("user_id", "=", userId).orderBy("created_at").orderBy("id").execute();

export async function deleteIdentity(db: Handle, target: { userId: string; id: string }): Promise<boolean> {
  const done = await db
    .deleteFrom("identities")
    .where("id", "=", target.id)
    .where("user_id", "=", target.userId)
    .executeTakeFirst();
  return done.numDeletedRows === 1n;
}
