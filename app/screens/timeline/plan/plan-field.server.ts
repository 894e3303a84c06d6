// Encodes a planned tweet for its form field, and a scheduled one for the Undo form.
import type { Wanted } from "~/features/scheduling/scheduling.server";

/** "41.1764000000000.9876.0f3a…" */
export const toPlanField = ({ tweetId, at, account, textHash }: Wanted): string =>
  [tweetId, at, account, textHash].join(".");

export function fromPlanField(value: string): Wanted | null {
  const match = /^(\d{1,15})\.(\d{1,15})\.(\d{1,20})\.([0-9a-f]{16})$/.exec(value);
  if (!match) return null;
  const [, tweetId = "", at = "", account = "", textHash = ""] = match;
  return { tweetId: Number(tweetId), at: Number(at), account, textHash };
}

interface Placed {
  tweetId: number;
  at: number;
}

export const toPlacedField = (placed: readonly Placed[]): string =>
  placed.map(({ tweetId, at }) => `${tweetId}.${at}`).join(",");

export const fromPlacedField = (value: string): Placed[] =>
  [...value.matchAll(/(?<![^,])(\d{1,15})\.(\d{1,15})(?![^,])/g)].map(([, id, at]) => ({
    tweetId: Number(id),
    at: Number(at),
  }));
