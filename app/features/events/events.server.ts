// The outbox: what happened is written beside what made it true, where somebody asked for it. It names no reader.
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

/** Ids of one time are neighbours in the index: ten characters of the moment, sixteen of chance. */
function newId(at: number): string {
  let moment = "";
  for (let left = Math.max(0, Math.floor(at)), n = 0; n < 10; n += 1, left = Math.floor(left / 32))
    moment = (base32[left % 32] ?? "0") + moment;
  const chance = [...randomBytes(16)].map((byte) => base32[byte % 32]).join("");
  return `evt_${moment}${chance}`;
}

/** For `writeEvents`: only what somebody could ask for, as this server is set up; the rest costs no statement. */
export function newEvents(app: Pick<App, "config" | "mail">, happened: readonly Happened[]): NewEvent[] {
  const byMail = app.mail !== null;
  return happened.flatMap((one) => {
    const toOperator = app.config.alertUrl !== null && isForOperator(one.type);
    // A person may have a webhook, whatever the server is set up for.
    if (!toOperator && one.userId === null) return [];
    // The spread last: see publishing's startAttempts.
    return [{ toOperator, byMail, ...one }];
  });
}

/** Call it in the transaction that makes them true. What nobody asked for costs one look in an index, and writes nothing. */
export async function writeEvents(trx: Db, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const wished = await queries.listWished(trx, events);
  if (wished.length > 0) await queries.insertEvents(trx, complete(wished));
}

/** Both at once. The `deliveries` job sees to the rest. */
export async function recordEvents(
  trx: Db,
  app: Pick<App, "config" | "mail">,
  happened: readonly Happened[],
): Promise<void> {
  await writeEvents(trx, newEvents(app, happened));
}

/** Of what programs alone are told, which no setting of the server changes. Call it in the transaction that makes them true. */
export const recordForPrograms = (trx: Db, happened: readonly Happened[]): Promise<void> =>
  writeEvents(
    trx,
    happened.map((one) => ({ toOperator: false, byMail: false, ...one })),
  );

/** Tells one webhook alone, whatever it is to be told of; nobody else hears of it. Returns the event's id. */
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
  happened.map((one) => ({ id: newId(one.at), tweetId: null, accountId: null, botId: null, detail: null, ...one }));

/** What goes on for long is told again after this. */
const toldAgainAfter = days(1);

/** For what lasts: it is written once a day. `whom` are people; without any it happened to the server. */
export async function recordLasting(
  app: Pick<App, "db" | "clock" | "config" | "mail">,
  what: Pick<Happened, "type" | "detail">,
  whom: readonly (string | null)[] = [null],
): Promise<void> {
  const now = app.clock.now();
  const happened = whom.map((userId) => ({ userId, at: now, ...what }));
  const events = newEvents(app, happened);
  if (events.length === 0) return;
  await inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    if (!(await queries.isThere(trx, what.type, now - toldAgainAfter))) await writeEvents(trx, events);
  });
}

/** Of a day's money: each is written once since a moment of its own, the beginning of the day that it is about. */
export async function recordOncePer(
  app: Pick<App, "db" | "clock" | "config" | "mail">,
  type: EventType,
  whom: readonly { userId: string | null; since: number; detail: string | null }[],
): Promise<void> {
  const at = app.clock.now();
  if (newEvents(app, [{ type, userId: null, at }]).length === 0) return;
  await inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    for (const { since, ...one } of whom)
      if (!(await queries.isThere(trx, type, since - 1, one.userId)))
        await writeEvents(trx, newEvents(app, [{ type, at, ...one }]));
  });
}

/** Of one person: what they asked to be told of, by one channel to one target. */
export type Target = { channel: "mail" | "webhook"; targetId: string };

/** Replaces what a person asked for by this channel; call it in a transaction that has locked the person. */
export async function replaceWishes(
  trx: Transaction,
  userId: string,
  to: Target,
  wishes: readonly { type: EventType; dueAt: number | null }[],
): Promise<void> {
  await queries.deleteSubscriptions(trx, userId, to);
  await queries.insertSubscriptions(trx, userId, to, wishes);
}

/** What a person asked for, of all channels. */
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

/** Nobody's webhooks are told anything any more, whatever waited for them. Call it where nobody sends. `reason` is a sentence. */
export async function endWebhooks(trx: Transaction, by: { now: number; reason: string }): Promise<void> {
  await queries.deleteAllSubscriptions(trx, "webhook");
  await endAll(trx, by);
}

/** Adds one wish where there is none yet; call it in a transaction that has locked the person. */
export const addWish = (trx: Transaction, userId: string, to: Target, type: EventType): Promise<void> =>
  queries.insertSubscriptions(trx, userId, to, [{ type, dueAt: null }]);

/** The people whose wish for a type that comes by the calendar is due, the longest due first. */
export const listDueWishes = queries.listDueWishes;
/** Whether a person's wish is due; call it once the person is locked. */
export const isWishDue = queries.isWishDue;
/** Sets when a person's wish is due next. */
export const putOffWish = queries.setWishDue;

/** Events and their deliveries are kept this long. */
const keptFor = days(30);

export const pruneEvents = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteBefore(db, clock.now() - keptFor);
