// What of a conclusion others may want to be told of: a tweet that failed, an account that stopped. Pure.
import type { Happened } from "~/features/events/event";
import type { Row } from "~db/schema";
import type { NextStep } from "./next-step";

interface Concluded {
  tweet: Pick<Row<"tweets">, "id" | "publish_type"> & Partial<Pick<Row<"tweets">, "undo_until">>;
  account: Pick<Row<"accounts">, "id" | "user_id">;
  step: NextStep;
  now: number;
}

/** None where a Post Now was refused: whoever pressed the button has read the answer, unless that came later or waited. */
export function happenedBy({ tweet, account, step, now }: Concluded): Happened[] {
  const whose = { userId: account.user_id, accountId: account.id, at: now };
  const isAnswered = tweet.publish_type === "immediate" && (tweet.undo_until ?? null) === null;
  const wasAnswered = isAnswered && step.attempt.outcome !== "absent";
  const happened: Happened[] = [];
  if (step.tweet.state === "failed" && !wasAnswered)
    happened.push({ ...whose, type: "tweet.failed", tweetId: tweet.id });
  const status = step.account?.status;
  if (status === "reconnect" || status === "paused") happened.push({ ...whose, type: `account.${status}` });
  return happened;
}
