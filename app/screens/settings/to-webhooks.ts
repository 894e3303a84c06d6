// Builds the view of webhooks and their deliveries on /settings/programs. Pure.
import type { DeliveryView } from "~/features/webhooks/deliveries-modal";
import type { WebhookView } from "~/features/webhooks/webhooks-card";
import type { Delivery, Webhook } from "~/features/webhooks/webhooks.server";
import { minutes, seconds } from "~/ground/time/duration";
import { clockTime, dayLabel } from "~/ground/time/zone";
import { momentWords, type Where } from "./to-programs";

export function toWebhookView(webhook: Webhook, latest: Delivery | undefined, viewer: Where): WebhookView {
  const { id, url, events, description, disabledReason } = webhook;
  const last = latest ? `Last delivery ${momentWords(latest.at, viewer)}: ${endWords(latest)}` : "No deliveries yet";
  const isFailing = latest !== undefined && latest.status !== "delivered" && latest.lastError !== null;
  return { id, url, events, description, care: disabledReason, isFailing, last };
}

function endWords({ status, attempts, lastStatus, lastError }: Delivery): string {
  if (status === "delivered") return lastStatus === null ? "delivered" : `delivered, ${lastStatus}`;
  if (status === "failed") return "failed";
  return attempts === 0 || lastError === null ? "sending" : "not delivered yet";
}

export function toDeliveryView(delivery: Delivery, viewer: Where): DeliveryView {
  const { id, type, status, attempts, nextAttemptAt, lastStatus, lastError, at } = delivery;
  const when = `${dayLabel(at, viewer.timeZone, viewer.now)} at ${clockTime(at, viewer.timeZone)}`;
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  const next = nextAttemptAt !== null && attempts > 0 ? `next attempt ${momentWords(nextAttemptAt, viewer)}` : null;
  return {
    id,
    type,
    status,
    answer: status === "delivered" ? lastStatus : null,
    why: lastError,
    times: [when, attempts > 0 && tries, next].filter(Boolean).join(", "),
    isOnItsWay: isOnItsWay(delivery, viewer.now),
  };
}

/** A delivery that is long overdue isn't waited for, because nothing seems to be sending. */
function isOnItsWay({ status, nextAttemptAt, at }: Delivery, now: number): boolean {
  if (status !== "pending") return false;
  const dueAt = nextAttemptAt ?? Math.max(at, now);
  return dueAt >= now - minutes(1) && dueAt <= now + seconds(10);
}
