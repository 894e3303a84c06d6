// Writes events to the outbox, in the transaction that makes them true, if anyone subscribed.
import { randomBytes } from "node:crypto";
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { type Db, inTransaction, type Transaction } from "~db/database.server";
import { lockDeliveries } from "~db/locks.server";
import { type EventType, type Happened, isForOperator, type OutboxEvent } from "./event";
import { insert as insertDeliveries } from "./store/deliveries.server";
import { endAll } from "./store/deliveries-of.server";
import * as queries from "./store/events.server";
import type { NewEvent } from "./store/events.server";

export { deliverDue, nextDeliveryAt } from "./deliver.server";
export { deleteWaiting, findTrouble } from "./store/deliveries.server";
export type { AlertType, EventType, Happened, OutboxEvent } from "./event";
export type { NewEvent } from "./store/events.server";
export type { Channel, ChannelName, Owner, Parcel, Sent } from "./channel";
export { deleteDeliveries, endWaiting, findDelivery, listDeliveries, replay } from "./store/deliveries-of.server";
export type { DeliveryOf } from "./store/deliveries-of.server";

const base32 = "0123456789abcdefghjkmnpqrstvwxyz";

function newId(at: number): string {
  let moment = "";
  for (let left = Math.max(0, Math.floor(at)), n = 0; n < 10; n += 1, left = Math.floor(left / 32))
    moment = (base32[left % 32] ?? "0") + moment;
  const chance = [...randomBytes(16)].map((byte) => base32[byte % 32]).join("");
  return `evt_${moment}${chance}`;
}

/** Drops events that no one can subscribe to with this server's settings. */
export function newEvents(app: Pick<App, "config" | "mail">, happened: readonly Happened[]): NewEvent[] {
  const byMail = app.mail !== null;
  return happened.flatMap((event) => {
    const toOperator = app.config.alertUrl !== null && isForOperator(event.type);
    if (!toOperator && event.userId === null) return [];
    // The spread comes last for a reason: see publishing's startAttempts.
    return [{ toOperator, byMail, ...event }];
  });
}

/** Call it in the transaction that makes the events true. Writes only events that have subscribers. */
export async function writeEvents(trx: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const wished = await queries.listWished(trx, events);
  if (wished.length > 0) await queries.insertEvents(trx, complete(wished));
}

export async function recordEvents(
  trx: Db,
  app: Pick<App, "config" | "mail">,
  happened: readonly Happened[],
): Promise<void> {
  await writeEvents(trx, newEvents(app, happened));
}

/** Records events that only webhooks can receive. Call it in the transaction that makes them true. */
export const recordForPrograms = (trx: Db, happened: readonly Happened[]): Promise<void> =>
  writeEvents(
    trx,
    happened.map((event) => ({ toOperator: false, byMail: false, ...event })),
  );

/** Sends an event to one webhook, whatever its subscriptions. Returns the event's id. */
export async function recordFor(
  trx: Transaction,
  happened: Happened,
  { targetId, body }: { targetId: string; body: (eventId: string) => string },
): Promise<string> {
  const [event] = complete([happened]);
  if (!event) throw new Error("Nothing happened");
  const { id, at } = event;
  await queries.insertPrepared(trx, event);
  const to = { channel: "webhook" as const, targetId, topic: id };
  await insertDeliveries(trx, [{ ...to, eventId: id, eventAt: at, body: body(id) }]);
  return id;
}

const complete = (happened: readonly Happened[]): OutboxEvent[] =>
  happened.map((event) => ({
    id: newId(event.at),
    tweetId: null,
    accountId: null,
    botId: null,
    detail: null,
    ...event,
  }));

const toldAgainAfter = days(1);

/** Records an ongoing condition at most once a day. `userIds`: user ids; null means the server. */
export async function recordLasting(
  app: Pick<App, "db" | "clock" | "config" | "mail">,
  event: Pick<Happened, "type" | "detail">,
  userIds: readonly (string | null)[] = [null],
): Promise<void> {
  const now = app.clock.now();
  const happened = userIds.map((userId) => ({ userId, at: now, ...event }));
  const events = newEvents(app, happened);
  if (events.length === 0) return;
  await inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    if (!(await queries.isThere(trx, event.type, now - toldAgainAfter))) await writeEvents(trx, events);
  });
}

export async function recordOncePer(
  app: Pick<App, "db" | "clock" | "config" | "mail">,
  type: EventType,
  recipients: readonly { userId: string | null; since: number; detail: string | null }[],
): Promise<void> {
  const at = app.clock.now();
  if (newEvents(app, [{ type, userId: null, at }]).length === 0) return;
  await inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    for (const { since, ...one } of recipients)
      if (!(await queries.isThere(trx, type, since - 1, one.userId)))
        await writeEvents(trx, newEvents(app, [{ type, at, ...one }]));
  });
}

export type Target = { channel: "mail" | "webhook"; targetId: string };

/** Call it with the user locked. */
export async function replaceWishes(
  trx: Transaction,
  userId: string,
  to: Target,
  wishes: readonly { type: EventType; dueAt: number | null }[],
): Promise<void> {
  await queries.deleteSubscriptions(trx, userId, to);
  await queries.insertSubscriptions(trx, userId, to, wishes);
}

export async function listWishes(
  db: Db,
  userId: string,
): Promise<{ type: EventType; channel: Target["channel"]; targetId: string; dueAt: number | null }[]> {
  const rows = await queries.listSubscriptions(db, userId);
  return rows.map((row) => ({
    type: row.type as EventType,
    channel: row.channel,
    targetId: row.target_id,
    dueAt: row.due_at,
  }));
}

/** Ends all users' webhook deliveries. Call it only if no server is running. `reason` is a sentence. */
export async function endWebhooks(trx: Transaction, change: { now: number; reason: string }): Promise<void> {
  await queries.deleteAllSubscriptions(trx, "webhook");
  await endAll(trx, change);
}

export const addWish = (trx: Transaction, userId: string, to: Target, type: EventType): Promise<void> =>
  queries.insertSubscriptions(trx, userId, to, [{ type, dueAt: null }]);

export const listDueWishes = queries.listDueWishes;
/** Call it with the user locked. */
export const isWishDue = queries.isWishDue;
export const putOffWish = queries.setWishDue;

const keptFor = days(30);

export const pruneEvents = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteBefore(db, clock.now() - keptFor);
