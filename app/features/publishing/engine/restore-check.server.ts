// After a restore: what the backup shows as waiting may have gone out since, so the account's posts are read first.
import { randomBytes } from "node:crypto";
import type { Transaction } from "~db/database.server";
import { hasLink } from "~/features/tweets/text.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import { postMicrosOf } from "~/features/spending/price";
import * as backlog from "~/features/publishing/store/backlog.server";
import * as unknowns from "~/features/publishing/store/unknown.server";

/**
 * Marks the attempt of a tweet whose end the copy doesn't know. Where it says when the tweet resumes, one that is absent
 * goes on by itself; where it doesn't, its person is asked first.
 */
export const restoredCode = "restored";

interface Since {
  /** When the backup was taken. */
  takenAt: number;
  now: number;
  settleAfterMs: number;
}

/**
 * Every tweet on the timeline becomes unknown, as if its answer had been lost at the moment of the backup: found among
 * the account's posts it is published. Absent it is scheduled for its moment again where that is still to come, and backlog
 * where it was due since, or was being sent: it may have been posted and deleted there. All of them, not only what fell
 * due: a person may have posted one now, or moved it. Returns how many.
 */
export async function markScheduledUnknown(trx: Transaction, { takenAt, now, settleAfterMs }: Since): Promise<number> {
  let count = 0;
  const checkAt = now + settleAfterMs;
  const takenAtIso = new Date(takenAt).toISOString();
  for (const sent of await backlog.listInFlight(trx)) {
    await backlog.markRestored(trx, sent, { checkAt, code: restoredCode, now });
    await attempts.insertEvent(trx, { tweetId: sent.id, at: now, kind: "restored", detail: takenAtIso });
    count += 1;
  }
  for (const tweet of await unknowns.listScheduled(trx)) {
    const token = randomBytes(16).toString("hex");
    const by = { token, checkAt, code: restoredCode, now, dueAt: tweet.due_at ?? takenAt };
    // Another node may have claimed it since it was listed: then its attempt is there.
    if (!(await unknowns.markUnknown(trx, tweet.id, by))) continue;
    await attempts.insertUnknownAttempt(trx, {
      tweetId: tweet.id,
      token,
      textHash: attempts.textHashOf(tweet.content),
      priceMicros: postMicrosOf({ hasLink: hasLink(tweet.content) }),
      code: restoredCode,
      startedAt: takenAt,
      settleAt: checkAt,
      // What would have followed of a thread has no moment of its own.
      resumeAt: tweet.due_at === null ? now : tweet.due_at > now ? tweet.due_at : null,
    });
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "restored", detail: takenAtIso });
    count += 1;
  }
  return count;
}
