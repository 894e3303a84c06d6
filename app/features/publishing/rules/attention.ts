// Describes what needs the user's attention in one sentence, for the top of every page. Pure.
import { days } from "~/ground/time/duration";

export const failedAsksFor = days(14);

export interface Attention {
  /** Recently failed tweets that were not sent, rescheduled or dismissed since. */
  failed: number;
  needsConfirmation: number;
  /** Tweets due before a restore that are not on X. */
  backlog?: number;
  proposals?: number;
  reconnect: number;
  /** Accounts blocked by the network; only the user can resume them. */
  blocked: number;
  first: { tweetId: number; placedAt: number } | null;
}

export const needsConfirmationCode = "needs_confirmation";

const count = (n: number, singular: string, plural: string): string | null =>
  n === 0 ? null : n === 1 ? `1 ${singular}` : `${n} ${plural}`;

/** For example "2 tweets failed and 1 account must be reconnected."; null if nothing waits. */
export function attentionText({
  failed,
  needsConfirmation,
  backlog = 0,
  proposals = 0,
  reconnect,
  blocked,
}: Omit<Attention, "first">): string | null {
  const parts = [
    count(failed, "tweet failed", "tweets failed"),
    count(needsConfirmation, "tweet needs your confirmation", "tweets need your confirmation"),
    count(backlog, "scheduled tweet was due before the restore", "scheduled tweets were due before the restore"),
    count(proposals, "tweet needs your approval", "tweets need your approval"),
    count(reconnect, "account must be reconnected", "accounts must be reconnected"),
    count(blocked, "account is blocked by X", "accounts are blocked by X"),
  ].filter((part) => part !== null);
  const last = parts.pop();
  if (last === undefined) return null;
  return `${parts.length > 0 ? `${parts.join(", ")} and ${last}` : last}.`;
}
