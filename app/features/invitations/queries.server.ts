// All SQL of invitations.
import type { Kysely } from "kysely";
import type { Database, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type InvitationRow = Row<"invitations">;

/** Replaces any earlier invitation of the address. */
export async function insertInvitation(db: Handle, row: InvitationRow): Promise<void> {
  await db.deleteFrom("invitations").where("email", "=", row.email).execute();
  await db.insertInto("invitations").values(row).execute();
}

export async function deleteInvitation(db: Handle, id: string): Promise<boolean> {
  const done = await db.deleteFrom("invitations").where("id", "=", id).executeTakeFirst();
  return done.numDeletedRows === 1n;
}

export async function findByToken(db: Handle, tokenHash: string, now: number): Promise<InvitationRow | null> {
  const query = db.selectFrom("invitations").selectAll().where("token_hash", "=", tokenHash);
  return (await query.where("expires_at", ">", now).executeTakeFirst()) ?? null;
}

export const listGood = (db: Handle, now: number): Promise<InvitationRow[]> =>
  db
    .selectFrom("invitations")
    .selectAll()
    .where("expires_at", ">", now)
    .orderBy("expires_at", "desc")
    .orderBy("id")
    .execute();

export async function deleteExpired(db: Handle, now: number): Promise<void> {
  await db.deleteFrom("invitations").where("expires_at", "<=", now).execute();
}
