// Lets users add, list and remove webhooks and rotate their secrets.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { type AuditEvent, type AuditKind, logAudit, writeAudit } from "~/features/audit/audit.server";
import { deleteDeliveries, replaceWishes } from "~/features/events/events.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import { type Also, inTransaction, type Transaction } from "~db/database.server";
import { lockDeliveries, lockPerson } from "~db/locks.server";
import { requireAddress } from "./address.server";
import { bothSignFor, eventNames, eventTypesOf, hookMessages, maxDescription, maxWebhooks } from "./hook";
import type { WebhookRow } from "./queries.server";
import * as queries from "./queries.server";
import { sealSecret } from "./secret.server";
import { newSecret } from "./signature.server";

export interface Webhook {
  id: string;
  url: string;
  /** As entered: types, `tweet.*` or `*`. */
  events: string[];
  description: string;
  isEnabled: boolean;
  disabledReason: string | null;
  /** Disabled by a restored backup and not enabled since. */
  isRestored: boolean;
  createdAt: number;
}

export interface WebhookWish {
  url: string;
  events: readonly string[];
  description: string;
}

export interface By {
  userId: string;
  address: string | null;
}

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as string[],
  description: row.description,
  isEnabled: row.disabled_at === null,
  disabledReason: row.disabled_reason,
  isRestored: row.disabled_code === "restored",
  createdAt: row.created_at,
});

export const listWebhooks = async ({ db }: Pick<App, "db">, userId: string): Promise<Webhook[]> =>
  (await queries.listByUser(db, userId)).map(toWebhook);

/** Throws not_found, also for another user's webhook. */
export const getWebhook = async ({ db }: Pick<App, "db">, userId: string, id: string): Promise<Webhook> =>
  toWebhook(await requireRow(db, userId, id));

export async function requireRow(db: App["db"], userId: string, id: string): Promise<WebhookRow> {
  const row = await queries.find(db, id);
  if (row?.user_id !== userId) throw new AppError("not_found", hookMessages.notThere);
  return row;
}

interface NewWebhook {
  webhook: Webhook;
  secret: string;
}

/** Returns the secret, which is shown only once. Throws invalid, private_address, limit_reached, rate_limited. */
export async function addWebhook(
  app: App,
  actor: By,
  wish: WebhookWish,
  followUp?: Also<NewWebhook>,
): Promise<NewWebhook> {
  const { userId } = actor;
  const [events, description] = [requireEvents(wish.events), requireDescription(wish.description)];
  await countOne(app, "webhookCalls", userId);
  const url = await requireAddress(app, userId, wish.url);
  const [id, secret] = [randomUUID(), newSecret()];
  const event = webhookAuditEvent({ url }, actor, "webhook.added");
  const made = await within(app, userId, async (trx) => {
    if ((await queries.listByUser(trx, userId)).length >= maxWebhooks)
      throw new AppError("limit_reached", hookMessages.limit);
    const sealed = sealSecret(app, id, secret);
    const created = { id, user_id: userId, url, description, secret: sealed, created_at: app.clock.now() };
    await queries.insert(trx, { ...created, events: JSON.stringify(events) });
    await wishFor(trx, userId, id, events);
    await writeAudit(trx, app, event);
    const made = { webhook: toWebhook(await requireRow(trx, userId, id)), secret };
    await followUp?.(trx, made);
    return made;
  });
  logAudit(app, event);
  return made;
}

/** Also deletes its deliveries. Throws not_found, rate_limited. */
export async function removeWebhook(app: App, actor: By & { id: string }): Promise<void> {
  const { userId, id } = actor;
  await countChange(app, actor);
  const event = await within(app, userId, async (trx) => {
    const row = await requireRow(trx, userId, id);
    await wishFor(trx, userId, id, []);
    await deleteDeliveries(trx, id);
    await queries.remove(trx, id);
    const event = webhookAuditEvent(row, actor, "webhook.removed");
    await writeAudit(trx, app, event);
    return event;
  });
  logAudit(app, event);
}

/** Returns the new secret, shown only once. The old one also signs for 24 hours. Throws not_found, rate_limited. */
export async function rotateSecret(app: App, actor: By & { id: string }, followUp?: Also<string>): Promise<string> {
  const { userId, id } = actor;
  await countChange(app, actor);
  const secret = newSecret();
  const event = await within(app, userId, async (trx) => {
    const row = await requireRow(trx, userId, id);
    await queries.update(trx, id, {
      secret: sealSecret(app, id, secret),
      former_secret: row.secret,
      former_until: app.clock.now() + bothSignFor,
    });
    const event = webhookAuditEvent(row, actor, "webhook.rotated");
    await writeAudit(trx, app, event);
    await followUp?.(trx, secret);
    return event;
  });
  logAudit(app, event);
  return secret;
}

export const pruneWebhooks = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.forgetFormer(db, clock.now());

/** Checks ownership before counting. Throws not_found, rate_limited. */
export async function countChange(app: App, { userId, id }: { userId: string; id: string }): Promise<WebhookRow> {
  const row = await requireRow(app.db, userId, id);
  await countOne(app, "webhookChanges", userId);
  return row;
}

/** The URL's path may contain a secret, so it isn't logged. */
export const webhookAuditEvent = ({ url }: { url: string }, { userId, address }: By, kind: AuditKind): AuditEvent => ({
  kind,
  userId,
  address,
  detail: new URL(url).host,
});

/** Preparing and claiming deliveries reads webhooks, so the deliveries lock comes first. */
export const within = <T>(app: App, userId: string, write: (trx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    await lockPerson(trx, userId);
    return write(trx);
  });

export const wishFor = (trx: Transaction, userId: string, id: string, events: readonly string[]): Promise<void> =>
  replaceWishes(
    trx,
    userId,
    { channel: "webhook", targetId: id },
    eventTypesOf(events).map((type) => ({ type, dueAt: null })),
  );

/** Runs at startup: adds event types from an upgrade to webhooks that use `tweet.*` or `*`. */
export async function renewWishes(app: App): Promise<void> {
  for (const id of await queries.listIds(app.db)) {
    const row = await queries.find(app.db, id);
    if (!row) continue;
    await within(app, row.user_id, async (trx) => {
      const now = await queries.find(trx, id);
      if (now?.disabled_at === null) await wishFor(trx, row.user_id, id, toWebhook(now).events);
    });
  }
}

export function requireEvents(names: readonly string[]): string[] {
  const unknown = names.find((name) => !eventNames.includes(name));
  const about = { field: "events", type: unknown === undefined ? ("required" as const) : ("invalid" as const) };
  if (unknown !== undefined) throw new AppError("invalid", `Unknown event: ${unknown.slice(0, 60)}`, { about });
  if (names.length === 0) throw new AppError("invalid", hookMessages.noEvents, { about });
  return [...new Set(names)];
}

export function requireDescription(raw: string): string {
  const description = raw.trim();
  if ([...description].length <= maxDescription) return description;
  const about = { field: "description", type: "too_long" as const };
  throw new AppError("invalid", hookMessages.longDescription, { about });
}
