// All SQL of link_mails and mail_links.
import type { Kysely } from "kysely";
import type { LinkPurpose } from "~db/tables/mail-links.server";
import type { Database, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type LinkMail = Row<"link_mails">;
export type MailLink = Row<"mail_links">;

export async function insertMail(
  db: Handle,
  mail: { id: string; purpose: LinkPurpose; email: string; userId: string | null; now: number },
): Promise<void> {
  const { id, purpose, email, userId, now } = mail;
  await db
    .insertInto("link_mails")
    .values({ id, purpose, email, user_id: userId, due_at: now, created_at: now })
    .execute();
}

export async function listDueIds(db: Handle, now: number, limit: number): Promise<string[]> {
  const query = db.selectFrom("link_mails").select("id").where("due_at", "<=", now);
  return (await query.orderBy("due_at").orderBy("id").limit(limit).execute()).map(({ id }) => id);
}

/** Returns null if another process claimed it. Becomes due again at `until`, in case the claimer crashed. */
export async function claimMail(
  db: Handle,
  id: string,
  claim: { token: string; now: number; until: number },
): Promise<LinkMail | null> {
  const row = await db
    .updateTable("link_mails")
    .set((mail) => ({ token: claim.token, due_at: claim.until, attempts: mail("attempts", "+", 1) }))
    .where("id", "=", id)
    .where("due_at", "<=", claim.now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteMail(db: Handle, token: string): Promise<void> {
  await db.deleteFrom("link_mails").where("token", "=", token).execute();
}

export async function postponeMail(db: Handle, token: string, dueAt: number): Promise<void> {
  await db.updateTable("link_mails").set({ due_at: dueAt }).where("token", "=", token).execute();
}

export async function nextMailAt(db: Handle, after: number): Promise<number | null> {
  const query = db.selectFrom("link_mails").select(({ fn }) => fn.min("due_at").as("at"));
  return (await query.where("due_at", ">", after).executeTakeFirst())?.at ?? null;
}

export async function insertLink(
  db: Handle,
  link: { tokenHash: string; purpose: LinkPurpose; userId: string; email: string; now: number; expiresAt: number },
): Promise<void> {
  const { tokenHash, purpose, userId, email, now, expiresAt } = link;
  await db
    .insertInto("mail_links")
    .values({ token_hash: tokenHash, purpose, user_id: userId, email, created_at: now, expires_at: expiresAt })
    .execute();
}

export async function findLink(
  db: Handle,
  filter: { tokenHash: string; purpose: LinkPurpose; now: number },
): Promise<MailLink | null> {
  const query = db.selectFrom("mail_links").selectAll().where("token_hash", "=", filter.tokenHash);
  return (
    (await query.where("purpose", "=", filter.purpose).where("expires_at", ">", filter.now).executeTakeFirst()) ?? null
  );
}

export async function deleteLinksOf(db: Handle, userId: string, purpose: LinkPurpose, email: string): Promise<void> {
  await db.deleteFrom("mail_links").where("user_id", "=", userId).where("purpose", "=", purpose).execute();
  await db.deleteFrom("link_mails").where("email", "=", email).where("purpose", "=", purpose).execute();
}

/** Mails stored by address alone need no deletion: sending skips disabled users. */
export async function deleteAllOf(db: Handle, userId: string): Promise<void> {
  await db.deleteFrom("mail_links").where("user_id", "=", userId).execute();
  await db.deleteFrom("link_mails").where("user_id", "=", userId).execute();
}

export async function deleteExpired(db: Handle, now: number): Promise<void> {
  await db.deleteFrom("mail_links").where("expires_at", "<=", now).execute();
}
