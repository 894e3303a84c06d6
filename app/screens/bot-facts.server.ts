// A bot's state and moments as a person reads them, in their zone.
import type { BotFacts, WhenView } from "~/features/bots/bot-view";
import type { BotView } from "~/features/bots/bots.server";
import { iso } from "~/iso";
import { clockTime, dayLabel } from "~/zone";

export interface Beholder {
  now: number;
  timeZone: string;
}

/** `bot` is undefined where none was ever started. */
export function botFacts(bot: BotView | undefined, { now, timeZone }: Beholder): BotFacts {
  const when = (at: number | null | undefined): WhenView | null =>
    at === null || at === undefined
      ? null
      : { text: `${dayLabel(at, timeZone, now)}, ${clockTime(at, timeZone)}`, iso: iso(at) };
  return {
    status: bot?.status ?? "not_started",
    enabled: bot?.enabled ?? false,
    reason: bot?.reason ?? null,
    gaveUp: bot?.gaveUp ?? false,
    username: bot?.username ?? null,
    posts: bot?.posts ?? 0,
    next: when(bot?.nextPostAt),
    last: when(bot?.lastPostAt),
  };
}
