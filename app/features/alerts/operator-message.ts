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

const count = (n: number, one: string, many: string): string => (n === 1 ? `1 ${one}` : `${n} ${many}`);

const writerWords: Record<string, string> = {
  key: "The writer refuses the key of this server.",
  quota: "The writer's credits or its quota of the day are used up.",
};

const megabytes = (bytes: string | null): string => `${Math.floor(Number(bytes ?? 0) / 1_000_000)} MB`;

function sentenceOf(type: AlertType, events: readonly OutboxEvent[]): string {
  const n = events.length;
  const detail = events.at(-1)?.detail ?? null;
  switch (type) {
    case "tweet.failed":
      return n === 1
        ? "1 tweet failed and will not go out by itself."
        : `${n} tweets failed and will not go out by themselves.`;
    case "tweet.unknown":
      return `${count(n, "tweet waits", "tweets wait")} for a person's word: X's answer was lost.`;
    case "account.reconnect":
      return `${count(n, "account", "accounts")} must be connected again.`;
    case "account.paused":
      return `${count(n, "account was", "accounts were")} paused by X.`;
    case "bot.proposal":
      return `${count(n, "bot waits", "bots wait")} for approval.`;
    case "bot.paused":
      return `${count(n, "bot", "bots")} stopped.`;
    case "summary.weekly":
      return `${count(n, "weekly summary", "weekly summaries")} went out.`;
    case "sign_in.new_browser":
      return `${count(n, "account was", "accounts were")} used from a new browser.`;
    case "second_factor.off":
      return `The second step was turned off for ${count(n, "account", "accounts")}.`;
    case "webhook.disabled":
      return `${count(n, "webhook was", "webhooks were")} disabled.`;
    case "backup.failed":
      return "The night's backup failed. The log says why.";
    case "backup.copy_failed":
      return "No backup could be copied elsewhere for a day. The log says how BACKUP_COPY ended.";
    case "cleanup.failed":
      return `Old ${detail ?? "rows"} could not be removed for a day. The log says why.`;
    case "disk.low":
      return `Only ${megabytes(detail)} are left on the disk of the data folder.`;
    case "publisher.missing":
      return "Nobody publishes: what is due stays unsent.";
    case "writer.refused":
      return writerWords[detail ?? ""] ?? "The writer refuses this server.";
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
    ...(people > 0 ? [`${count(people, "person has", "people have")} used ${howMuch} their share of ${limit}.`] : []),
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
  "tweet.unknown": (n) => count(n, "tweet waits for a word", "tweets wait for a word"),
  "account.reconnect": (n) => count(n, "account must be connected again", "accounts must be connected again"),
  "account.paused": (n) => count(n, "account was paused", "accounts were paused"),
  "bot.proposal": (n) => count(n, "bot waits for approval", "bots wait for approval"),
  "bot.paused": (n) => count(n, "bot stopped", "bots stopped"),
  "summary.weekly": () => "weekly summary",
  "sign_in.new_browser": (n) => count(n, "new browser", "new browsers"),
  "second_factor.off": () => "a second step was turned off",
  "webhook.disabled": (n) => count(n, "webhook was disabled", "webhooks were disabled"),
  "backup.failed": () => "the backup failed",
  "backup.copy_failed": () => "no backup was copied elsewhere",
  "cleanup.failed": () => "something old could not be removed",
  "disk.low": () => "the disk is nearly full",
  "publisher.missing": () => "nobody publishes",
  "writer.refused": () => "the writer refuses",
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
