// The week as both screens load it: which account, which week, and what the URL opens over it.
import type { App } from "~/app.server";
import { type Account, chooseAccount } from "~/features/accounts/account";
import { listAccounts } from "~/features/accounts/accounts.server";
import { loadWeek, placeOf, toView } from "~/features/timeline/timeline.server";
import { clampOffset, parseSlot, slotOf } from "~/features/timeline/week";
import { getTweet } from "~/features/tweets/tweets.server";
import { wireStatus, type Tweet } from "~/features/tweets/tweets.server";
import type { TweetView } from "~/features/tweets/tweet";
import type { User } from "~/features/users/user";
import { clockTime, shortDate, zoneCity } from "~/zone";
import type { Week } from "~/features/timeline/week.types";
import type { ListedTask } from "~/features/timeline/task-modal";

export interface WeekData {
  week: Week;
  view: "week" | "month";
  username: string | null;
  zone: string;
  /** The tweet that the URL opens. */
  opened: { tweet: TweetView; moment: string | null } | null;
  /** The slot that the URL opens. */
  slot: { title: string; tasks: Omit<ListedTask, "href">[] } | null;
}

export async function loadWeekData(app: App, user: User | null, url: URL): Promise<WeekData> {
  const timeZone = user?.timezone ?? "UTC";
  const account = user ? chooseAccount(await listAccounts(app, user.id)) : null;
  const offset = clampOffset(Number(url.searchParams.get("week") ?? 0));
  const { week, tweets } = await loadWeek(app, { accountId: account?.id ?? null, offset, timeZone });
  return {
    week,
    view: url.searchParams.get("view") === "month" ? "month" : "week",
    username: account?.username ?? null,
    zone: zoneCity(timeZone),
    opened: user ? await openTweet(app, user, account, url.searchParams.get("tweet")) : null,
    slot: openSlot(tweets, url.searchParams.get("slot"), timeZone),
  };
}

/** A tweet of another, or none: nothing opens. */
async function openTweet(
  app: App,
  user: User,
  serving: Account | null,
  raw: string | null,
): Promise<WeekData["opened"]> {
  if (raw === null || !/^\d{1,15}$/.test(raw)) return null;
  const tweet = await getTweet(app, user.id, Number(raw)).catch(() => null);
  if (!tweet) return null;
  const view = toView(app, tweet, { timeZone: user.timezone, serving });
  const at = view.whenIso === null ? null : Date.parse(view.whenIso);
  const moment =
    at === null ? null : `${shortDate(at, user.timezone)}, ${clockTime(at, user.timezone)} (${user.timezone})`;
  return { tweet: view, moment };
}

function openSlot(tweets: Tweet[], key: string | null, timeZone: string): WeekData["slot"] {
  const slot = key === null ? null : parseSlot(key);
  if (!slot) return null;
  const inSlot = tweets
    .filter((tweet) => {
      const placed = slotOf(placeOf(tweet), timeZone);
      return placed.date === slot.date && placed.hour === slot.hour;
    })
    .sort((a, b) => placeOf(a) - placeOf(b));
  const first = inSlot[0];
  if (!first) return null;
  const pad = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const hours = slot.hour === 23 ? "night" : `${pad(slot.hour)}–${pad(slot.hour + 2)}`;
  return {
    title: `${shortDate(placeOf(first), timeZone)}, ${hours}`,
    tasks: inSlot.map((tweet) => ({
      id: tweet.id,
      status: wireStatus(tweet.state),
      content: tweet.content,
      time: clockTime(placeOf(tweet), timeZone),
    })),
  };
}
