// Stores requests with an Idempotency-Key; the first insert wins among parallel ones.
import type { Kysely } from "kysely";
import { days } from "~/ground/time/duration";
import type { Database, Row } from "./schema";

type Handle = Kysely<Database>;
export type Retry = Row<"retries">;

export interface RetryClaim {
  userId: string;
  keyHash: string;
  at: number;
}

export async function insertRetry(db: Handle, claim: RetryClaim & { fingerprint: string }): Promise<boolean> {
  const done = await db
    .insertInto("retries")
    .values({
      user_id: claim.userId,
      key_hash: claim.keyHash,
      fingerprint: claim.fingerprint,
      state: "running",
      status: null,
      body: null,
      created_at: claim.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

export async function findRetry(db: Handle, { userId, keyHash }: Omit<RetryClaim, "at">): Promise<Retry | null> {
  const query = db.selectFrom("retries").selectAll().where("user_id", "=", userId).where("key_hash", "=", keyHash);
  return (await query.executeTakeFirst()) ?? null;
}

const ofClaim = (db: Handle, { userId, keyHash, at }: RetryClaim) =>
  db
    .updateTable("retries")
    .where("user_id", "=", userId)
    .where("key_hash", "=", keyHash)
    .where("created_at", "=", at)
    .where("state", "!=", "done");

export async function takeRetry(
  db: Handle,
  row: Retry,
  claim: { at: number; fingerprint: string; state: "running" | "sent" },
): Promise<boolean> {
  const done = await db
    .updateTable("retries")
    .set({ created_at: claim.at, fingerprint: claim.fingerprint, state: claim.state, status: null, body: null })
    .where("user_id", "=", row.user_id)
    .where("key_hash", "=", row.key_hash)
    .where("created_at", "=", row.created_at)
    .where("state", "=", row.state)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Returns false if the claim was lost. */
export async function endRetry(
  db: Handle,
  claim: RetryClaim,
  answer: { status: number; body: string },
): Promise<boolean> {
  const ended = await ofClaim(db, claim)
    .set({ state: "done", ...answer })
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

/** From now on the work is never repeated. Returns false if the claim was lost. */
export async function markSent(db: Handle, claim: RetryClaim): Promise<boolean> {
  const marked = await ofClaim(db, claim).set({ state: "sent" }).executeTakeFirst();
  return marked.numUpdatedRows === 1n;
}

export async function forgetRetry(db: Handle, { userId, keyHash, at }: RetryClaim): Promise<void> {
  await db
    .deleteFrom("retries")
    .where("user_id", "=", userId)
    .where("key_hash", "=", keyHash)
    .where("created_at", "=", at)
    .where("state", "!=", "done")
    .execute();
}

/** Backdates the claim, so the next request takes it over. */
export async function leaveRetry(db: Handle, claim: RetryClaim, before: number): Promise<void> {
  await ofClaim(db, claim).set({ created_at: before }).execute();
}

/** Stores the answer with the work, for a row that no worker claims: the caller has locked the user. */
export async function keepAnswer(
  db: Handle,
  { userId, keyHash, at, ...answer }: RetryClaim & { fingerprint: string; status: number; body: string },
): Promise<void> {
  const kept = { ...answer, state: "done" as const, created_at: at };
  await db
    .insertInto("retries")
    .values({ user_id: userId, key_hash: keyHash, ...kept })
    .onConflict((conflict) => conflict.columns(["user_id", "key_hash"]).doUpdateSet(kept))
    .execute();
}

export const keepsRetriesMs = days(1);

export async function pruneRetries({ db, clock }: { db: Handle; clock: { now(): number } }): Promise<void> {
  await db
    .deleteFrom("retries")
    .where("created_at", "<=", clock.now() - keepsRetriesMs)
    .execute();
}
