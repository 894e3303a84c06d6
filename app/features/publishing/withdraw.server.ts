// Taking back what somebody else than the person put on the timeline, wherever on its way it is.
import type { Db } from "~db/client.server";
import * as attempts from "./attempts.server";
import * as queries from "./queries.server";

/**
 * Takes tweets off the timeline inside `trx`. One that is being sent can't be called back: it is settled as ever, but
 * should it turn out not to be out, it is pending then and not sent again. What is out or pending stays as it is.
 */
export async function withdraw(
  trx: Db,
  by: { tweetIds: readonly number[]; now: number; reason: string },
): Promise<void> {
  for (const tweetId of await queries.withdraw(trx, by.tweetIds, by.now))
    await attempts.insertEvent(trx, { tweetId, at: by.now, kind: "taken_off", detail: by.reason });
}

/** Call it where attempts are concluded: what was taken back and is now known not to be out is not sent again. */
export async function dropWithdrawn(trx: Db, tweetIds: readonly number[], now: number): Promise<void> {
  const detail = "It had been taken back meanwhile.";
  for (const tweetId of await queries.dropWithdrawn(trx, tweetIds, now))
    await attempts.insertEvent(trx, { tweetId, at: now, kind: "taken_off", detail });
}
