// A person's webhooks: add, look, change, remove, another secret.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { type AuditEvent, logAudit, writeAudit } from "~/features/audit/audit.server";
import { deleteDeliveries, replaceWishes } from "~/features/events/events.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockDeliveries, lockPerson } from "~db/locks.server";
import { requireAddress } from "./address.server";
import { disable } from "./disable.server";
import { bothSignFor, eventNames, eventTypesOf, hookMessages, maxDescription, maxWebhooks } from "./hook";
import type { WebhookRow } from "./queries.server";
import * as queries from "./queries.server";
import { sealSecret } from "./secret.server";
import { newSecret } from "./signature.server";

export interface Webhook {
  id: string;
  url: string;
  /** As they were named: types, `tweet.*` or `*`. */
  events: string[];
  description: string;
  isEnabled: boolean;
  /** A sentence; null while it is enabled. */
  disabledReason: string | null;
  createdAt: number;
}

/** What a person says of one. */
export interface WebhookWish {
  url: string;
  events: readonly string[];
  description: string;
}

/** Who does it: the person, from this address of the network. */
interface By {
  userId: string;
  address: string | null;
}

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as string[],
  description: row.description,
  isEnabled: row.disabled_at === null,
  disabledReason: row.disabled_reason,
  createdAt: row.created_at,
});

/** The oldest first. */
export const listWebhooks = async ({ db }: Pick<App, "db">, userId: string): Promise<Webhook[]> =>
  (await queries.listByUser(db, userId)).map(toWebhook);

/** Throws not_found, for another's too. */
export const getWebhook = async ({ db }: Pick<App, "db">, userId: string, id: string): Promise<Webhook> =>
  toWebhook(await requireRow(db, userId, id));

export async function requireRow(db: App["db"], userId: string, id: string): Promise<WebhookRow> {
  const row = await queries.find(db, id);
  if (row?.user_id !== userId) throw new AppError("not_found", hookMessages.notThere);
  return row;
}

/** The webhook and its secret, which nobody is shown again. Throws invalid, private_address, limit_reached, rate_limited. */
export async function addWebhook(
  app: App,
  { userId, address }: By,
  wish: WebhookWish,
): Promise<{ webhook: Webhook; secret: string }> {
  const [events, description] = [requireEvents(wish.events), requireDescription(wish.description)];
  await countOne(app, "webhookCalls", userId);
  const url = await requireAddress(app, wish.url);
  const [id, secret] = [randomUUID(), newSecret()];
  const event: AuditEvent = { kind: "webhook.added", userId, address, detail: new URL(url).host };
  const row = await within(app, userId, async (trx) => {
    if ((await queries.listByUser(trx, userId)).length >= maxWebhooks)
      throw new AppError("limit_reached", hookMessages.limit);
    const sealed = sealSecret(app, id, secret);
    const created = { id, user_id: userId, url, description, secret: sealed, created_at: app.clock.now() };
    await queries.insert(trx, { ...created, events: JSON.stringify(events) });
    await wishFor(trx, userId, id, events);
    await writeAudit(trx, app, event);
    return requireRow(trx, userId, id);
  });
  logAudit(app, event);
  return { webhook: toWebhook(row), secret };
}

/** Changes what is given and leaves the rest; to enable it forgets why it was disabled. Throws what `addWebhook` does, and not_found. */
export async function changeWebhook(
  app: App,
  { userId, address, id }: By & { id: string },
  wish: { [Name in keyof WebhookWish]?: WebhookWish[Name] | undefined } & { enabled?: boolean | undefined },
): Promise<Webhook> {
  const before = await requireRow(app.db, userId, id);
  const events = wish.events && requireEvents(wish.events);
  const description = wish.description === undefined ? undefined : requireDescription(wish.description);
  await countOne(app, "webhookChanges", userId);
  const isMoved = wish.url !== undefined && wish.url !== before.url;
  if (isMoved) await countOne(app, "webhookCalls", userId);
  const url = isMoved ? await requireAddress(app, wish.url ?? "") : before.url;
  const moved: AuditEvent = { kind: "webhook.moved", userId, address, detail: new URL(url).host };
  const row = await within(app, userId, async (trx) => {
    const now = app.clock.now();
    const row = await requireRow(trx, userId, id);
    await queries.update(trx, id, {
      ...(isMoved && { url }),
      ...(events && { events: JSON.stringify(events) }),
      ...(description !== undefined && { description }),
      ...(wish.enabled === true && { disabled_at: null, disabled_reason: null, failures: 0, failing_since: null }),
    });
    const after = await requireRow(trx, userId, id);
    if (wish.enabled === false && row.disabled_at === null)
      await disable(trx, after, { reason: hookMessages.byPerson, now });
    else if (after.disabled_at === null) await wishFor(trx, userId, id, toWebhook(after).events);
    if (isMoved) await writeAudit(trx, app, moved);
    return requireRow(trx, userId, id);
  });
  if (isMoved) logAudit(app, moved);
  return toWebhook(row);
}

/** With all that was and is to be sent to it. Throws not_found, rate_limited. */
export async function removeWebhook(app: App, { userId, address, id }: By & { id: string }): Promise<void> {
  await countChange(app, userId, id);
  const event = await within(app, userId, async (trx) => {
    const row = await requireRow(trx, userId, id);
    await wishFor(trx, userId, id, []);
    await deleteDeliveries(trx, id);
    await queries.remove(trx, id);
    const event: AuditEvent = { kind: "webhook.removed", userId, address, detail: new URL(row.url).host };
    await writeAudit(trx, app, event);
    return event;
  });
  logAudit(app, event);
}

/** Another secret, which nobody is shown again. For 24 hours the one before signs too. Throws not_found, rate_limited. */
export async function rotateSecret(app: App, userId: string, id: string): Promise<string> {
  await countChange(app, userId, id);
  const secret = newSecret();
  await within(app, userId, async (trx) => {
    const row = await requireRow(trx, userId, id);
    await queries.update(trx, id, {
      secret: sealSecret(app, id, secret),
      former_secret: row.secret,
      former_until: app.clock.now() + bothSignFor,
    });
  });
  return secret;
}

/** Secrets that no longer sign are forgotten. */
export const pruneWebhooks = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.forgetFormer(db, clock.now());

/** What is not there, or another's, counts for nobody. */
async function countChange(app: App, userId: string, id: string): Promise<void> {
  await requireRow(app.db, userId, id);
  await countOne(app, "webhookChanges", userId);
}

/** Deliveries are prepared and claimed by what stands here, so that word comes first. */
export const within = <T>(app: App, userId: string, write: (trx: Transaction) => Promise<T>): Promise<T> =>
  inTransaction(app.db, async (trx) => {
    await lockDeliveries(trx);
    await lockPerson(trx, userId);
    return write(trx);
  });

const wishFor = (trx: Transaction, userId: string, id: string, events: readonly string[]): Promise<void> =>
  replaceWishes(
    trx,
    userId,
    { channel: "webhook", targetId: id },
    eventTypesOf(events).map((type) => ({ type, dueAt: null })),
  );

function requireEvents(names: readonly string[]): string[] {
  const unknown = names.find((name) => !eventNames.includes(name));
  const about = { field: "events", type: unknown === undefined ? ("required" as const) : ("invalid" as const) };
  if (unknown !== undefined) throw new AppError("invalid", `There is no event ${unknown.slice(0, 60)}`, { about });
  if (names.length === 0) throw new AppError("invalid", hookMessages.noEvents, { about });
  return [...new Set(names)];
}

function requireDescription(raw: string): string {
  const description = raw.trim();
  if ([...description].length <= maxDescription) return description;
  const about = { field: "description", type: "too_long" as const };
  throw new AppError("invalid", hookMessages.longDescription, { about });
}
