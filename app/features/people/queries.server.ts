// SQL about all people of the server, for whoever runs it: more tables than one feature's.
import { type Kysely, sql } from "kysely";
import type { Database } from "~db/schema";
import type { Grounds } from "./operator";

type Handle = Kysely<Database>;

export async function findGrounds(db: Handle, userId: string): Promise<Grounds | null> {
  const query = db
    .selectFrom("users")
    .select(["email", "operator_at as operatorAt", "email_confirmed_at as confirmedAt"])
    .select(["vouched_at as vouchedAt", "disabled_at as disabledAt"])
    .where("id", "=", userId);
  return (await query.executeTakeFirst()) ?? null;
}

export async function setOperator(db: Handle, userId: string, now: number): Promise<void> {
  await db.updateTable("users").set({ operator_at: now, vouched_at: now }).where("id", "=", userId).execute();
}

export interface AtStake {
  scheduled: number;
  bots: number;
}

/** Of one person: what waits on the timeline, and the bots that are not stopped. */
export async function countAtStake(db: Handle, userId: string): Promise<AtStake> {
  const scheduled = await db
    .selectFrom("tweets")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("user_id", "=", userId)
    .where("state", "=", sql.lit("scheduled"))
    .executeTakeFirst();
  const bots = await db
    .selectFrom("bots")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("user_id", "=", userId)
    .where("state", "!=", sql.lit("stopped"))
    .executeTakeFirst();
  return { scheduled: Number(scheduled?.n ?? 0), bots: Number(bots?.n ?? 0) };
}
