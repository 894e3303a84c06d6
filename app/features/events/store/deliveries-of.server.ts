// SQL of one webhook's deliveries, for its owner.
import { type Kysely, sql } from "kysely";
import type { Database } from "~db/schema";
import type { EventType } from "~/features/events/event";

type Handle = Kysely<Database>;

export interface DeliveryOf {
  id: number;
  eventId: string;
  type: EventType;
  targetId: string;
  status: "pending" | "delivered" | "failed";
  attempts: number;
  nextAttemptAt: number | null;
  lastStatus: number | null;
  lastError: string | null;
  at: number;
}

const statesOf = {
  pending: ["waiting", "sending"],
  delivered: ["delivered"],
  failed: ["failed"],
} as const;

const byWebhook = (db: Handle) =>
  db
    .selectFrom("deliveries")
    .innerJoin("events", "events.id", "deliveries.event_id")
    .select(["deliveries.id", "event_id", "type", "target_id", "state", "attempts", "due_at"])
    .select(["last_status", "last_error", "event_at"])
    .where("channel", "=", sql.lit("webhook"));

type Found = Awaited<ReturnType<ReturnType<typeof byWebhook>["execute"]>>[number];

const toDelivery = (row: Found): DeliveryOf => ({
  id: row.id,
  eventId: row.event_id,
  type: row.type as EventType,
  targetId: row.target_id,
  status: row.state === "waiting" || row.state === "sending" ? "pending" : row.state,
  attempts: row.attempts,
  nextAttemptAt: row.state === "waiting" ? row.due_at : null,
  lastStatus: row.last_status,
  lastError: row.last_error,
  at: row.event_at,
});

export async function listDeliveries(
  db: Handle,
  targetId: string,
  filter: { status: DeliveryOf["status"] | null; before: number | null; limit: number },
): Promise<DeliveryOf[]> {
  let query = byWebhook(db).where("target_id", "=", targetId);
  if (filter.status !== null) query = query.where("state", "in", statesOf[filter.status]);
  if (filter.before !== null) query = query.where("deliveries.id", "<", filter.before);
  return (await query.orderBy("deliveries.id", "desc").limit(filter.limit).execute()).map(toDelivery);
}

export async function findDelivery(db: Handle, id: number): Promise<DeliveryOf | null> {
  const row = await byWebhook(db).where("deliveries.id", "=", id).executeTakeFirst();
  return row ? toDelivery(row) : null;
}

/** Makes it due now with its tries reset. Skips one that is sending. */
export async function replay(db: Handle, id: number, now: number): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ state: "waiting", due_at: now, ended_at: null, attempts: 0 })
    .where("id", "=", id)
    .where("state", "!=", sql.lit("sending"))
    .execute();
}

export async function endWaiting(db: Handle, targetId: string, change: { now: number; reason: string }): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ state: "failed", ended_at: change.now, due_at: null, last_error: change.reason })
    .where("channel", "=", sql.lit("webhook"))
    .where("target_id", "=", targetId)
    .where("state", "=", sql.lit("waiting"))
    .execute();
}

/** Also ends deliveries that are sending, so call it only if no server is running. */
export async function endAll(db: Handle, change: { now: number; reason: string }): Promise<void> {
  const free = { lease_token: null, lease_until: null, lease_node: null };
  await db
    .updateTable("deliveries")
    .set({ ...free, state: "failed", ended_at: change.now, due_at: null, last_error: change.reason })
    .where("channel", "=", sql.lit("webhook"))
    .where("state", "in", statesOf.pending)
    .execute();
}

export async function deleteDeliveries(db: Handle, targetId: string): Promise<void> {
  await db
    .deleteFrom("deliveries")
    .where("channel", "=", sql.lit("webhook"))
    .where("target_id", "=", targetId)
    .execute();
}
