// After a restore, marks scheduled tweets unknown, as they may have been posted after the backup.
import { randomBytes } from "node:crypto";
import type { Transaction } from "~db/database.server";
import { hasLink } from "~/features/tweets/text.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import { postMicrosOf } from "~/features/spending/price";
import * as backlog from "~/features/publishing/store/backlog.server";
import * as unknowns from "~/features/publishing/store/unknown.server";

/** Marks attempts that a backup may misstate. If absent on X, they resume at `resumeAt`; if null, the user decides. */
export const restoredCode = "restored";

interface Since {
  takenAt: number;
  now: number;
  settleAfterMs: number;
}

/** Marks all scheduled or sending tweets unknown: the user may have posted or moved any of them. Returns how many. */
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
    // Another node may have claimed it since; then its attempt exists.
    if (!(await unknowns.markUnknown(trx, tweet.id, by))) continue;
    await attempts.insertUnknownAttempt(trx, {
      tweetId: tweet.id,
      token,
      textHash: attempts.textHashOf(tweet.content),
      priceMicros: postMicrosOf({ hasLink: hasLink(tweet.content) }),
      code: restoredCode,
      startedAt: takenAt,
      settleAt: checkAt,
      // A later part of a thread has no due time of its own.
      resumeAt: tweet.due_at === null ? now : tweet.due_at > now ? tweet.due_at : null,
    });
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "restored", detail: takenAtIso });
    count += 1;
  }
  return count;
}
