// What of a conclusion others may want to be told of: a tweet that is out or failed, an account that stopped. Pure.
import type { Happened } from "~/features/events/event";
import type { Row } from "~db/schema";
import type { NextStep } from "./next-step";

interface Concluded {
  tweet: Pick<Row<"tweets">, "id" | "publish_type"> & Partial<Pick<Row<"tweets">, "undo_until">>;
  account: Pick<Row<"accounts">, "id" | "user_id">;
  step: NextStep;
  now: number;
  /** Its answer was lost, and a person was asked to look. */
  neededConfirmation: boolean;
}

/**
 * Where a Post Now was refused, programs alone are told: whoever pressed the button has read the answer, unless that came
 * later or waited. What needed a person's word is settled once it has another state.
 */
export function happenedBy({ tweet, account, step, now, neededConfirmation }: Concluded): Happened[] {
  const whose = { userId: account.user_id, accountId: account.id, at: now };
  const isAnswered = tweet.publish_type === "immediate" && (tweet.undo_until ?? null) === null;
  const wasAnswered = isAnswered && step.attempt.outcome !== "absent";
  const happened: Happened[] = [];
  const { state } = step.tweet;
  const tweetId = tweet.id;
  // Spreads stand last where each tweet passes: see the engine's startAttempts.
  if (state === "failed") happened.push({ type: wasAnswered ? "tweet.refused" : "tweet.failed", tweetId, ...whose });
  if (state === "published") happened.push({ type: "tweet.published", tweetId, ...whose });
  if (neededConfirmation && state !== undefined && state !== "unknown")
    happened.push({ ...whose, type: "tweet.unknown_resolved", tweetId, detail: state === "published" ? "out" : null });
  const status = step.account?.status;
  if (status === "reconnect" || status === "paused") happened.push({ ...whose, type: `account.${status}` });
  return happened;
}
