// Takes tweets off the timeline because of their account or bot.
import { setStopped, stopReasons } from "~/features/threads/threads.server";
import type { Db } from "~db/database.server";
import type { JournalKind } from "~/features/publishing/rules/happened";
import * as attempts from "~/features/publishing/store/attempts.server";
import { listPlacedParts } from "~/features/publishing/store/parts.server";
import * as queries from "~/features/publishing/store/tweets.server";

/** Unschedules tweets. One being sent can't be stopped, but is not retried and becomes pending if it isn't out. */
export async function unscheduleTweets(
  trx: Db,
  { tweetIds, now, reason }: { tweetIds: readonly number[]; now: number; reason: string },
): Promise<void> {
  for (const tweetId of await queries.unscheduleTweets(trx, tweetIds, now))
    await noteUnscheduled(trx, { tweetId, code: "withdrawn", reason, now });
}

export async function noteUnscheduled(
  trx: Db,
  { tweetId, code, reason, now }: { tweetId: number; code: "unlinked" | "withdrawn"; reason: string; now: number },
): Promise<void> {
  await attempts.insertEvent(trx, { tweetId, at: now, kind: "taken_off", detail: reason });
  for (const { no, threadId } of await listPlacedParts(trx, [tweetId]))
    if (no > 1) await setStopped(trx, threadId, { code, reason: stopReasons[code], now });
}

/** Unschedules tweets withdrawn or unlinked in flight. Call it after a conclusion returns tweets to the timeline. */
export async function unscheduleReturned(trx: Db, tweetIds: readonly number[], now: number): Promise<void> {
  const note = (tweetId: number, kind: JournalKind, detail: string | null) =>
    attempts.insertEvent(trx, { tweetId, at: now, kind, detail });
  for (const tweetId of await queries.unscheduleMarked(trx, tweetIds, now))
    await note(tweetId, "taken_off", "Its bot was stopped or moved.");
  for (const tweetId of await queries.dropUnlinked(trx, tweetIds, now)) await note(tweetId, "taken_off", unlinked);
  for (const { id, username } of await queries.listPausedByPerson(trx, tweetIds))
    await note(id, "waits", `@${username}`);
}

export const unlinked = "The account was disconnected.";
