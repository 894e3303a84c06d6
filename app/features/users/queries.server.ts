// Reads and writes users, sessions, browser API keys and fresh proofs.
import type { Kysely } from "kysely";
import { prepared } from "~db/prepared.server";
import type { Database, Row } from "~db/schema";
import type { Preferences, User } from "./user";

type Handle = Kysely<Database>;

export const toUser = (row: Row<"users">): User => ({
  id: row.id,
  email: row.email,
  timezone: row.timezone,
  zoneChosen: row.timezone_chosen === 1,
  createdAt: row.created_at,
  undoEnabled: row.waits_to_post === 1,
  shortcutsEnabled: row.has_keys === 1,
});

export interface NewUser extends Omit<User, "zoneChosen" | keyof Preferences> {
  passwordHash: string;
  phone: string | null;
  isEmailTrusted?: boolean;
  /** Default true: the server's first account becomes its operator. */
  mayOperate?: boolean;
}

/** Returns false if the email is taken. The first insert also marks the server as used. */
export async function insertUser(db: Handle, user: NewUser): Promise<boolean> {
  const done = await db
    .insertInto("users")
    .values({
      id: user.id,
      email: user.email,
      phone: user.phone,
      password_hash: user.passwordHash,
      timezone: user.timezone,
      vouched_at: user.isEmailTrusted ? user.createdAt : null,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirst();
  if (done.numInsertedOrUpdatedRows !== 1n) return false;
  const first = await db
    .insertInto("first_account")
    .values({ id: 1, created_at: user.createdAt })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (first.numInsertedOrUpdatedRows === 1n && user.mayOperate !== false)
    await db.updateTable("users").set({ operator_at: user.createdAt }).where("id", "=", user.id).execute();
  return true;
}

/** True once any account was created, even if it was deleted since. */
export async function wasEverUsed(db: Handle): Promise<boolean> {
  return (await db.selectFrom("first_account").select("id").executeTakeFirst()) !== undefined;
}

export interface Admitted {
  user: User;
  passwordHash: string;
  /** False after registering or changing the password: the new session isn't a sign-in. */
  isSignIn?: boolean;
}

export async function findUserByEmail(db: Handle, email: string): Promise<(Admitted & { isDisabled: boolean }) | null> {
  const row = await db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
  return row ? { user: toUser(row), passwordHash: row.password_hash, isDisabled: row.disabled_at !== null } : null;
}

export async function findDisabledAt(db: Handle, userId: string): Promise<{ disabledAt: number | null } | null> {
  const query = db.selectFrom("users").select("disabled_at as disabledAt").where("id", "=", userId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function setDisabledAt(db: Handle, userId: string, at: number | null): Promise<void> {
  await db.updateTable("users").set({ disabled_at: at }).where("id", "=", userId).execute();
}

export async function findAdmitted(db: Handle, userId: string): Promise<Admitted | null> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  return row ? { user: toUser(row), passwordHash: row.password_hash } : null;
}

export async function findCredentials(
  db: Handle,
  userId: string,
): Promise<{ email: string; passwordHash: string } | null> {
  const query = db.selectFrom("users").select(["email", "password_hash as passwordHash"]).where("id", "=", userId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function replaceHash(db: Handle, userId: string, before: string, after: string): Promise<boolean> {
  const done = await db
    .updateTable("users")
    .set({ password_hash: after })
    .where("id", "=", userId)
    .where("password_hash", "=", before)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function findUserById(db: Handle, id: string): Promise<User | null> {
  const row = await db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? toUser(row) : null;
}

export async function updateUser(db: Handle, id: string, change: { password_hash: string }): Promise<void> {
  await db.updateTable("users").set(change).where("id", "=", id).execute();
}

export async function confirmEmail(
  db: Handle,
  change: { userId: string; email: string; now: number },
): Promise<boolean> {
  const done = await db
    .updateTable("users")
    .set({ email_confirmed_at: change.now })
    .where("id", "=", change.userId)
    .where("email", "=", change.email)
    .where("email_confirmed_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function findConfirmedEmail(db: Handle, userId: string): Promise<string | null> {
  const query = db.selectFrom("users").select("email").where("id", "=", userId);
  const confirmed = query.where("email_confirmed_at", "is not", null).where("disabled_at", "is", null);
  return (await confirmed.executeTakeFirst())?.email ?? null;
}

export async function setZone(
  db: Handle,
  id: string,
  values: { timezone: string; chosen: boolean },
): Promise<string | null> {
  let change = db.updateTable("users").set({ timezone: values.timezone }).where("id", "=", id);
  change = values.chosen ? change.set({ timezone_chosen: 1 }) : change.where("timezone_chosen", "=", 0);
  await change.execute();
  return (await findUserById(db, id))?.timezone ?? null;
}

/** True once for each user who doesn't wait to post. */
export async function takeUndoOffer(db: Handle, id: string, now: number): Promise<boolean> {
  const done = await db
    .updateTable("users")
    .set({ undo_offered_at: now })
    .where("id", "=", id)
    .where("waits_to_post", "=", 0)
    .where("undo_offered_at", "is", null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function setPreferences(
  db: Handle,
  id: string,
  { undoEnabled, shortcutsEnabled }: Preferences,
): Promise<void> {
  const change = { waits_to_post: undoEnabled ? 1 : 0, has_keys: shortcutsEnabled ? 1 : 0 } as const;
  await db.updateTable("users").set(change).where("id", "=", id).execute();
}

const sessionOf = prepared((db, { idHash }: { idHash: string }) =>
  db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("users")
    .select(["sessions.seen_at", "sessions.expires_at"])
    .where("sessions.id_hash", "=", idHash)
    .where("users.disabled_at", "is", null),
);

export async function findSession(
  db: Handle,
  idHash: string,
): Promise<{ user: User; seenAt: number; expiresAt: number } | null> {
  const [row] = await sessionOf(db, { idHash });
  return row ? { user: toUser(row), seenAt: row.seen_at, expiresAt: row.expires_at } : null;
}

export async function touchSession(db: Handle, idHash: string, now: number): Promise<void> {
  await db.updateTable("sessions").set({ seen_at: now }).where("id_hash", "=", idHash).execute();
}

export async function deleteSession(db: Handle, idHash: string): Promise<void> {
  await db.deleteFrom("api_keys").where("session_hash", "=", idHash).execute();
  await db.deleteFrom("passkey_challenges").where("bound_hash", "=", idHash).execute();
  await db.deleteFrom("sessions").where("id_hash", "=", idHash).execute();
}

export async function deleteStaleProofs(db: Handle, now: number): Promise<void> {
  await db.deleteFrom("fresh_proofs").where("expires_at", "<=", now).execute();
}

/** Also deletes their API keys: a browser's key ends with its session (contract, "Credentials"). */
export async function deleteStaleSessions(db: Handle, now: number, idleBefore: number): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where((session) => session.or([session("expires_at", "<=", now), session("seen_at", "<=", idleBefore)]))
    .execute();
  await db
    .deleteFrom("api_keys")
    .where("session_hash", "is not", null)
    .where((key) =>
      key.not(
        key.exists(key.selectFrom("sessions").select("id_hash").whereRef("id_hash", "=", "api_keys.session_hash")),
      ),
    )
    .execute();
}

export interface FoundKey {
  id: number;
  user: User;
  usedAt: number | null;
  session: { idHash: string; seenAt: number; expiresAt: number } | null;
}

export async function findKey(db: Handle, keyHash: string): Promise<FoundKey | null> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("users", "users.id", "api_keys.user_id")
    .leftJoin("sessions", "sessions.id_hash", "api_keys.session_hash")
    .selectAll("users")
    .select(["api_keys.id as key_id", "api_keys.used_at", "api_keys.session_hash"])
    .select(["sessions.seen_at", "sessions.expires_at"])
    .where("api_keys.key_hash", "=", keyHash)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { session_hash: idHash, seen_at: seenAt, expires_at: expiresAt } = row;
  if (idHash !== null && (seenAt === null || expiresAt === null)) return null;
  const session = idHash === null || seenAt === null || expiresAt === null ? null : { idHash, seenAt, expiresAt };
  return { id: row.key_id, user: toUser(row), usedAt: row.used_at, session };
}

/** Also deletes rows that belong to second-factor and passkeys, to leave no access behind. */
export async function deleteAccessOf(db: Handle, userId: string): Promise<void> {
  await deleteKeysOf(db, userId);
  const tables = ["sessions", "own_browsers", "trusted_browsers", "waiting_sign_ins", "passkey_challenges"] as const;
  for (const table of tables) await db.deleteFrom(table).where("user_id", "=", userId).execute();
}

export async function deleteKeysOf(db: Handle, userId: string): Promise<number> {
  const done = await db.deleteFrom("api_keys").where("user_id", "=", userId).executeTakeFirst();
  return Number(done.numDeletedRows);
}

export async function keepProof(db: Handle, proof: Row<"fresh_proofs">): Promise<void> {
  await db
    .insertInto("fresh_proofs")
    .values(proof)
    .onConflict((conflict) => conflict.column("session_hash").doUpdateSet({ expires_at: proof.expires_at }))
    .execute();
}

export async function hasFreshProof(
  db: Handle,
  filter: { userId: string; sessionHash: string; now: number },
): Promise<boolean> {
  const query = db.selectFrom("fresh_proofs").select("user_id").where("session_hash", "=", filter.sessionHash);
  const row = await query.where("user_id", "=", filter.userId).where("expires_at", ">", filter.now).executeTakeFirst();
  return row !== undefined;
}
