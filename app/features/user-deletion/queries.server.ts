// Erases everything that belongs to a user, mostly through foreign keys.
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

export async function isSending(db: Handle, userId: string): Promise<boolean> {
  const publishing = db.selectFrom("tweets").select("id").where("state", "=", sql.lit("publishing"));
  return (await publishing.where("user_id", "=", userId).limit(1).executeTakeFirst()) !== undefined;
}

/** A sandbox account shared with another user is left to them. */
export async function erase(db: Handle, userId: string): Promise<void> {
  // Tweets before accounts: a posted tweet without its account would break a constraint.
  await db.deleteFrom("tweets").where("user_id", "=", userId).execute();
  const shared = (account: ExpressionBuilder<Database & { mine: Database["accounts"] }, "mine">) =>
    account
      .selectFrom("accounts as other")
      .select("other.id")
      .where("other.network", "=", "sandbox")
      .whereRef("other.network_user_id", "=", "mine.network_user_id")
      .where("other.user_id", "!=", userId);
  const pretended = db
    .selectFrom("accounts as mine")
    .select("mine.network_user_id")
    .where("mine.user_id", "=", userId)
    .where("mine.network", "=", "sandbox")
    .where((account) => account.not(account.exists(shared(account))));
  await db.deleteFrom("sandbox_users").where("id", "in", pretended).execute();
  await db.deleteFrom("users").where("id", "=", userId).execute();
}
