// Reads and writes audit_events.
import { type Kysely, sql } from "kysely";
import type { Database, Row } from "~db/schema";
import type { AuditEntry, AuditEvent } from "./audit-event";

type Handle = Kysely<Database>;

export async function insertEvent(db: Handle, event: AuditEvent, at: number): Promise<void> {
  await db
    .insertInto("audit_events")
    .values({
      kind: event.kind,
      user_id: event.userId,
      by_operator: event.byOperator ? 1 : 0,
      address: event.address,
      detail: event.detail ?? null,
      at,
    })
    .execute();
}

/** Equal events since `since`, from any address; latest first. */
export async function listAlike(
  db: Handle,
  { event, since, max }: { event: AuditEvent & { userId: string }; since: number; max: number },
): Promise<{ id: number; address: string | null }[]> {
  const { userId, kind, detail = null, byOperator = false } = event;
  const query = db
    .selectFrom("audit_events")
    .select(["id", "address"])
    .where("user_id", "=", userId)
    .where("at", ">", since)
    .where("kind", "=", kind)
    .where("detail", detail === null ? "is" : "=", detail)
    .where("by_operator", "=", byOperator ? 1 : 0);
  return query.orderBy("at", "desc").orderBy("id", "desc").limit(max).execute();
}

export async function countIn(db: Handle, id: number): Promise<void> {
  await db
    .updateTable("audit_events")
    .set((builder) => ({ times: builder("times", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function countSince(
  db: Handle,
  query: { userId: string; kind: string; since: number; max: number },
): Promise<number> {
  const some = db
    .selectFrom("audit_events")
    .select("id")
    .where("user_id", "=", query.userId)
    .where("at", ">", query.since)
    .where("kind", "=", query.kind)
    .limit(query.max);
  return (await some.execute()).length;
}

const toEntry = (row: Row<"audit_events">): AuditEntry => ({
  kind: row.kind,
  address: row.address,
  detail: row.detail,
  byOperator: row.by_operator === 1,
  at: row.at,
  times: row.times,
});

export interface KeptEntry extends AuditEntry {
  id: number;
}

/** Latest first, older than `before`. */
export async function listEvents(
  db: Handle,
  userId: string,
  { limit, before }: { limit: number; before?: Pick<KeptEntry, "at" | "id"> | null },
): Promise<KeptEntry[]> {
  let query = db.selectFrom("audit_events").selectAll().where("user_id", "=", userId);
  if (before) query = query.where(sql<boolean>`(at, id) < (${before.at}, ${before.id})`);
  const rows = await query.orderBy("at", "desc").orderBy("id", "desc").limit(limit).execute();
  return rows.map((row) => ({ ...toEntry(row), id: row.id }));
}

/** `email` is null for deleted users and events without a user. */
export interface WholeEntry extends KeptEntry {
  email: string | null;
}

export async function listEverybodys(
  db: Handle,
  filter: { kind: string | null; before: number | null; limit: number },
): Promise<WholeEntry[]> {
  let query = db
    .selectFrom("audit_events")
    .leftJoin("users", "users.id", "audit_events.user_id")
    .selectAll("audit_events")
    .select("users.email");
  if (filter.kind !== null) query = query.where("audit_events.kind", "=", filter.kind);
  if (filter.before !== null) query = query.where("audit_events.id", "<", filter.before);
  const rows = await query.orderBy("audit_events.id", "desc").limit(filter.limit).execute();
  return rows.map((row) => ({ ...toEntry(row), id: row.id, email: row.email }));
}

/** Detaches the operator's actions from a deleted user. */
export async function forgetPerson(db: Handle, userId: string): Promise<void> {
  await db
    .updateTable("audit_events")
    .set({ user_id: null, detail: null })
    .where("user_id", "=", userId)
    .where("by_operator", "=", sql.lit(1))
    .execute();
}

export async function deleteBefore(db: Handle, moment: number): Promise<void> {
  await db.deleteFrom("audit_events").where("at", "<", moment).execute();
}
