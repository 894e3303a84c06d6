// Composes operator alerts from counts and a link, without tweets or names. Pure.
import type { AlertType, OutboxEvent } from "~/features/events/event";
import { iso } from "~/ground/time/iso";

export interface OperatorMessage {
  title: string;
  text: string;
  message: string;
  content: string;
  event: AlertType;
  at: string;
  url: string;
}

const count = (n: number, singular: string, plural: string): string => (n === 1 ? `1 ${singular}` : `${n} ${plural}`);

const writerWords: Record<string, string> = {
  key: "The AI provider rejected this server’s API key.",
  quota: "The AI provider’s credits or daily quota are used up.",
};

const megabytes = (bytes: string | null): string => `${Math.floor(Number(bytes ?? 0) / 1_000_000)} MB`;

function sentenceOf(type: AlertType, events: readonly OutboxEvent[]): string {
  const n = events.length;
  const detail = events.at(-1)?.detail ?? null;
  switch (type) {
    case "tweet.failed":
      return n === 1 ? "1 tweet failed and needs attention." : `${n} tweets failed and need attention.`;
    case "tweet.unknown":
      return `${count(n, "tweet needs", "tweets need")} confirmation: Linnet can’t tell whether ${n === 1 ? "it was" : "they were"} posted.`;
    case "account.reconnect":
      return `${count(n, "account", "accounts")} must be reconnected.`;
    case "account.paused":
      return `${count(n, "account was", "accounts were")} paused by X.`;
    case "bot.proposal":
      return `${count(n, "bot tweet needs", "bot tweets need")} approval.`;
    case "bot.paused":
      return `${count(n, "bot", "bots")} stopped.`;
    case "summary.weekly":
      return `${count(n, "weekly summary", "weekly summaries")} sent.`;
    case "sign_in.new_browser":
      return `${count(n, "new browser", "new browsers")} signed in.`;
    case "second_factor.off":
      return `Two-factor authentication was turned off for ${count(n, "account", "accounts")}.`;
    case "webhook.disabled":
      return `${count(n, "webhook was", "webhooks were")} disabled.`;
    case "backup.failed":
      return "The nightly backup failed. See the log.";
    case "backup.copy_failed":
      return "No backup has been copied elsewhere in the last 24 hours. See the log for the result of BACKUP_COPY.";
    case "cleanup.failed":
      return `Linnet hasn’t been able to remove old ${detail ?? "rows"} for 24 hours. See the log.`;
    case "disk.low":
      return `Only ${megabytes(detail)} left on the disk that holds the data folder.`;
    case "publisher.missing":
      return "No publisher is running. Due tweets aren’t being posted.";
    case "writer.refused":
      return writerWords[detail ?? ""] ?? "The AI provider rejected this server.";
    case "spending.near":
      return spendingSentence(events, "80% of");
    case "spending.reached":
      return spendingSentence(events, "all of");
  }
}

function spendingSentence(events: readonly OutboxEvent[], howMuch: string): string {
  const limit = `today’s ${events.at(-1)?.detail ?? "limit"}`;
  const people = new Set(events.flatMap(({ userId }) => userId ?? [])).size;
  return [
    ...(events.some(({ userId }) => userId === null) ? [`This server has spent ${howMuch} ${limit} on X.`] : []),
    ...(people > 0 ? [`${count(people, "user has", "users have")} used ${howMuch} their share of ${limit}.`] : []),
  ].join(" ");
}

const places: Partial<Record<AlertType, string>> = {
  "tweet.failed": "/timeline",
  "tweet.unknown": "/timeline",
  "account.reconnect": "/timeline?panel=sidebar",
  "account.paused": "/timeline?panel=sidebar",
  "spending.near": "/admin",
  "spending.reached": "/admin",
};

const titles: Record<AlertType, (n: number) => string> = {
  "tweet.failed": (n) => count(n, "tweet failed", "tweets failed"),
  "tweet.unknown": (n) => count(n, "tweet needs confirmation", "tweets need confirmation"),
  "account.reconnect": (n) => count(n, "account must be reconnected", "accounts must be reconnected"),
  "account.paused": (n) => count(n, "account was paused", "accounts were paused"),
  "bot.proposal": (n) => count(n, "bot tweet needs approval", "bot tweets need approval"),
  "bot.paused": (n) => count(n, "bot stopped", "bots stopped"),
  "summary.weekly": () => "weekly summary",
  "sign_in.new_browser": (n) => count(n, "new browser", "new browsers"),
  "second_factor.off": () => "two-factor authentication was turned off",
  "webhook.disabled": (n) => count(n, "webhook was disabled", "webhooks were disabled"),
  "backup.failed": () => "the backup failed",
  "backup.copy_failed": () => "no backup was copied elsewhere",
  "cleanup.failed": () => "old data couldn’t be removed",
  "disk.low": () => "the disk is nearly full",
  "publisher.missing": () => "no publisher is running",
  "writer.refused": () => "the AI provider rejected a request",
  "spending.near": () => "most of a day’s spending is used",
  "spending.reached": () => "a day’s spending is used",
};

const maxContent = 2000;

export function operatorMessage(
  type: AlertType,
  events: readonly OutboxEvent[],
  { appOrigin }: { appOrigin: string },
): OperatorMessage {
  const sentence = sentenceOf(type, events);
  const url = appOrigin + (places[type] ?? "/doctor");
  const text = `${sentence} ${url}`.slice(0, maxContent);
  return {
    title: `Linnet: ${titles[type](events.length)}`,
    text,
    message: text,
    content: text,
    event: type,
    at: iso(events.at(-1)?.at ?? 0),
    url,
  };
}
