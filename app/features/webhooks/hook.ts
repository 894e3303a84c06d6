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
  "tweet.scheduled": "put on the timeline or moved, by its person or by Linnet",
  "tweet.unscheduled":
    "off the timeline, by its person or by Linnet, or dismissed after it failed: it is an idea again",
  "tweet.edited":
    "what is scheduled has other words, pictures or another account, or a thread goes on, stops or was changed",
  "tweet.discarded": "put in the bin",
  "tweet.restored": "taken out of the bin",
  "tweet.deleted": "its post is no longer at the network, by whomever it was deleted",
  "tweet.published": "once for each tweet that is out, each part of a thread",
  "tweet.failed": "it will not go out by itself",
  "tweet.unknown": "the answer was lost, and a person must look whether it is out",
  "tweet.unknown_resolved": "what a person was asked to look for is settled, by whomever",
  "account.reconnect": "the network no longer accepts its authorization",
  "account.paused": "by its person or by the network",
  "account.resumed": "it posts again",
  "generation.completed": "what was asked of the writer is there",
  "generation.failed": "the writer did not manage it",
  "bot.proposal": "a bot's tweet waits for approval",
  "bot.paused": "a bot stopped itself",
  "backup.failed": "the night's backup failed; told to the server's operator alone",
  "webhook.disabled": "another webhook of the same person was disabled since it did not answer",
};

export const webhookIntent = "keep-webhooks";

export const familyWords = {
  "*": "Everything",
  "tweet.*": "All about tweets",
  "account.*": "All about accounts",
  "generation.*": "All about what the writer is asked for",
  "bot.*": "All about bots",
} as const;

const alsoNamed: Partial<Record<HookType, readonly EventType[]>> = {
  "tweet.failed": ["tweet.failed", "tweet.refused"],
  "account.paused": ["account.paused", "account.paused_by_person"],
  "backup.failed": ["server.backup_failed"],
};

const typesOf = (type: HookType): readonly EventType[] =>
  alsoNamed[type] ?? [type as Exclude<HookType, "backup.failed">];

export const hookTypeOf = (type: EventType): HookType | "webhook.test" | null =>
  type === "webhook.test" ? type : (hookTypes.find((one) => typesOf(one).includes(type)) ?? null);

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
  gone: "Its receiver said that it is gone",
  unanswered: "It did not answer for three days",
  restored: "A backup was put back, which may not know what you changed since",
} as const;
export type DisabledCode = keyof typeof disabledReasons;

export const hookMessages = {
  limit: `There are ${maxWebhooks} webhooks already, and no more than that`,
  notThere: "This webhook does not exist",
  noDelivery: "This delivery does not exist",
  disabled: "This webhook is disabled. Please enable it first",
  personDisabled: "Your account here was disabled",
  private: "Webhooks may not go to a private address on this server",
  unresolved: "The host of this address can't be found",
  scheme: "The address must begin with https:",
  address: "This must be an address such as https://example.com/hook, without a user and without a #",
  long: `The address must be at most ${maxUrl} characters`,
  noEvents: "Please choose at least one event",
  longDescription: `The description must be at most ${maxDescription} characters`,
} as const;
