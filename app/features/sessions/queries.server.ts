// SQL of a user's sessions and known browsers.
import type { Kysely } from "kysely";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

export interface NewSession {
  idHash: string;
  userId: string;
  now: number;
  expiresAt: number;
  userAgent: string | null;
  addressBlock: string | null;
  isNew: boolean;
}

export async function insertSession(db: Handle, session: NewSession): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      id_hash: session.idHash,
      user_id: session.userId,
      created_at: session.now,
      seen_at: session.now,
      expires_at: session.expiresAt,
      user_agent: session.userAgent,
      address_block: session.addressBlock,
      is_new: session.isNew ? 1 : 0,
    })
    .execute();
}

export interface Bounds {
  now: number;
  idleBefore: number;
}

export function listLive(db: Handle, userId: string, { now, idleBefore }: Bounds) {
  return db
    .selectFrom("sessions")
    .select(["id_hash", "created_at", "seen_at", "user_agent", "address_block", "is_new"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .where("seen_at", ">", idleBefore)
    .orderBy("seen_at", "desc")
    .orderBy("id_hash")
    .execute();
}

export async function deleteOne(db: Handle, userId: string, idHash: string): Promise<void> {
  await db.deleteFrom("api_keys").where("user_id", "=", userId).where("session_hash", "=", idHash).execute();
  await db.deleteFrom("passkey_challenges").where("user_id", "=", userId).where("bound_hash", "=", idHash).execute();
  await db.deleteFrom("sessions").where("user_id", "=", userId).where("id_hash", "=", idHash).execute();
}

/** Ends other sessions with their API keys and all browser trust. Returns the number of sessions. */
export async function deleteOthers(
  db: Handle,
  userId: string,
  { idHash, browser }: { idHash: string; browser: string | null },
): Promise<number> {
  const keys = db.deleteFrom("api_keys").where("user_id", "=", userId).where("session_hash", "is not", null);
  await keys.where("session_hash", "!=", idHash).execute();
  for (const table of ["trusted_browsers", "waiting_sign_ins", "passkey_challenges"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
  const browsers = db.deleteFrom("own_browsers").where("user_id", "=", userId);
  await browsers.where("id_hash", "!=", browser ?? "").execute();
  const sessions = db.deleteFrom("sessions").where("user_id", "=", userId).where("id_hash", "!=", idHash);
  return Number((await sessions.executeTakeFirst()).numDeletedRows);
}

export interface KnownBrowser {
  userId: string;
  name: string;
  addressBlock: string;
}

/** first: the user has no known browser yet. */
export async function findKnown(db: Handle, browser: KnownBrowser): Promise<"first" | "known" | "new"> {
  const all = db.selectFrom("known_browsers").select("seen_at").where("user_id", "=", browser.userId);
  const same = all.where("name", "=", browser.name).where("address_block", "=", browser.addressBlock);
  if (await same.executeTakeFirst()) return "known";
  return (await all.limit(1).executeTakeFirst()) ? "new" : "first";
}

export async function rememberBrowser(db: Handle, browser: KnownBrowser, now: number): Promise<void> {
  await db
    .insertInto("known_browsers")
    .values({ user_id: browser.userId, name: browser.name, address_block: browser.addressBlock, seen_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "name", "address_block"]).doUpdateSet({ seen_at: now }))
    .execute();
}

export async function deleteKnownBefore(db: Handle, moment: number): Promise<void> {
  await db.deleteFrom("known_browsers").where("seen_at", "<", moment).execute();
}
