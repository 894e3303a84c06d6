// After a restore: what the backup shows as waiting may have gone out since, so the account's posts are read first.
import { randomBytes } from "node:crypto";
import type { Transaction } from "~db/database.server";
import { hasLink } from "~/features/tweets/text.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import { postMicrosOf } from "~/features/publishing/rules/price";
import * as unknowns from "~/features/publishing/store/unknown.server";

/** Marks the attempt of a tweet that nobody is known to have sent. */
export const restoredCode = "restored";

interface Since {
  /** When the backup was taken. */
  takenAt: number;
  now: number;
  settleAfterMs: number;
}

/**
 * Every tweet on the timeline becomes unknown, as if its answer had been lost at the moment of the backup: found among
 * the account's posts it is published, absent it is scheduled for its moment again. All of them, not only what fell due
 * since: a person may have posted one now, or moved it. Returns how many.
 */
export async function markScheduledUnknown(trx: Transaction, { takenAt, now, settleAfterMs }: Since): Promise<number> {
  let count = 0;
  for (const tweet of await unknowns.listScheduled(trx)) {
    const token = randomBytes(16).toString("hex");
    const by = { token, checkAt: now + settleAfterMs, code: restoredCode, now, dueAt: tweet.due_at ?? takenAt };
    // Another node may have claimed it since it was listed: then its attempt is there.
    if (!(await unknowns.markUnknown(trx, tweet.id, by))) continue;
    await attempts.insertUnknownAttempt(trx, {
      tweetId: tweet.id,
      token,
      textHash: attempts.textHashOf(tweet.content),
      priceMicros: postMicrosOf({ hasLink: hasLink(tweet.content) }),
      code: restoredCode,
      startedAt: takenAt,
      settleAt: now + settleAfterMs,
      resumeAt: tweet.due_at,
    });
    const detail = new Date(takenAt).toISOString();
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "restored", detail });
    count += 1;
  }
  return count;
}
