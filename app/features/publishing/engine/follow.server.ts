// Places, stops or finishes a thread after one of its parts ends, in the same transaction.
import { hours } from "~/ground/time/duration";
import type { Db } from "~db/database.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { setDone, setStopped, stopReasons, touchFirst } from "~/features/threads/threads.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import type { DueTweet } from "~/features/publishing/store/due-and-gap.server";
import * as parts from "~/features/publishing/store/parts.server";

/** A thread that waited this long doesn't continue automatically: its first readers are gone. */
export const staleAfter = hours(24);

interface Following {
  gapMs: number;
  now: number;
}

/** Call it in a conclusion's transaction. Places the next part, stops the thread with a reason, or marks it done. */
export async function followParts(trx: Db, tweetIds: readonly number[], following: Following): Promise<void> {
  for (const part of await parts.listPlacedParts(trx, tweetIds)) await follow(trx, part, following);
}

async function follow(trx: Db, part: parts.PlacedPart, { gapMs, now }: Following): Promise<void> {
  const { threadId, no, of, state, thread } = part;
  hitCrashPoint("thread:inside");
  if (no > 1) await touchFirst(trx, threadId, now);
  if (state === "published") {
    // Also if the user stopped the thread: no part is left.
    if (no === of) await setDone(trx, threadId, now);
    else if (thread === "going") await placeNext(trx, part, { gapMs, now });
    return;
  }
  // A first part that is not out doesn't stop the thread, unless the user stopped it.
  if (no === 1 && thread === "going") return;
  const stop = (code: string, reason: string | null) => setStopped(trx, threadId, { code, reason, now });
  if (state === "failed") await stop(part.code ?? "refused", null);
  if (state === "pending") await stop("withdrawn", stopReasons.withdrawn);
  if (state === "scheduled" && (thread !== "going" || part.before !== "published"))
    await unscheduleRest(trx, threadId, { from: no, reason: null, now });
}

async function placeNext(trx: Db, part: parts.PlacedPart, { gapMs, now }: Following): Promise<void> {
  const { threadId, no, accountId } = part;
  const stop = (code: "no_address" | "unlinked") => setStopped(trx, threadId, { code, reason: stopReasons[code], now });
  if (accountId === null || part.unlinkedAt !== null) return void (await stop("unlinked"));
  if (part.postId === null) return void (await stop("no_address"));
  const dueAt = (part.publishedAt ?? now) + gapMs;
  const placed = await parts.placePart(trx, { threadId, no: no + 1, accountId, dueAt, now });
  if (placed !== null)
    await attempts.insertEvent(trx, { tweetId: placed, at: now, kind: "follows", detail: String(no) });
}

async function unscheduleRest(
  trx: Db,
  threadId: number,
  { from, reason, now }: { from: number; reason: string | null; now: number },
) {
  for (const id of await parts.unscheduleParts(trx, { threadId, from, now }))
    await attempts.insertEvent(trx, { tweetId: id, at: now, kind: "taken_off", detail: reason });
}

export async function stopThread(
  trx: Db,
  { tweetId, code, reason, now }: { tweetId: number; code: string; reason: string | null; now: number },
): Promise<void> {
  for (const { threadId } of await parts.listPlacedParts(trx, [tweetId])) {
    await setStopped(trx, threadId, { code, reason, now });
    await unscheduleRest(trx, threadId, { from: 2, reason, now });
  }
}

export async function listRests(
  trx: Db,
  due: readonly { tweet: Pick<DueTweet["tweet"], "id" | "thread_id"> }[],
): Promise<Map<number, { id: number; content: string }[]>> {
  const begins = due.flatMap(({ tweet }) => (tweet.thread_id === null ? [] : [{ id: tweet.id, of: tweet.thread_id }]));
  if (begins.length === 0) return new Map();
  const words = await parts.listWords(
    trx,
    begins.map((beginning) => beginning.of),
  );
  return new Map(begins.map(({ id, of }) => [id, words.filter(({ thread_id }) => thread_id === of)]));
}
