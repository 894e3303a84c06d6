// Combines an account's posting hours with the server's limits. Pure, used on both sides.
import { hours, minutes } from "~/ground/time/duration";

/** Whole local hours, `from` inclusive to `to` exclusive; spans midnight if `from` is later. */
export interface QuietHours {
  from: number;
  to: number;
}

export interface OwnHours {
  /** Null means no quiet hours. */
  quiet?: QuietHours | null;
  /** Hours from now. */
  window?: [from: number, to: number];
  gapMinutes?: number;
  postsADay?: number;
}

export interface Hours {
  window: { fromMs: number; toMs: number };
  quietHours: QuietHours | null;
  minGapMs: number;
  /** Between random times, where there is room. Nothing enforces it; 0: off. */
  spacingMs: number;
  /** 0 means no limit. */
  dailyPostLimit: number;
}

/** Gap and daily limit are never looser than the server's, even if those changed since. A longer gap is the spacing. */
export function hoursOf(server: Hours, ownHours: OwnHours | null | undefined): Hours {
  const { window, quietHours, dailyPostLimit } = server;
  const minGapMs = Math.max(server.minGapMs, minutes(ownHours?.gapMinutes ?? 0));
  const spacingMs = server.spacingMs === 0 ? 0 : Math.max(server.spacingMs, minGapMs);
  if (!ownHours) return { window, quietHours, minGapMs, spacingMs, dailyPostLimit };
  const [from, to] = ownHours.window ?? [];
  return {
    window: from === undefined || to === undefined ? window : { fromMs: hours(from), toMs: hours(to) },
    quietHours: ownHours.quiet === undefined ? quietHours : ownHours.quiet,
    minGapMs,
    spacingMs,
    dailyPostLimit: stricter(dailyPostLimit, ownHours.postsADay ?? 0),
  };
}

const stricter = (a: number, b: number): number => (a === 0 || b === 0 ? Math.max(a, b) : Math.min(a, b));

export const quietLength = ({ from, to }: QuietHours): number => (to - from + 24) % 24;

export const bounds = {
  maxQuiet: 20,
  windowFrom: 0.5,
  windowTo: 72,
  minWidth: 1,
  maxGapMinutes: 1_440,
  maxPosts: 1_000,
};

export interface HoursFault {
  field: "quiet" | "window_hours" | "gap_minutes" | "posts_a_day";
  message: string;
}

export function faultsOf(server: Hours, { quiet, window, gapMinutes, postsADay }: OwnHours): HoursFault[] {
  const faults: HoursFault[] = [];
  const wrong = (field: HoursFault["field"], message: string) => faults.push({ field, message });
  if (quiet && !(isHour(quiet.from) && isHour(quiet.to) && quiet.from !== quiet.to))
    wrong("quiet", "Choose two different whole hours, such as 23:00 and 07:00.");
  else if (quiet && quietLength(quiet) > bounds.maxQuiet)
    wrong("quiet", `Quiet hours can be up to ${bounds.maxQuiet} hours long, so there’s time left to post.`);
  if (window) {
    const [from, to] = window;
    if (!(from >= bounds.windowFrom && to <= bounds.windowTo))
      wrong("window_hours", `Choose between ${bounds.windowFrom} and ${bounds.windowTo} hours.`);
    else if (to - from < bounds.minWidth)
      wrong("window_hours", "The window must be 1 hour or more, so times stay random.");
  }
  const minGap = Math.ceil(server.minGapMs / minutes(1));
  if (gapMinutes !== undefined && !isWithin(gapMinutes, minGap, Math.max(minGap, bounds.maxGapMinutes)))
    wrong(
      "gap_minutes",
      `Choose ${minGap} to ${Math.max(minGap, bounds.maxGapMinutes)} minutes. This server’s minimum is ${minGap}.`,
    );
  const maxPosts = server.dailyPostLimit || bounds.maxPosts;
  if (postsADay !== undefined && !isWithin(postsADay, 1, maxPosts))
    wrong("posts_a_day", `Choose 1 to ${maxPosts} posts a day. This server’s maximum is ${maxPosts}.`);
  return faults;
}

const isHour = (hour: number): boolean => isWithin(hour, 0, 23);
const isWithin = (n: number, from: number, to: number): boolean => Number.isInteger(n) && n >= from && n <= to;
