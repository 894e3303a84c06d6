// Erases everything that belongs to a person, whatever feature it is of; the tables' foreign keys do most of it.
import { type Kysely, sql } from "kysely";
import type { Database } from "~db/schema";

type Handle = Kysely<Database>;

/** Whether one of the person's tweets is being sent. */
export async function isSending(db: Handle, userId: string): Promise<boolean> {
  const publishing = db.selectFrom("tweets").select("id").where("state", "=", sql.lit("publishing"));
  return (await publishing.where("user_id", "=", userId).limit(1).executeTakeFirst()) !== undefined;
}

/** Who shares a pretended account of the sandbox with somebody else leaves it to them. */
export async function erase(db: Handle, userId: string): Promise<void> {
  // Before their accounts: but for drafts no tweet may be without one, and SQLite's cascades come in no known order.
  await db.deleteFrom("tweets").where("user_id", "=", userId).execute();
  await sql`
    delete from sandbox_users where id in (
      select mine.network_user_id from accounts mine where mine.user_id = ${userId} and mine.network = 'sandbox'
        and not exists (select 1 from accounts other where other.network = 'sandbox'
          and other.network_user_id = mine.network_user_id and other.user_id <> ${userId}))`.execute(db);
  await db.deleteFrom("users").where("id", "=", userId).execute();
}
