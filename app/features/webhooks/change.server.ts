// Changes a webhook's URL, events and description, and enables or disables it.
import type { App } from "~/app.server";
import { type AuditKind, logAudit, writeAudit } from "~/features/audit/audit.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import { requireAddress } from "./address.server";
import { disable } from "./disable.server";
import {
  type By,
  countChange,
  webhookAuditEvent,
  requireDescription,
  requireEvents,
  requireRow,
  toWebhook,
  type Webhook,
  type WebhookWish,
  wishFor,
  within,
} from "./own.server";
import type { WebhookRow } from "./queries.server";
import * as queries from "./queries.server";

/** Missing fields stay unchanged. */
type Change = { [Name in keyof WebhookWish]?: WebhookWish[Name] | undefined } & {
  enabled?: boolean | undefined;
  /** The values the user saw, to detect conflicting edits in two tabs. */
  seen?: WebhookWish;
};

/** Throws what `addWebhook` does, not_found, and WebhookChanged if the row matches neither `seen` nor `wish`. */
export async function changeWebhook(app: App, actor: By & { id: string }, wish: Change): Promise<Webhook> {
  const { userId, id } = actor;
  const events = wish.events && requireEvents(wish.events);
  const description = wish.description === undefined ? undefined : requireDescription(wish.description);
  const known = await countChange(app, actor);
  const url = wish.url === undefined ? undefined : await addressOf(app, userId, { known: known.url, raw: wish.url });
  const { after, told } = await within(app, userId, async (trx) => {
    const now = app.clock.now();
    const before = await requireRow(trx, userId, id);
    if (wish.seen) requireAsSeen(toWebhook(before), wish.seen, { url, events, description });
    await queries.update(trx, id, {
      ...(url !== undefined && { url }),
      ...(events && { events: JSON.stringify(events) }),
      ...(description !== undefined && { description }),
      ...(wish.enabled === true && asEnabled),
    });
    const changed = await requireRow(trx, userId, id);
    if (wish.enabled === false && before.disabled_at === null) await disable(trx, changed, { code: "person", now });
    else if (changed.disabled_at === null) await wishFor(trx, userId, id, toWebhook(changed).events);
    const after = await requireRow(trx, userId, id);
    const told = auditKindsBetween(before, after).map((kind) => webhookAuditEvent(after, actor, kind));
    for (const event of told) await writeAudit(trx, app, event);
    return { after, told };
  });
  for (const event of told) logAudit(app, event);
  return toWebhook(after);
}

const asEnabled = { disabled_at: null, disabled_reason: null, disabled_code: null, failures: 0, failing_since: null };

async function addressOf(app: App, userId: string, { known, raw }: { known: string; raw: string }): Promise<string> {
  if (raw === known) return known;
  await countOne(app, "webhookCalls", userId);
  return requireAddress(app, userId, raw);
}

const areAlike = (names: readonly string[], others: readonly string[]): boolean =>
  [...names].sort().join() === [...others].sort().join();

/** Another edit came first. Saving again with `now` as `seen` overwrites it. */
export class WebhookChanged extends AppError {
  readonly now: WebhookWish;

  constructor({ url, events, description }: WebhookWish, whatIsNow: readonly string[]) {
    super(
      "changed",
      `This webhook was changed elsewhere: ${whatIsNow.join(", ")}. Save again to overwrite those changes.`,
    );
    this.now = { url, events, description };
  }
}

function requireAsSeen(
  now: Webhook,
  seen: WebhookWish,
  next: { [Name in keyof WebhookWish]: WebhookWish[Name] | undefined },
): void {
  const whatIsNow: string[] = [];
  if (![seen.url, next.url].includes(now.url)) whatIsNow.push(`its URL is now ${now.url}`);
  if (![seen.events, next.events ?? []].some((events) => areAlike(events, now.events)))
    whatIsNow.push(`its events are now ${now.events.join(", ")}`);
  if (![seen.description, next.description].includes(now.description))
    whatIsNow.push(
      now.description === "" ? "its description was removed" : `its description is now “${now.description}”`,
    );
  if (whatIsNow.length > 0) throw new WebhookChanged(now, whatIsNow);
}

/** Lists changes for the audit log. The description isn't logged. */
function auditKindsBetween(before: WebhookRow, after: WebhookRow): AuditKind[] {
  const kinds: AuditKind[] = [];
  if (before.url !== after.url) kinds.push("webhook.moved");
  if (!areAlike(toWebhook(before).events, toWebhook(after).events)) kinds.push("webhook.changed");
  if (before.disabled_at !== null && after.disabled_at === null) kinds.push("webhook.on");
  if (before.disabled_at === null && after.disabled_at !== null) kinds.push("webhook.off");
  return kinds;
}
