// What a post's figures are: their names, the ages at which they are read, the levels that a person may choose.
import type { Figures } from "~/ports/network/port";

export type { Figures } from "~/ports/network/port";

/** The ages of a reading by their names; how old a post is then, `RESULTS_HOURS` says by position. */
export const slots = ["1h", "24h", "3d", "7d", "29d"] as const;
export type Slot = (typeof slots)[number];
/** hand: the last that the person asked for. */
export type ReadingSlot = Slot | "hand";

export const levels = ["off", "light", "full"] as const;
export type Level = (typeof levels)[number];

/** Which ages each level is read at. */
export const slotsOf: Record<Level, readonly Slot[]> = { off: [], light: ["24h", "7d"], full: slots };

export interface Reading extends Figures {
  slot: ReadingSlot;
  /** ms */
  at: number;
  source: "x" | "sandbox";
}

/** Likes, reposts, replies, quotes and bookmarks; null where one of them is not known. */
export function reactionsOf(figures: Figures): number | null {
  const { likes, reposts, replies, quotes, bookmarks } = figures;
  if (likes === null || reposts === null || replies === null || quotes === null || bookmarks === null) return null;
  return likes + reposts + replies + quotes + bookmarks;
}

/** What a person chose; off until they did. */
export interface ResultSettings {
  level: Level;
  /** Whether the writer is shown what was received well, and what less. */
  learn: boolean;
  /** Whether moments lean towards hours that were seen more. */
  lean: boolean;
  /** Whether all parts of a thread are read. */
  threads: boolean;
}

export const unset: ResultSettings = { level: "off", learn: false, lean: false, threads: false };
