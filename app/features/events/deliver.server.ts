// Turns events into deliveries, claims alike ones together, and sends them through their channels.
import type { App } from "~/app.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { minutes, seconds } from "~/ground/time/duration";
import { type Started, nothingStarted } from "~/ground/work.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { leaseToken } from "~db/lease.server";
import { lockDeliveries } from "~db/locks.server";
import { type Channel, collectedUntil, type EachByItself, retriedFor, type Sent, waitAfter } from "./channel";
import { isForOperator, type OutboxEvent } from "./event";
import * as deliveries from "./store/deliveries.server";
import type { DeliveryRow, Group } from "./store/deliveries.server";
import * as events from "./store/events.server";
import { forgetOthers, nextTarget, noTurns, take, type Turns } from "./turns";

/** Each channel that sends events separately has its own limit, so slow webhooks don't delay mail. */
const maxAtATime = 8;
/** Preparing reads what webhooks send, while other writers wait. */
const maxPrepared = 100;
const leaseLasts = seconds(60);

const running = new WeakMap<App, Claimed[]>();
/** Frees the slots of expired leases, because another process may have claimed those deliveries. */
const runningBy = (app: App): Claimed[] => (running.get(app) ?? []).filter(({ until }) => until > app.clock.now());
const placesFor = (app: App, isOne: (claimed: Claimed) => boolean): number =>
  Math.max(0, maxAtATime - runningBy(app).filter(isOne).length);

/** Deliveries for a disabled user are postponed by this. It doesn't count as a try. */
const disabledWait = minutes(5);

const operator = "operator";

/** Never throws for a receiver's failure. `asStandby`: claims because the processes that may are gone. */
export async function deliverDue(app: App, channels: readonly Channel[], { asStandby = false } = {}): Promise<Started> {
  const may = asStandby || app.node.mayClaim();
  if (channels.length === 0 || app.work.shutdownSignal.aborted || !may) return nothingStarted;
  const next = await nextDeliveryAt(app, channels, -1);
  if (next === null || next > app.clock.now()) return nothingStarted;
  const { claimed, prepared } = await inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    await deliveries.recover(trx, app.clock.now());
    const prepared = await prepare(trx, app, channels);
    const due = [...(await claimDue(trx, app, channels)), ...(await claimEach(trx, app, channels))];
    if (due.length > 0) hitCrashPoint("deliver:inside");
    return { claimed: due, prepared };
  });
  if (prepared === maxPrepared) app.wake();
  running.set(app, [...runningBy(app), ...claimed]);
  const done = Promise.all(claimed.map((claim) => app.work.track(tell(app, claim)))).then(() => undefined);
  return { started: claimed.length, done };
}

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

async function prepare(trx: Transaction, app: App, channels: readonly Channel[]): Promise<number> {
  const now = app.clock.now();
  const fresh = await events.listNew(trx, maxPrepared);
  if (fresh.length === 0) return 0;
  const groups = new Map<string, Group>();
  for (const event of fresh) {
    const composed = new Map<Channel, string | null>();
    for (const to of await targetsOf(trx, event)) {
      const channel = channels.find(({ name }) => name === to.channel);
      if (!channel) continue;
      const group = { ...to, topic: channel.topicOf(event) };
      if (!channel.each) groups.set(JSON.stringify(group), group);
      else if (!composed.has(channel)) composed.set(channel, await channel.each.compose(trx, event));
      const body = composed.get(channel) ?? null;
      if (channel.each && body === null) continue;
      await deliveries.insert(trx, [{ ...group, eventId: event.id, eventAt: event.at, body }]);
    }
  }
  for (const group of groups.values()) await setGroupDue(trx, group, now);
  await events.markPrepared(
    trx,
    fresh.map(({ id }) => id),
    now,
  );
  return fresh.length;
}

async function targetsOf(trx: Transaction, event: OutboxEvent): Promise<Omit<Group, "topic">[]> {
  const wishes = await events.listWishes(trx, event);
  const people = wishes.map((row) => ({ channel: row.channel, targetId: row.target_id }));
  return isForOperator(event.type) ? [...people, { channel: "operator", targetId: operator }] : people;
}

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
  until: number;
  rows: DeliveryRow[];
}

async function claimDue(trx: Transaction, app: App, channels: readonly Channel[]): Promise<Claimed[]> {
  const limit = placesFor(app, ({ channel }) => !channel.each);
  const names = channels.filter(({ each }) => !each).map(({ name }) => name);
  if (limit === 0 || names.length === 0) return [];
  const now = app.clock.now();
  const claimed: Claimed[] = [];
  for (const group of await deliveries.listDue(trx, { now, limit, channels: names })) {
    const channel = channels.find(({ name }) => name === group.channel);
    const until = now + leaseLasts;
    const token = leaseToken(until);
    const rows = await deliveries.claimGroup(trx, group, { token, until, node: app.node.id() });
    if (channel && rows.length > 0) claimed.push({ channel, group, token, until, rows });
  }
  return claimed;
}

const turnsBy = new WeakMap<App, Turns>();

async function claimEach(trx: Transaction, app: App, channels: readonly Channel[]): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  for (const channel of channels)
    if (channel.each) claimed.push(...(await claimInTurn(trx, app, channel, channel.each)));
  return claimed;
}

async function claimInTurn(trx: Transaction, app: App, channel: Channel, rules: EachByItself): Promise<Claimed[]> {
  const { name } = channel;
  const now = app.clock.now();
  const until = now + leaseLasts;
  const running = runningBy(app).filter((claim) => claim.channel.name === name);
  const targets = running.map(({ group }) => group.targetId);
  const due = new Set(await deliveries.listDueTargets(trx, { now, channel: name }));
  const owners = await rules.ownersOf(trx, [...new Set([...due, ...targets])]);
  const ownerOf = (target: string) => owners.get(target)?.id ?? target;
  for (const targetId of [...due])
    if (owners.get(targetId)?.isDisabled) {
      due.delete(targetId);
      await deliveries.putOff(trx, { channel: name, targetId }, now + disabledWait);
    }
  const counts = new Map<string, number>();
  const countOf = (id: string) => counts.get(id) ?? 0;
  const count = (target: string) => {
    for (const id of [target, ownerOf(target)]) counts.set(id, countOf(id) + 1);
  };
  for (const target of targets) count(target);
  const turns = turnsBy.get(app) ?? noTurns();
  turnsBy.set(app, turns);
  forgetOthers(turns, new Set([...due, ...targets].flatMap((target) => [target, ownerOf(target)])));
  const claimed: Claimed[] = [];
  for (let free = placesFor(app, (claim) => claim.channel.name === name); free > claimed.length;) {
    const targetId = nextTarget(turns, due, { ownerOf, countOf, maxPerPerson: rules.maxPerPerson });
    if (targetId === null) break;
    const id = await deliveries.findDue(trx, { now, channel: name, targetId });
    const token = leaseToken(until);
    const row = id === null ? null : await deliveries.claimOne(trx, id, { token, until, node: app.node.id() });
    if (row === null) {
      due.delete(targetId);
      continue;
    }
    take(turns, targetId, ownerOf(targetId));
    count(targetId);
    claimed.push({ channel, group: { channel: name, targetId, topic: row.topic }, token, until, rows: [row] });
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
    if (all.length === 0) return;
    const body = channel.each ? (rows[0]?.body ?? null) : null;
    const sent = await channel.send({ targetId: group.targetId, topic: group.topic, events: all, body });
    hitCrashPoint("deliver:sent");
    await end(app, claimed, sent);
  } catch (error) {
    // The lease expires, and the delivery is sent again.
    app.log.error({ err: error, channel: channel.name, topic: group.topic }, "a delivery broke");
  } finally {
    running.set(
      app,
      runningBy(app).filter((running) => running !== claimed),
    );
    app.wake();
  }
}

async function end(app: App, { channel, group, token, rows }: Claimed, sent: Sent): Promise<void> {
  const now = app.clock.now();
  const attempts = Math.max(...rows.map((row) => row.attempts));
  const failed = await inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    const wait = (channel.each?.waitAfter ?? waitAfter)(attempts, app.random);
    const { count, failed } = await conclude(trx, { token, sent, now, wait, isEach: channel.each !== undefined });
    // If the lease was lost, the result says nothing about the target.
    if (count > 0) await channel.each?.conclude(trx, { targetId: group.targetId, sent, now });
    if (!channel.each) await setGroupDue(trx, group, now);
    hitCrashPoint("delivered:inside");
    return failed;
  });
  hitCrashPoint("delivered:committed");
  const line = { channel: channel.name, topic: group.topic, events: rows.length, attempts };
  if (sent.kind === "sent") app.log.info(line, "told");
  else if (failed > 0) app.log.error({ ...line, failed, reason: sent.reason }, "delivery failed permanently");
  else app.log.warn({ ...line, reason: sent.reason }, "delivery failed; will retry");
}

/** Returns how many deliveries this lease still held, and how many of them failed permanently. */
async function conclude(
  trx: Transaction,
  outcome: { token: string; sent: Sent; now: number; wait: number | null; isEach: boolean },
): Promise<{ count: number; failed: number }> {
  const { token, sent, now, wait, isEach } = outcome;
  const status = sent.status ?? null;
  if (sent.kind === "sent") return { count: await deliveries.markDelivered(trx, token, { now, status }), failed: 0 };
  const dueAt = now + Math.max(wait ?? 0, sent.kind === "later" ? (sent.retryAfterMs ?? 0) : 0);
  const isOver = sent.kind === "never" || wait === null;
  // Channels that send each event separately stop after a number of tries, not after a time.
  const giveUpTo = isOver ? Number.MAX_SAFE_INTEGER : isEach ? -1 : now - retriedFor;
  return deliveries.postpone(trx, token, { now, dueAt, giveUpTo, status, error: sent.reason });
}
