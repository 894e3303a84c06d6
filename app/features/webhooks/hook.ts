// Defines webhook event names and retry times. Pure.
import type { EventType } from "~/features/events/event";
import { hours, minutes, seconds } from "~/ground/time/duration";

export const hookTypes = [
  "tweet.scheduled",
  "tweet.unscheduled",
  "tweet.edited",
  "tweet.discarded",
  "tweet.restored",
  "tweet.deleted",
  "tweet.published",
  "tweet.failed",
  "tweet.unknown",
  "tweet.unknown_resolved",
  "account.reconnect",
  "account.paused",
  "account.resumed",
  "generation.completed",
  "generation.failed",
  "bot.proposal",
  "bot.paused",
  "backup.failed",
  "webhook.disabled",
] as const;
export type HookType = (typeof hookTypes)[number];

export const hookWords: Record<HookType, string> = {
  "tweet.scheduled": "scheduled or moved, by you or by Linnet",
  "tweet.unscheduled": "unscheduled by you or by Linnet, or dismissed after it failed, so it’s a draft again",
  "tweet.edited": "a scheduled tweet’s text, images or account changed, or its thread changed, stopped or resumed",
  "tweet.discarded": "moved to Trash",
  "tweet.restored": "restored from Trash",
  "tweet.deleted": "its post was deleted from X, by anyone",
  "tweet.published": "once for each posted tweet and each part of a thread",
  "tweet.failed": "it won’t be posted unless you act",
  "tweet.unknown": "X didn’t confirm a post, so you need to check it",
  "tweet.unknown_resolved": "an unconfirmed post was resolved, by you or by Linnet",
  "account.reconnect": "X no longer accepts its authorization",
  "account.paused": "paused by you, or blocked by X",
  "account.resumed": "the account can post again",
  "generation.completed": "generation finished",
  "generation.failed": "generation failed",
  "bot.proposal": "a bot’s tweet needs your approval",
  "bot.paused": "a bot stopped itself",
  "backup.failed": "the nightly backup failed (admins only)",
  "webhook.disabled": "another of your webhooks was disabled because it didn’t respond",
};

export const webhookIntent = "keep-webhooks";

export const familyWords = {
  "*": "Everything",
  "tweet.*": "All tweet events",
  "account.*": "All account events",
  "generation.*": "All generation events",
  "bot.*": "All bot events",
} as const;

const alsoNamed: Partial<Record<HookType, readonly EventType[]>> = {
  "tweet.failed": ["tweet.failed", "tweet.refused"],
  "account.paused": ["account.paused", "account.paused_by_person"],
  "backup.failed": ["server.backup_failed"],
};

const typesOf = (type: HookType): readonly EventType[] =>
  alsoNamed[type] ?? [type as Exclude<HookType, "backup.failed">];

export const hookTypeOf = (type: EventType): HookType | "webhook.test" | null =>
  type === "webhook.test" ? type : (hookTypes.find((hookType) => typesOf(hookType).includes(type)) ?? null);

const families = [...new Set(hookTypes.map((type) => `${type.split(".")[0] ?? ""}.*`))];

export const eventNames: readonly string[] = ["*", ...families, ...hookTypes];

export function eventTypesOf(names: readonly string[]): EventType[] {
  const isNamed = (type: HookType) =>
    names.some((name) => name === "*" || name === type || (name.endsWith(".*") && type.startsWith(name.slice(0, -1))));
  return [...new Set(hookTypes.filter(isNamed).flatMap(typesOf))];
}

/** The schedule of Standard Webhooks: ten tries in 75 hours. */
const waits = [
  seconds(5),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
] as const;
export const maxTries = waits.length + 1;

/** ±20 %. Returns null after the last try. */
export function waitAfterTries(attempts: number, random: () => number): number | null {
  const plain = waits[Math.max(attempts, 1) - 1];
  return plain === undefined ? null : Math.round(plain * (0.8 + 0.4 * random()));
}

/** Caps a receiver's Retry-After. */
export const maxRetryAfter = hours(24);

/** Disables a webhook after this many failures over this time without a success. */
export const disabledAfter = { failures: 10, ms: hours(72) };

export const maxWebhooks = 10;
export const maxUrl = 2000;
export const maxDescription = 200;
export const maxBody = 20_000;
/** The old secret also signs for this long after a rotation. */
export const bothSignFor = hours(24);

export const disabledReasons = {
  person: "You disabled it",
  gone: "The endpoint returned 410 Gone",
  unanswered: "No successful delivery for three days",
  restored: "A backup was restored. Review this webhook and re-enable it.",
} as const;
export type DisabledCode = keyof typeof disabledReasons;

export const hookMessages = {
  limit: `You already have ${maxWebhooks} webhooks, the maximum.`,
  notThere: "This webhook doesn’t exist.",
  noDelivery: "This delivery doesn’t exist.",
  disabled: "This webhook is disabled. Enable it first.",
  personDisabled: "Your Linnet account was disabled",
  private: "This server doesn’t allow webhooks to private addresses.",
  unresolved: "Couldn’t find the host of this URL.",
  scheme: "The URL must start with https://",
  address: "Enter a URL such as https://example.com/hook, without a user name or a #.",
  long: `The URL can have up to ${maxUrl} characters.`,
  noEvents: "Choose at least one event.",
  longDescription: `The description can have up to ${maxDescription} characters.`,
} as const;
