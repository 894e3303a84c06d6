// Defines figures, the ages at which posts are read, and the levels that a user may choose.
import type { Figures } from "~/ports/network/port";

export type { Figures } from "~/ports/network/port";

/** Names of the ages; `RESULTS_HOURS` sets the hours of each, in this order. */
export const slots = ["1h", "24h", "3d", "7d", "29d"] as const;
export type Slot = (typeof slots)[number];
/** `hand`: the latest reading on request. */
export type ReadingSlot = Slot | "hand";

export const levels = ["off", "light", "full"] as const;
export type Level = (typeof levels)[number];

export const slotsOf: Record<Level, readonly Slot[]> = { off: [], light: ["24h", "7d"], full: slots };

export interface Reading extends Figures {
  slot: ReadingSlot;
  at: number;
  source: "x" | "sandbox";
}

/** Null if one of the figures is unknown. */
export function reactionsOf(figures: Figures): number | null {
  const { likes, reposts, replies, quotes, bookmarks } = figures;
  if (likes === null || reposts === null || replies === null || quotes === null || bookmarks === null) return null;
  return likes + reposts + replies + quotes + bookmarks;
}

export interface ResultSettings {
  level: Level;
  learn: boolean;
  lean: boolean;
  threads: boolean;
}

export const unset: ResultSettings = { level: "off", learn: false, lean: false, threads: false };
