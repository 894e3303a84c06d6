// The week as both screens show it: which account, which week, and what the URL opens over it. Pure.
import type { Account } from "~/features/accounts/account";
import { type Spending, spendingText } from "~/features/publishing/rules/price";
import { nightHour, parseSlot } from "~/features/timeline/slot";
import type { ListedTask } from "~/features/timeline/task-modal";
import { buildWeek, type Placed, slotOf } from "~/features/timeline/week";
import type { Week } from "~/features/timeline/week.types";
import type { AccountState } from "~/features/users/account-words";
import { isZoneUnknown } from "~/features/users/user";
import { clockTime, shortDate, zoneCity } from "~/ground/time/zone";
import type { Viewer } from "~/screens/frame/viewer.server";
import { type FetchedOpened, type OpenedTweet, toOpened } from "./opened.server";

export interface FetchedWeek {
  /** The one that serves; null: none is linked. */
  account: Account | null;
  /** How many weeks after the current one. */
  offset: number;
  /** What stands in that week. */
  tasks: Placed[];
  /** What the account has posted today, what that cost, and the limits; null without an account. */
  day: Omit<Spending, "sandbox"> | null;
  /** The tweet that the URL names, if the person has it. */
  opened: FetchedOpened | null;
  sandbox: boolean;
}

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

export function toWeek({ account, offset, tasks, day, opened, sandbox }: FetchedWeek, viewer: Viewer): WeekData {
  const { user, now, timeZone, query } = viewer;
  return {
    week: buildWeek({ tasks, offset, now, timeZone }),
    view: query.get("view") === "month" ? "month" : "week",
    username: account?.username ?? null,
    state: account?.state ?? "active",
    zone: zoneCity(timeZone),
    zoneUnknown: user !== null && isZoneUnknown(user),
    day: day && spendingText({ ...day, sandbox }),
    opened: opened && toOpened(opened, { ...viewer, sandbox }),
    missing: user !== null && query.get("tweet") !== null && opened === null,
    writing: user !== null && query.get("write") === "1",
    slot: openSlot(tasks, query.get("slot"), timeZone),
  };
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
