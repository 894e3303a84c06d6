// What can happen that somebody wants to be told of: the closed list of types, and whom the server's own address is told of.

/** What people and the operator can be told of, by mail or at ALERT_URL. */
const alertTypes = [
  "tweet.failed", // it will not go out by itself
  "tweet.unknown", // its answer was lost, and only the person can say whether it is out
  "account.reconnect", // the network no longer accepts its authorization
  "account.paused", // by the network
  "bot.proposal", // waits for approval
  "bot.paused", // stopped itself
  "summary.weekly", // of one person's week
  "sign_in.new_browser", // from one that this person was not seen with before
  "second_factor.off", // by the person or by the operator
  "webhook.disabled", // since it did not answer, or said that it is gone
  "backup.failed",
  "backup.copy_failed", // for a day
  "cleanup.failed", // what has had its time could not be removed for a day
  "disk.low",
  "publisher.missing", // no process sends what is due
  "writer.refused", // the writer's key or credits
  "spending.near", // 80 % of the day's limit, or of a person's share of it
  "spending.reached", // all of it
] as const;
export type AlertType = (typeof alertTypes)[number];

/** What programs alone are told of: it is nothing that a person must see to, or what they did themselves. */
const programTypes = [
  "tweet.scheduled", // put on the timeline or moved, by its person or by Linnet
  "tweet.unscheduled", // unscheduled by its person or by Linnet, or dismissed after it failed
  "tweet.edited", // what is scheduled, or goes on as a thread, has other words, pictures or another account
  "tweet.discarded",
  "tweet.restored", // taken out of the bin
  "tweet.deleted", // found to be no longer at the network
  "tweet.published",
  "tweet.refused", // a Post Now, while whoever pressed it waited for the answer
  "tweet.unknown_resolved", // what somebody was asked to look for is settled
  "account.paused_by_person",
  "account.resumed",
  "generation.completed",
  "generation.failed",
  "server.backup_failed", // told to each person whose the server is
  "webhook.test",
] as const;

export const eventTypes = [...alertTypes, ...programTypes] as const;
export type EventType = (typeof eventTypes)[number];

/** What the operator's address is told of, wherever there is one: of people's affairs only how many. */
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

/** What happened to whom; `userId` null: to the server. */
export interface Happened {
  type: EventType;
  userId: string | null;
  at: number;
  tweetId?: number | null;
  accountId?: number | null;
  botId?: number | null;
  /** A code or a number that the message needs; nobody's words. */
  detail?: string | null;
}

/** An event as those who tell of it get it. */
export interface OutboxEvent extends Required<Happened> {
  id: string;
}
