// The week as both screens load it: which account, which week, and what the URL opens over it.
import type { App } from "~/app.server";
import { type Account, chooseAccount } from "~/features/accounts/account";
import { spendingText } from "~/features/publishing/rules/price";
import { readDayOf } from "~/features/publishing/publishing.server";
import { loadWeek } from "~/features/timeline/timeline.server";
import { nightHour, parseSlot } from "~/features/timeline/slot";
import { clampOffset, type Placed, slotOf } from "~/features/timeline/week";
import type { AccountState } from "~/features/users/account-words";
import { isZoneUnknown } from "~/features/users/user";
import { clockTime, shortDate, zoneCity } from "~/ground/time/zone";
import type { Week } from "~/features/timeline/week.types";
import type { ListedTask } from "~/features/timeline/task-modal";
import { type OpenedTweet, openTweet } from "./open-tweet.server";
import type { Viewer } from "~/screens/frame/viewer.server";

export interface WeekData {
  week: Week;
  view: "week" | "month";
  username: string | null;
  /** What the account is called beside its name, where something is to be said of it. */
  state: AccountState;
  zone: string;
  /** Nobody has told where the person is, so it is UTC. */
  zoneUnknown: boolean;
  /** "3 of 50 posts today. $0.05 of $5.00 on X today for the whole server."; null without an account. */
  day: string | null;
  /** The tweet that the URL opens. */
  opened: OpenedTweet | null;
  /** The URL names a tweet that this person has not. */
  missing: boolean;
  /** Whether the URL opens an empty page for a tweet of one's own. */
  writing: boolean;
  /** The slot that the URL opens. */
  slot: { title: string; tasks: Omit<ListedTask, "href">[] } | null;
}

export async function loadWeekData(app: App, { user, accounts, timeZone, query }: Viewer): Promise<WeekData> {
  const account = chooseAccount(accounts);
  const offset = clampOffset(Number(query.get("week") ?? 0));
  const { week, tasks } = await loadWeek(app, { accountId: account?.id ?? null, offset, timeZone });
  const raw = query.get("tweet");
  const opened = user ? await openTweet(app, user, accounts, { tweet: raw, edit: query.get("edit") }) : null;
  return {
    week,
    view: query.get("view") === "month" ? "month" : "week",
    username: account?.username ?? null,
    state: account?.state ?? "active",
    zone: zoneCity(timeZone),
    zoneUnknown: user !== null && isZoneUnknown(user),
    day: account ? await dayOf(app, account, timeZone) : null,
    opened,
    missing: user !== null && raw !== null && opened === null,
    writing: user !== null && query.get("write") === "1",
    slot: openSlot(tasks, query.get("slot"), timeZone),
  };
}

/** What the serving account has posted today, and what it cost. */
async function dayOf(app: App, account: Account, timeZone: string): Promise<string> {
  const { dailyPostLimit, dailySpendLimit } = app.config;
  return spendingText({
    ...(await readDayOf(app, account, timeZone)),
    postLimit: dailyPostLimit,
    spendLimit: dailySpendLimit,
    sandbox: app.network.kind === "sandbox",
  });
}

function openSlot(tasks: Placed[], key: string | null, timeZone: string): WeekData["slot"] {
  const slot = key === null ? null : parseSlot(key);
  if (!slot) return null;
  const inSlot = tasks
    .filter(({ at }) => {
      const placed = slotOf(at, timeZone);
      return placed.date === slot.date && placed.hour === slot.hour;
    })
    .sort((a, b) => a.at - b.at);
  const first = inSlot[0];
  if (!first) return null;
  const pad = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const hours = slot.hour === nightHour ? "night" : `${pad(slot.hour)}–${pad(slot.hour + 2)}`;
  return {
    title: `${shortDate(first.at, timeZone)}, ${hours}`,
    tasks: inSlot.map(({ at, ...task }) => ({ ...task, time: clockTime(at, timeZone) })),
  };
}
