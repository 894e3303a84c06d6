// SQL of webhooks.
import type { Kysely } from "kysely";
import { among } from "~db/database.server";
import type { Change, Database, NewRow, Row } from "~db/schema";
import type { Owner } from "~/features/events/events.server";

type Handle = Kysely<Database>;
export type WebhookRow = Row<"webhooks">;

export async function listByUser(db: Handle, userId: string): Promise<WebhookRow[]> {
  const query = db.selectFrom("webhooks").selectAll().where("user_id", "=", userId);
  return query.orderBy("created_at").orderBy("id").execute();
}

export async function find(db: Handle, id: string): Promise<WebhookRow | null> {
  return (await db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function insert(db: Handle, row: NewRow<"webhooks">): Promise<void> {
  await db.insertInto("webhooks").values(row).execute();
}

export async function update(db: Handle, id: string, change: Change<"webhooks">): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable("webhooks").set(change).where("id", "=", id).execute();
}

export async function disableAll(db: Handle, disabled: Change<"webhooks">): Promise<void> {
  await db.updateTable("webhooks").set(disabled).where("disabled_at", "is", null).execute();
}

export async function remove(db: Handle, id: string): Promise<void> {
  await db.deleteFrom("webhooks").where("id", "=", id).execute();
}

export async function listOwners(db: Handle, ids: readonly string[]): Promise<Map<string, Owner>> {
  const query = db
    .selectFrom("webhooks")
    .innerJoin("users", "users.id", "webhooks.user_id")
    .select(["webhooks.id", "user_id", "users.disabled_at as person_disabled_at"])
    .where(among(db, "webhooks.id", ids, "text"));
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.id, { id: row.user_id, isDisabled: row.person_disabled_at !== null }]));
}

export async function listIds(db: Handle): Promise<string[]> {
  return (await db.selectFrom("webhooks").select("id").orderBy("id").execute()).map(({ id }) => id);
}

export async function forgetFormer(db: Handle, now: number): Promise<void> {
  const nothing = { former_secret: null, former_until: null };
  await db.updateTable("webhooks").set(nothing).where("former_until", "<=", now).execute();
}
