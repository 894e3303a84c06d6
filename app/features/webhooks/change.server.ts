// Changing a person's webhook: its address, its events, its description, and whether it is told anything.
import type { App } from "~/app.server";
import { type AuditKind, logAudit, writeAudit } from "~/features/audit/audit.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { requireAddress } from "./address.server";
import { disable } from "./disable.server";
import { hookMessages } from "./hook";
import {
  type By,
  countChange,
  deedOn,
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

/** Changes what is given and leaves the rest; to enable it forgets why it was disabled. Throws what `addWebhook` does, and not_found. */
export async function changeWebhook(
  app: App,
  by: By & { id: string },
  wish: { [Name in keyof WebhookWish]?: WebhookWish[Name] | undefined } & { enabled?: boolean | undefined },
): Promise<Webhook> {
  const { userId, id } = by;
  const events = wish.events && requireEvents(wish.events);
  const description = wish.description === undefined ? undefined : requireDescription(wish.description);
  const known = await countChange(app, by);
  const url = wish.url === undefined ? undefined : await addressOf(app, userId, { known: known.url, raw: wish.url });
  const { after, told } = await within(app, userId, async (trx) => {
    const now = app.clock.now();
    const before = await requireRow(trx, userId, id);
    await queries.update(trx, id, {
      ...(url !== undefined && { url }),
      ...(events && { events: JSON.stringify(events) }),
      ...(description !== undefined && { description }),
      ...(wish.enabled === true && { disabled_at: null, disabled_reason: null, failures: 0, failing_since: null }),
    });
    const changed = await requireRow(trx, userId, id);
    if (wish.enabled === false && before.disabled_at === null)
      await disable(trx, changed, { reason: hookMessages.byPerson, now });
    else if (changed.disabled_at === null) await wishFor(trx, userId, id, toWebhook(changed).events);
    const after = await requireRow(trx, userId, id);
    const told = deedsBetween(before, after).map((kind) => deedOn(after, by, kind));
    for (const event of told) await writeAudit(trx, app, event);
    return { after, told };
  });
  for (const event of told) logAudit(app, event);
  return toWebhook(after);
}

/** One that it has already is not looked up again. */
async function addressOf(app: App, userId: string, { known, raw }: { known: string; raw: string }): Promise<string> {
  if (raw === known) return known;
  await countOne(app, "webhookCalls", userId);
  return requireAddress(app, raw);
}

const inOrder = ({ events }: WebhookRow): string => (JSON.parse(events) as string[]).sort().join();

/** What somebody may ask about later. Its description is their own affair. */
function deedsBetween(before: WebhookRow, after: WebhookRow): AuditKind[] {
  const deeds: AuditKind[] = [];
  if (before.url !== after.url) deeds.push("webhook.moved");
  if (inOrder(before) !== inOrder(after)) deeds.push("webhook.changed");
  if (before.disabled_at !== null && after.disabled_at === null) deeds.push("webhook.on");
  if (before.disabled_at === null && after.disabled_at !== null) deeds.push("webhook.off");
  return deeds;
}
