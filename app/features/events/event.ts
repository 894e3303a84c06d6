// Lists the event types that users, webhooks and the operator can subscribe to.

/** Sent by mail or to ALERT_URL. */
const alertTypes = [
  "tweet.failed", // not retried
  "tweet.unknown", // the answer was lost, and the user must check whether it was posted
  "account.reconnect",
  "account.paused", // by the network
  "bot.proposal",
  "bot.paused",
  "summary.weekly",
  "sign_in.new_browser",
  "second_factor.off",
  "webhook.disabled", // it kept failing or returned 410
  "backup.failed",
  "backup.copy_failed", // for a day
  "cleanup.failed", // for a day
  "disk.low",
  "publisher.missing", // no process is posting
  "writer.refused",
  "spending.near", // 80 % of the daily limit or of a user's share
  "spending.reached",
] as const;
export type AlertType = (typeof alertTypes)[number];

/** Sent to webhooks only, because no one has to act on them. */
const programTypes = [
  "tweet.scheduled",
  "tweet.unscheduled", // or dismissed after it failed
  "tweet.edited",
  "tweet.discarded",
  "tweet.restored",
  "tweet.deleted", // no longer found on the network
  "tweet.published",
  "tweet.refused", // a failed Post Now, while the user waited
  "tweet.unknown_resolved",
  "account.paused_by_person",
  "account.resumed",
  "generation.completed",
  "generation.failed",
  "server.backup_failed", // sent to each operator
  "webhook.test",
] as const;

export const eventTypes = [...alertTypes, ...programTypes] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent to the operator's address. Users' events are sent only as counts. */
const forOperator: ReadonlySet<EventType> = new Set<AlertType>([
  "tweet.failed",
  "tweet.unknown",
  "account.reconnect",
  "account.paused",
  "backup.failed",
  "backup.copy_failed",
  "cleanup.failed",
  "disk.low",
  "publisher.missing",
  "writer.refused",
  "spending.near",
  "spending.reached",
]);

export const isForOperator = (type: EventType): boolean => forOperator.has(type);

/** `userId`: null if the event concerns the server. */
export interface Happened {
  type: EventType;
  userId: string | null;
  at: number;
  tweetId?: number | null;
  accountId?: number | null;
  botId?: number | null;
  detail?: string | null;
}

export interface OutboxEvent extends Required<Happened> {
  id: string;
}
