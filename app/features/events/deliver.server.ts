// Deliveries: events become deliveries, alike ones are claimed together, handed to their channel and ended by their token.
import type { App } from "~/app.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { seconds } from "~/ground/time/duration";
import { type Started, nothingStarted } from "~/ground/work.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { leaseToken } from "~db/lease.server";
import { lockDeliveries } from "~db/locks.server";
import { type Channel, collectedUntil, retriedFor, type Sent, waitAfter } from "./channel";
import { isForOperator, type OutboxEvent } from "./event";
import * as deliveries from "./store/deliveries.server";
import type { DeliveryRow, Group } from "./store/deliveries.server";
import * as events from "./store/events.server";

/** How many messages are on their way together: telling of things must not hold up the things. */
const maxAtATime = 8;
const maxPrepared = 500;
/** A channel's own limits are shorter. */
const leaseLasts = seconds(60);

/** How many are on their way, an App. */
const running = new WeakMap<App, number>();

/** There is one operator. */
const operator = "operator";

/**
 * Prepares what is new, and begins to send what is due by these channels. Never throws for what the other side does.
 * `asStandby`: although this process may not claim, because those who may are gone.
 */
export async function deliverDue(app: App, channels: readonly Channel[], { asStandby = false } = {}): Promise<Started> {
  const may = asStandby || app.node.mayClaim();
  if (channels.length === 0 || app.work.shutdownSignal.aborted || !may) return nothingStarted;
  const next = await nextDeliveryAt(app, channels, -1);
  if (next === null || next > app.clock.now()) return nothingStarted;
  const limit = maxAtATime - (running.get(app) ?? 0);
  const claimed = await inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    await deliveries.recover(trx, app.clock.now());
    await prepare(trx, app, channels);
    const due = await claimDue(trx, app, channels, limit);
    if (due.length > 0) hitCrashPoint("deliver:inside");
    return due;
  });
  running.set(app, (running.get(app) ?? 0) + claimed.length);
  const done = Promise.all(claimed.map((one) => app.work.track(tell(app, one)))).then(() => undefined);
  return { started: claimed.length, done };
}

/** When, after `after`, there is something to do for these channels, or null. */
export const nextDeliveryAt = (
  app: Pick<App, "db">,
  channels: readonly Channel[],
  after: number,
): Promise<number | null> =>
  channels.length === 0
    ? Promise.resolve(null)
    : deliveries.nextAt(
        app.db,
        after,
        channels.map(({ name }) => name),
      );

/** A row of deliveries for each who asked. */
async function prepare(trx: Transaction, app: App, channels: readonly Channel[]): Promise<void> {
  const now = app.clock.now();
  const fresh = await events.listNew(trx, maxPrepared);
  if (fresh.length === 0) return;
  const groups = new Map<string, Group>();
  for (const event of fresh)
    for (const to of await targetsOf(trx, event)) {
      const channel = channels.find(({ name }) => name === to.channel);
      if (!channel) continue;
      const group = { ...to, topic: channel.topicOf(event) };
      groups.set(JSON.stringify(group), group);
      await deliveries.insert(trx, [{ ...group, eventId: event.id, eventAt: event.at }]);
    }
  for (const group of groups.values()) await setGroupDue(trx, group, now);
  await events.markPrepared(
    trx,
    fresh.map(({ id }) => id),
    now,
  );
}

async function targetsOf(trx: Transaction, event: OutboxEvent): Promise<Omit<Group, "topic">[]> {
  const wishes = await events.listWishes(trx, event);
  const people = wishes.map((row) => ({ channel: row.channel, targetId: row.target_id }));
  return isForOperator(event.type) ? [...people, { channel: "operator", targetId: operator }] : people;
}

/** Collected, rested, or after the wait of a failed try: all that waits of a group goes at one moment. */
async function setGroupDue(trx: Transaction, group: Group, now: number): Promise<void> {
  const waiting = await deliveries.readWaiting(trx, group);
  if (waiting === null) return;
  const formerAt = await deliveries.lastDeliveredAt(trx, group);
  const { triedDueAt, firstAt, lastAt } = waiting;
  await deliveries.setDue(trx, group, triedDueAt ?? collectedUntil({ firstAt, lastAt, formerAt, now }));
}

interface Claimed {
  channel: Channel;
  group: Group;
  token: string;
  rows: DeliveryRow[];
}

async function claimDue(trx: Transaction, app: App, channels: readonly Channel[], limit: number): Promise<Claimed[]> {
  if (limit <= 0) return [];
  const now = app.clock.now();
  const claimed: Claimed[] = [];
  const names = channels.map(({ name }) => name);
  for (const group of await deliveries.listDue(trx, { now, limit, channels: names })) {
    const channel = channels.find(({ name }) => name === group.channel);
    const until = now + leaseLasts;
    const token = leaseToken(until);
    const rows = await deliveries.claimGroup(trx, group, { token, until, node: app.node.id() });
    if (channel && rows.length > 0) claimed.push({ channel, group, token, rows });
  }
  return claimed;
}

async function tell(app: App, claimed: Claimed): Promise<void> {
  const { channel, group, rows } = claimed;
  hitCrashPoint("deliver:committed");
  try {
    const all = await events.listEvents(
      app.db,
      rows.map((row) => row.event_id),
    );
    // Their person may have left since.
    if (all.length === 0) return;
    const sent = await channel.send({ targetId: group.targetId, topic: group.topic, events: all });
    hitCrashPoint("deliver:sent");
    await end(app, claimed, sent);
  } catch (error) {
    // Its lease runs out, and it is sent again.
    app.log.error({ err: error, channel: channel.name, topic: group.topic }, "a delivery broke");
  } finally {
    running.set(app, (running.get(app) ?? 1) - 1);
    app.wake();
  }
}

async function end(app: App, { channel, group, token, rows }: Claimed, sent: Sent): Promise<void> {
  const now = app.clock.now();
  const attempts = Math.max(...rows.map((row) => row.attempts));
  const failed = await inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    const count = await conclude(trx, { token, sent, now, wait: waitAfter(attempts, app.random) });
    await setGroupDue(trx, group, now);
    hitCrashPoint("delivered:inside");
    return count;
  });
  hitCrashPoint("delivered:committed");
  const line = { channel: channel.name, topic: group.topic, events: rows.length, attempts };
  if (sent.kind === "sent") app.log.info(line, "told");
  else if (failed > 0) app.log.error({ ...line, failed, reason: sent.reason }, "nobody was told: given up");
  else app.log.warn({ ...line, reason: sent.reason }, "could not tell; it is tried again");
}

/** Returns how many are given up. */
async function conclude(
  trx: Transaction,
  by: { token: string; sent: Sent; now: number; wait: number },
): Promise<number> {
  const { token, sent, now, wait } = by;
  if (sent.kind === "sent") {
    await deliveries.markDelivered(trx, token, now);
    return 0;
  }
  const dueAt = now + Math.max(wait, sent.kind === "later" ? (sent.retryAfterMs ?? 0) : 0);
  const giveUpTo = sent.kind === "never" ? Number.MAX_SAFE_INTEGER : now - retriedFor;
  return deliveries.postpone(trx, token, { now, dueAt, giveUpTo, error: sent.reason });
}
