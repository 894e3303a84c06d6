// SQL of events and subscriptions.
import { type Kysely, sql } from "kysely";
import { among } from "~db/database.server";
import { preparedRows } from "~db/rows.server";
import type { Database, Row } from "~db/schema";
import type { EventType, Happened, OutboxEvent } from "~/features/events/event";

type Handle = Kysely<Database>;

/** `toOperator` and `byMail`: channels that the server's settings allow. */
export interface NewEvent extends Happened {
  toOperator: boolean;
  byMail: boolean;
}

const wishesFor = preparedRows(
  { userId: "text", type: "text" },
  (row, rows) => sql<{ userId: string; type: string; notMail: number }>`
  select user_id as "userId", type, max(case when channel = 'mail' then 0 else 1 end) as "notMail"
  from ${rows} join subscriptions on user_id = ${row.userId} and type = ${row.type} group by user_id, type`,
);

/** Keeps events that have subscribers. Filtering before ids and rows are made saved a tenth of a send's cost. */
export async function listWished<T extends NewEvent>(db: Handle, events: readonly T[]): Promise<T[]> {
  const kinds = new Map<string, { userId: string; type: string }>();
  for (const { userId, type } of events) if (userId !== null) kinds.set(`${type} ${userId}`, { userId, type });
  const rows = kinds.size === 0 ? [] : await wishesFor(db, [...kinds.values()]);
  const wishes = new Map(rows.map(({ userId, type, notMail }) => [`${type} ${userId}`, notMail === 1]));
  return events.filter(({ userId, type, toOperator, byMail }) => {
    const notMail = wishes.get(`${type} ${userId}`);
    return toOperator || notMail === true || (notMail === false && byMail);
  });
}

const insertAll = preparedRows(
  {
    id: "text",
    userId: "text",
    type: "text",
    tweetId: "int",
    accountId: "int",
    botId: "int",
    detail: "text",
    at: "int",
  },
  (row, rows) => sql`
  insert into events (id, user_id, type, tweet_id, account_id, bot_id, detail, at)
  select ${row.id}, ${row.userId}, ${row.type}, ${row.tweetId}, ${row.accountId}, ${row.botId}, ${row.detail}, ${row.at}
  from ${rows}`,
);

export async function insertEvents(db: Handle, events: readonly OutboxEvent[]): Promise<void> {
  await insertAll(
    db,
    events.map(({ id, userId, type, tweetId, accountId, botId, detail, at }) => ({
      id,
      userId,
      type,
      tweetId,
      accountId,
      botId,
      detail,
      at,
    })),
  );
}

/** Inserts an event whose delivery the caller writes. */
export async function insertPrepared(db: Handle, event: OutboxEvent): Promise<void> {
  const { id, userId, type, tweetId, accountId, botId, detail, at } = event;
  const about = { tweet_id: tweetId, account_id: accountId, bot_id: botId, detail };
  await db
    .insertInto("events")
    .values({ id, user_id: userId, type, ...about, at, prepared_at: at })
    .execute();
}

export async function isThere(db: Handle, type: EventType, since: number, owner?: string | null): Promise<boolean> {
  const query = db.selectFrom("events").select("id").where("type", "=", type).where("at", ">", since).limit(1);
  const of = owner === undefined ? query : query.where("user_id", owner === null ? "is" : "=", owner);
  return (await of.executeTakeFirst()) !== undefined;
}

const toEvent = (row: Row<"events">): OutboxEvent => ({
  id: row.id,
  type: row.type as EventType,
  userId: row.user_id,
  tweetId: row.tweet_id,
  accountId: row.account_id,
  botId: row.bot_id,
  detail: row.detail,
  at: row.at,
});

export async function listNew(db: Handle, limit: number): Promise<OutboxEvent[]> {
  const query = db.selectFrom("events").selectAll().where("prepared_at", "is", null);
  return (await query.orderBy("at").orderBy("id").limit(limit).execute()).map(toEvent);
}

export async function markPrepared(db: Handle, ids: readonly string[], now: number): Promise<void> {
  await db
    .updateTable("events")
    .set({ prepared_at: now })
    .where(among(db, "id", ids))
    .execute();
}

export async function listEvents(db: Handle, ids: readonly string[]): Promise<OutboxEvent[]> {
  const query = db
    .selectFrom("events")
    .selectAll()
    .where(among(db, "id", ids));
  return (await query.orderBy("at").orderBy("id").execute()).map(toEvent);
}

export async function deleteBefore(db: Handle, moment: number): Promise<void> {
  await db.deleteFrom("events").where("at", "<", moment).execute();
}

export type Subscription = Row<"subscriptions">;
type ToWhom = Pick<Subscription, "channel"> & { targetId: string };

export async function listSubscriptions(db: Handle, userId: string): Promise<Subscription[]> {
  const query = db.selectFrom("subscriptions").selectAll().where("user_id", "=", userId);
  return query.orderBy("type").orderBy("channel").orderBy("target_id").execute();
}

/** Returns no subscriptions while the user is disabled. */
export async function listWishes(db: Handle, event: Pick<OutboxEvent, "userId" | "type">): Promise<Subscription[]> {
  if (event.userId === null) return [];
  const query = db
    .selectFrom("subscriptions")
    .innerJoin("users", "users.id", "subscriptions.user_id")
    .selectAll("subscriptions")
    .where("subscriptions.user_id", "=", event.userId)
    .where("users.disabled_at", "is", null);
  return query.where("type", "=", event.type).orderBy("channel").orderBy("target_id").execute();
}

export async function insertSubscriptions(
  db: Handle,
  userId: string,
  { channel, targetId }: ToWhom,
  wishes: readonly { type: EventType; dueAt: number | null }[],
): Promise<void> {
  for (const { type, dueAt } of wishes)
    await db
      .insertInto("subscriptions")
      .values({ user_id: userId, type, channel, target_id: targetId, due_at: dueAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export async function deleteSubscriptions(db: Handle, userId: string, { channel, targetId }: ToWhom): Promise<void> {
  const query = db.deleteFrom("subscriptions").where("user_id", "=", userId);
  await query.where("channel", "=", channel).where("target_id", "=", targetId).execute();
}

export async function deleteAllSubscriptions(db: Handle, channel: ToWhom["channel"]): Promise<void> {
  await db.deleteFrom("subscriptions").where("channel", "=", channel).execute();
}

export async function listDueWishes(
  db: Handle,
  type: EventType,
  filter: { now: number; limit: number },
): Promise<string[]> {
  const query = db
    .selectFrom("subscriptions")
    .select("user_id")
    .where("type", "=", type)
    .where("due_at", "<=", filter.now);
  const rows = await query.orderBy("due_at").orderBy("user_id").limit(filter.limit).execute();
  return [...new Set(rows.map((row) => row.user_id))];
}

export async function isWishDue(db: Handle, userId: string, type: EventType, now: number): Promise<boolean> {
  const query = db.selectFrom("subscriptions").select("due_at").where("user_id", "=", userId);
  return (await query.where("type", "=", type).where("due_at", "<=", now).executeTakeFirst()) !== undefined;
}

export async function setWishDue(db: Handle, userId: string, type: EventType, dueAt: number): Promise<void> {
  const query = db.updateTable("subscriptions").set({ due_at: dueAt }).where("user_id", "=", userId);
  await query.where("type", "=", type).execute();
}
