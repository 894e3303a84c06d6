// Reads the times that an account's random times keep apart from.
import type { Db } from "~db/database.server";
import { listPlaced } from "~/features/tweets/tweets.server";
import { days } from "~/ground/time/duration";

export interface Neighbor {
  id: number;
  at: number;
}

interface Near {
  now: number;
  window: { toMs: number };
  spacingMs: number;
}

/** Quiet hours move a window by up to 4 days. */
const slack = days(5);
const maxNeighbors = 10_000;

/** Sent, maybe sent and scheduled tweets near the window. Call it with the account locked, in the transaction that writes the time. */
export async function listNeighbors(db: Db, accountId: number, { now, window, spacingMs }: Near): Promise<Neighbor[]> {
  if (spacingMs === 0) return [];
  const range = { from: now - spacingMs, to: now + window.toMs + slack + spacingMs, limit: maxNeighbors };
  const placed = await listPlaced({ db }, accountId, range);
  return placed.flatMap(({ id, state, at }) => (state === "failed" ? [] : [{ id, at }]));
}

/** A tweet doesn't keep apart from its own earlier time, nor from those of tweets that move with it. */
export function timesBut(neighbors: readonly Neighbor[], tweetIds: Iterable<number>): number[] {
  const moving = new Set(tweetIds);
  return neighbors.flatMap(({ id, at }) => (moving.has(id) ? [] : [at]));
}
