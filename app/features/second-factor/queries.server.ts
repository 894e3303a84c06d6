// All SQL of 2FA tables, except for revoking all access.
import type { Kysely } from "kysely";
import type { Change, Database, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type Authenticator = Row<"authenticators">;
export type RecoverySet = Row<"recovery_sets">;
export type WaitingSignIn = Row<"waiting_sign_ins">;

export async function findAuthenticator(db: Handle, userId: string): Promise<Authenticator | null> {
  const query = db.selectFrom("authenticators").selectAll().where("user_id", "=", userId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function listAuthenticators(db: Handle): Promise<Authenticator[]> {
  return db.selectFrom("authenticators").selectAll().orderBy("user_id").execute();
}

export async function insertAuthenticator(
  db: Handle,
  { userId, secret, now }: { userId: string; secret: string; now: number },
): Promise<void> {
  await db.deleteFrom("authenticators").where("user_id", "=", userId).execute();
  await db.insertInto("authenticators").values({ user_id: userId, secret, created_at: now }).execute();
}

export async function updateAuthenticator(
  db: Handle,
  userId: string,
  change: Omit<Change<"authenticators">, "user_id" | "created_at">,
): Promise<void> {
  await db.updateTable("authenticators").set(change).where("user_id", "=", userId).execute();
}

export async function deleteAuthenticator(db: Handle, userId: string): Promise<boolean> {
  const done = await db.deleteFrom("authenticators").where("user_id", "=", userId).executeTakeFirst();
  return done.numDeletedRows > 0n;
}

export async function deleteTrustOf(db: Handle, userId: string): Promise<void> {
  for (const table of ["trusted_browsers", "waiting_sign_ins"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
}

export async function findRecoverySet(db: Handle, userId: string): Promise<RecoverySet | null> {
  const query = db.selectFrom("recovery_sets").selectAll().where("user_id", "=", userId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function listRecoverySets(db: Handle): Promise<RecoverySet[]> {
  return db.selectFrom("recovery_sets").selectAll().orderBy("user_id").execute();
}

export async function updateRecoverySet(
  db: Handle,
  userId: string,
  change: Pick<Change<"recovery_sets">, "shown_codes" | "shown_until">,
): Promise<void> {
  await db.updateTable("recovery_sets").set(change).where("user_id", "=", userId).execute();
}

export async function deleteRecoveryOf(db: Handle, userId: string): Promise<void> {
  for (const table of ["recovery_codes", "recovery_sets"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
}

export async function replaceRecovery(db: Handle, set: RecoverySet, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryOf(db, set.user_id);
  await db.insertInto("recovery_sets").values(set).execute();
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((code_hash) => ({ code_hash, user_id: set.user_id })))
    .execute();
}

export async function redeemRecoveryCode(
  db: Handle,
  target: { userId: string; codeHash: string; now: number },
): Promise<boolean> {
  const done = await db
    .updateTable("recovery_codes")
    .set({ used_at: target.now })
    .where("code_hash", "=", target.codeHash)
    .where("user_id", "=", target.userId)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function countUnusedCodes(db: Handle, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertTrusted(
  db: Handle,
  browser: { idHash: string; userId: string; now: number; expiresAt: number },
): Promise<void> {
  await db
    .insertInto("trusted_browsers")
    .values({
      id_hash: browser.idHash,
      user_id: browser.userId,
      created_at: browser.now,
      expires_at: browser.expiresAt,
    })
    .execute();
}

export async function isTrusted(db: Handle, query: { idHash: string; userId: string; now: number }): Promise<boolean> {
  const row = await db
    .selectFrom("trusted_browsers")
    .select("id_hash")
    .where("id_hash", "=", query.idHash)
    .where("user_id", "=", query.userId)
    .where("expires_at", ">", query.now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertWaiting(
  db: Handle,
  waiting: { idHash: string; userId: string; passwordHash: string; now: number; expiresAt: number },
  max: number,
): Promise<void> {
  await db
    .insertInto("waiting_sign_ins")
    .values({
      id_hash: waiting.idHash,
      user_id: waiting.userId,
      password_hash: waiting.passwordHash,
      created_at: waiting.now,
      expires_at: waiting.expiresAt,
    })
    .execute();
  await db
    .deleteFrom("waiting_sign_ins")
    .where("user_id", "=", waiting.userId)
    .where("id_hash", "not in", (inner) =>
      inner
        .selectFrom("waiting_sign_ins")
        .select("id_hash")
        .where("user_id", "=", waiting.userId)
        .orderBy("expires_at", "desc")
        .orderBy("id_hash")
        .limit(max),
    )
    .execute();
}

export async function findWaiting(db: Handle, idHash: string, now: number): Promise<WaitingSignIn | null> {
  const query = db.selectFrom("waiting_sign_ins").selectAll().where("id_hash", "=", idHash);
  return (await query.where("expires_at", ">", now).executeTakeFirst()) ?? null;
}

export async function deleteWaiting(db: Handle, idHash: string): Promise<void> {
  await db.deleteFrom("waiting_sign_ins").where("id_hash", "=", idHash).execute();
}

export async function deleteExpired(db: Handle, now: number, setUpBefore: number): Promise<void> {
  await db.deleteFrom("trusted_browsers").where("expires_at", "<=", now).execute();
  await db.deleteFrom("waiting_sign_ins").where("expires_at", "<=", now).execute();
  await db
    .updateTable("recovery_sets")
    .set({ shown_codes: null, shown_until: null })
    .where("shown_until", "<=", now)
    .execute();
  await db
    .deleteFrom("authenticators")
    .where("confirmed_at", "is", null)
    .where("created_at", "<=", setUpBefore)
    .execute();
}
