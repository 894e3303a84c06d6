// SQL about all people of the server, for whoever runs it: more tables than one feature's.
import type { Kysely } from "kysely";
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
