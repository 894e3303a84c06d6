// SQL of deliveries: insert, claim by group, and end by lease token.
import { type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import type { Database, Row } from "~db/schema";
import type { ChannelName } from "~/features/events/channel";

type Handle = Kysely<Database>;
export type DeliveryRow = Row<"deliveries">;

export interface Group {
  channel: ChannelName;
  targetId: string;
  topic: string;
}

interface NewDelivery extends Group {
  eventId: string;
  eventAt: number;
  body: string | null;
}

export async function insert(db: Handle, deliveries: readonly NewDelivery[]): Promise<void> {
  for (const { eventId, eventAt, channel, targetId, topic, body } of deliveries)
    await db
      .insertInto("deliveries")
      .values({ event_id: eventId, event_at: eventAt, due_at: eventAt, channel, target_id: targetId, topic, body })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

const waiting = (db: Handle) => db.selectFrom("deliveries").where("state", "=", sql.lit("waiting"));

export async function readWaiting(db: Handle, group: Group) {
  const { fn } = db;
  const row = await waiting(db)
    .select([
      fn.min("event_at").as("firstAt"),
      fn.max("event_at").as("lastAt"),
      fn.max("attempts").as("attempts"),
      sql<number | null>`max(case when attempts > 0 then due_at end)`.as("triedDueAt"),
    ])
    .where("channel", "=", group.channel)
    .where("target_id", "=", group.targetId)
    .where("topic", "=", group.topic)
    .executeTakeFirst();
  return row?.firstAt == null || row.lastAt === null ? null : { ...row, firstAt: row.firstAt, lastAt: row.lastAt };
}

export async function lastDeliveredAt(db: Handle, group: Group): Promise<number | null> {
  const row = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.max("ended_at").as("at"))
    .where("channel", "=", group.channel)
    .where("target_id", "=", group.targetId)
    .where("topic", "=", group.topic)
    .where("state", "=", sql.lit("delivered"))
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function setDue(db: Handle, group: Group, dueAt: number): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ due_at: dueAt })
    .where("channel", "=", group.channel)
    .where("target_id", "=", group.targetId)
    .where("topic", "=", group.topic)
    .where("state", "=", sql.lit("waiting"))
    .execute();
}

export async function listDue(
  db: Handle,
  query: { now: number; limit: number; channels: readonly ChannelName[] },
): Promise<Group[]> {
  const rows = await waiting(db)
    .select(["channel", "target_id", "topic"])
    .where("due_at", "<=", query.now)
    .where(among(db, "channel", query.channels, "text"))
    .groupBy(["channel", "target_id", "topic"])
    .orderBy(({ fn }) => fn.min("due_at"))
    .orderBy("target_id")
    .orderBy("topic")
    .limit(query.limit)
    .execute();
  return rows.map(({ channel, target_id, topic }) => ({ channel, targetId: target_id, topic }));
}

interface Lease {
  token: string;
  until: number;
  node: string;
}

const claiming = (db: Handle, lease: Lease) =>
  db
    .updateTable("deliveries")
    .set((row) => ({
      state: "sending",
      lease_token: lease.token,
      lease_until: lease.until,
      lease_node: lease.node,
      attempts: row("attempts", "+", 1),
    }))
    .where("state", "=", sql.lit("waiting"))
    .returningAll();

export async function claimGroup(db: Handle, group: Group, lease: Lease): Promise<DeliveryRow[]> {
  return claiming(db, lease)
    .where("channel", "=", group.channel)
    .where("target_id", "=", group.targetId)
    .where("topic", "=", group.topic)
    .execute();
}

/** Lists targets with something due. The recursive query needs one index step per target. */
export async function listDueTargets(db: Handle, query: { now: number; channel: ChannelName }): Promise<string[]> {
  const ofChannel = sql`from deliveries where state = 'waiting' and channel = ${query.channel}`;
  const { rows } = await sql<{ id: string }>`
    with recursive targets(id) as (
      select min(target_id) ${ofChannel}
      union all
      select (select min(target_id) ${ofChannel} and target_id > targets.id) from targets where targets.id is not null
    )
    select id from targets
    where id is not null and (select min(due_at) ${ofChannel} and target_id = targets.id) <= ${query.now}
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findDue(
  db: Handle,
  filter: { now: number; channel: ChannelName; targetId: string },
): Promise<number | null> {
  const query = waiting(db)
    .select("id")
    .where("channel", "=", filter.channel)
    .where("target_id", "=", filter.targetId)
    .where("due_at", "<=", filter.now);
  return (await query.orderBy("due_at").orderBy("id").limit(1).executeTakeFirst())?.id ?? null;
}

export async function putOff(db: Handle, to: Omit<Group, "topic">, dueAt: number): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ due_at: dueAt })
    .where("channel", "=", to.channel)
    .where("target_id", "=", to.targetId)
    .where("state", "=", sql.lit("waiting"))
    .where("due_at", "<", dueAt)
    .execute();
}

export async function claimOne(db: Handle, id: number, lease: Lease): Promise<DeliveryRow | null> {
  return (await claiming(db, lease).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Makes deliveries with expired leases due again. Returns how many. */
export async function recover(db: Handle, now: number): Promise<number> {
  const done = await db
    .updateTable("deliveries")
    .set({ state: "waiting", due_at: now, lease_token: null, lease_until: null, lease_node: null })
    .where("state", "=", sql.lit("sending"))
    .where("lease_until", "<=", now)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

export async function deleteWaiting(db: Handle, to: { channel: ChannelName; targetId: string }): Promise<void> {
  await db
    .deleteFrom("deliveries")
    .where("channel", "=", to.channel)
    .where("target_id", "=", to.targetId)
    .where("state", "=", sql.lit("waiting"))
    .execute();
}

const free = { lease_token: null, lease_until: null, lease_node: null };

/** Returns 0 if the lease was lost. */
export async function markDelivered(
  db: Handle,
  token: string,
  { now, status }: { now: number; status: number | null },
): Promise<number> {
  const done = await db
    .updateTable("deliveries")
    .set({ ...free, state: "delivered", ended_at: now, due_at: null, last_status: status, last_error: null })
    .where("state", "=", sql.lit("sending"))
    .where("lease_token", "=", token)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

/** Retries at `dueAt`, or fails events up to `giveUpTo`. `count` is how many deliveries the lease still held. */
export async function postpone(
  db: Handle,
  token: string,
  change: { now: number; dueAt: number; giveUpTo: number; status: number | null; error: string },
): Promise<{ count: number; failed: number }> {
  const answer = { last_status: change.status, last_error: change.error };
  const failed = await db
    .updateTable("deliveries")
    .set({ ...free, state: "failed", ended_at: change.now, due_at: null, ...answer })
    .where("state", "=", sql.lit("sending"))
    .where("lease_token", "=", token)
    .where("event_at", "<=", change.giveUpTo)
    .executeTakeFirst();
  const waits = await db
    .updateTable("deliveries")
    .set({ ...free, state: "waiting", due_at: change.dueAt, ...answer })
    .where("state", "=", sql.lit("sending"))
    .where("lease_token", "=", token)
    .executeTakeFirst();
  const count = Number(failed.numUpdatedRows);
  return { count: count + Number(waits.numUpdatedRows), failed: count };
}

/** Returns the next time after `after` with work: a new event, a due message or an expiring lease. */
export async function nextAt(db: Handle, after: number, channels: readonly ChannelName[]): Promise<number | null> {
  const fresh = db
    .selectFrom("events")
    .select(({ fn }) => fn.min("at").as("at"))
    .where("prepared_at", "is", null)
    .where("at", ">", after);
  const due = waiting(db)
    .select(({ fn }) => fn.min("due_at").as("at"))
    .where("due_at", ">", after)
    .where(among(db, "channel", channels, "text"));
  const silent = db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.min("lease_until").as("at"))
    .where("state", "=", sql.lit("sending"))
    .where("lease_until", ">", after);
  const moments = [];
  for (const query of [fresh, due, silent]) moments.push((await query.executeTakeFirst())?.at ?? null);
  const known = moments.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Returns why the latest message failed; null if it succeeded or there was none. */
export async function findTrouble(db: Handle, targetId: string): Promise<string | null> {
  const query = db.selectFrom("deliveries").select("last_error").where("target_id", "=", targetId);
  const tried = query.where("channel", "=", sql.lit("operator")).where("attempts", ">", 0);
  return (
    (await tried.orderBy("event_at", "desc").orderBy("id", "desc").limit(1).executeTakeFirst())?.last_error ?? null
  );
}
