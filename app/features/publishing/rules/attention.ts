// What waits for the person, as one sentence at the head of every page. Pure.
import { days } from "~/ground/time/duration";

/** A failed tweet asks for attention this long. */
export const failedAsksFor = days(14);

export interface Attention {
  /** Scheduled tweets that failed within the last fortnight and were not sent, scheduled again or dismissed since. */
  failed: number;
  /** Tweets whose lost answer waits for the person's word. */
  needsConfirmation: number;
  /** Tweets that were due before a restore and are not on X; left out: none. */
  backlog?: number;
  /** Tweets of bots that wait for approval; left out where nobody counted them. */
  proposals?: number;
  /** Accounts that must be reconnected. */
  reconnect: number;
  /** Accounts that the network blocks: only the person can let them go on. */
  blocked: number;
  /** The tweet to begin with. */
  first: { tweetId: number; placedAt: number } | null;
}

/** Marks an unknown tweet that waits for a person's word. */
export const needsConfirmationCode = "needs_confirmation";

const count = (n: number, one: string, many: string): string | null =>
  n === 0 ? null : n === 1 ? `1 ${one}` : `${n} ${many}`;

/** "2 tweets failed and 1 account must be reconnected."; null where nothing waits. */
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
    count(needsConfirmation, "tweet waits for your word", "tweets wait for your word"),
    count(backlog, "scheduled tweet was due before the restore", "scheduled tweets were due before the restore"),
    count(proposals, "tweet waits for your approval", "tweets wait for your approval"),
    count(reconnect, "account must be reconnected", "accounts must be reconnected"),
    count(blocked, "account is held by X", "accounts are held by X"),
  ].filter((part) => part !== null);
  const last = parts.pop();
  if (last === undefined) return null;
  return `${parts.length > 0 ? `${parts.join(", ")} and ${last}` : last}.`;
}
