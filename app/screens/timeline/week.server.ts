// Builds the week's view for /timeline and /generate. Pure.
import { type Account, chooseAccount } from "~/features/accounts/account";
import { type Spending, spendingText } from "~/features/spending/price";
import { countPictures, priceOfAll, type Outgoing } from "~/features/spending/full-price.server";
import { comingDays, overDays } from "~/features/timeline/list/list";
import type { ListData } from "~/features/timeline/list/list-view";
import { endOf, nightHour, parseSlot } from "~/features/timeline/slot";
import type { SlotChoices } from "~/features/timeline/slot-fields";
import type { ListedTask } from "~/features/timeline/slot-modal";
import type { TimelineList } from "~/features/timeline/timeline.server";
import { buildWeek, type Placed, slotOf } from "~/features/timeline/week";
import type { Week } from "~/features/timeline/week.types";
import type { AccountState } from "~/features/users/account-words";
import { hasLink } from "~/features/tweets/text.server";
import type { TimelinePlace } from "~/features/tweets/tweets.server";
import { costText } from "~/features/tweets/tweet";
import { isZoneUnknown } from "~/features/users/user";
import { clockTime, instantOf, shortDate, zoneCity } from "~/ground/time/zone";
import type { Viewer } from "~/screens/frame/viewer.server";
import type { WeekChoice } from "./choice.server";
import { slotChoices } from "~/features/timeline/slot-choices";
import { type FetchedOpened, type OpenedTweet, toOpened } from "./opened.server";
import type { PlanView } from "./plan/plan.server";

export interface FetchedWeek {
  /** Null if no account is linked or several are shown. */
  account: Account | null;
  shown: readonly Account[];
  /** The URL names an account that the user doesn't have. */
  unknownAccount: boolean;
  list: TimelineList | null;
  /** Weeks after the current one. */
  offset: number;
  tasks: Placed[];
  day: Omit<Spending, "sandbox"> | null;
  opened: FetchedOpened | null;
  choice: WeekChoice;
  sandbox: boolean;
}

export interface WeekData {
  week: Week;
  view: "list" | "week" | "month";
  list: ListData | null;
  switcher: { label: string; ref: string; current: boolean }[];
  /** On /generate: the grid is folded into a strip of seven days. */
  folded: boolean;
  username: string | null;
  all: boolean;
  unknownAccount: boolean;
  state: AccountState;
  zone: string;
  zoneUnknown: boolean;
  /** "3 of 50 posts today. You’ve spent $0.05 of your $2.50 on X today."; null without an account. */
  day: string | null;
  opened: OpenedTweet | null;
  missing: boolean;
  writing: boolean;
  writeSlot?: WriteSlot | null;
  writeAs?: { ref: string; username: string } | null;
  plan: PlanView | null;
  slot: { title: string; tasks: Omit<ListedTask, "href">[]; count: number; inList: Record<string, string> } | null;
}

export interface WriteSlot extends SlotChoices {
  passed: boolean;
}

export type Opening = Pick<WeekData, "opened" | "slot" | "writing" | "writeSlot" | "writeAs" | "plan"> & {
  week?: WeekData["week"];
};

export function toWeek(
  { account, shown, unknownAccount, list, offset, tasks, day, opened, choice, sandbox }: FetchedWeek,
  viewer: Viewer,
): WeekData {
  const { user, now, timeZone, query } = viewer;
  return {
    week: buildWeek({ tasks, offset, now, timeZone }),
    view: query.get("view") === "month" ? "month" : list ? "list" : "week",
    list: list && toList(list, shown, viewer),
    switcher: switcherOf(viewer.accounts, shown),
    all: shown.length > 1,
    folded: choice.grid === "folded",
    username: account?.username ?? null,
    state: account?.state ?? "active",
    zone: zoneCity(timeZone),
    zoneUnknown: user !== null && isZoneUnknown(user),
    day: day && spendingText({ ...day, sandbox }),
    opened: opened && toOpened(opened, { ...viewer, sandbox }),
    missing: user !== null && query.get("tweet") !== null && opened === null,
    writing: user !== null && (query.get("write") === "1" || parseSlot(query.get("write") ?? "") !== null),
    plan: null,
    writeSlot: writeSlotOf(parseSlot(query.get("write") ?? ""), now, timeZone),
    writeAs: writeAsOf(account ?? chooseAccount(viewer.accounts)),
    unknownAccount,
    slot: openSlot(tasks, viewer),
  };
}

const writeAsOf = (account: Account | null): WeekData["writeAs"] =>
  account && { ref: account.networkUserId, username: account.username };

function writeSlotOf(slot: ReturnType<typeof parseSlot>, now: number, timeZone: string): WriteSlot | null {
  if (!slot) return null;
  const passed = (instantOf(endOf(slot), timeZone) ?? 0) <= now;
  return { ...slotChoices(slot, now, timeZone), passed };
}

function toList(
  { coming, hasLater, after, over, hasOlder }: TimelineList,
  shown: readonly Account[],
  viewer: Viewer,
): ListData {
  const byId = new Map(shown.map((account) => [account.id, account]));
  const named = shown.length > 1;
  const rows = (listed: typeof coming) =>
    listed.map(({ accountId, going, ...row }) => ({
      ...row,
      username: (named && byId.get(accountId)?.username) || null,
      account: byId.get(accountId)?.networkUserId,
      price: row.status === "published" ? null : priceText(going),
    }));
  const placeOf = (last: TimelinePlace | undefined) => (last ? `${last.at}-${last.id}` : null);
  return {
    coming: comingDays(rows(coming), { ...viewer, after: after?.at ?? null, hasLater }),
    hasEarlier: after !== null,
    later: hasLater ? placeOf(coming.at(-1)) : null,
    over: overDays(rows(over), viewer),
    hasNewer: viewer.query.has("before"),
    older: hasOlder ? placeOf(over.at(-1)) : null,
  };
}

function priceText(going: readonly Outgoing[]): string | null {
  const [only, ...others] = going;
  const linked = only !== undefined && others.length === 0 && hasLink(only.content);
  return costText({ costUsd: priceOfAll(going), hasLink: linked, pictures: countPictures(going) });
}

function switcherOf(accounts: readonly Account[], shown: readonly Account[]): WeekData["switcher"] {
  if (accounts.length < 2) return [];
  const isShown = (id: number) => shown.length === 1 && shown[0]?.id === id;
  const each = accounts.map(({ id, networkUserId, username }) => ({
    label: `@${username}`,
    ref: networkUserId,
    current: isShown(id),
  }));
  return [...each, { label: "All", ref: "all", current: shown.length > 1 }];
}

const maxListed = 50;

function openSlot(tasks: Placed[], { query, timeZone }: Viewer): WeekData["slot"] {
  const slot = parseSlot(query.get("slot") ?? "");
  if (!slot) return null;
  const inSlot = tasks
    .filter(({ at }) => {
      const placed = slotOf(at, timeZone);
      return placed.date === slot.date && placed.hour === slot.hour;
    })
    .sort((a, b) => a.at - b.at);
  const [first, last] = [inSlot[0], inSlot.at(-1)];
  if (!first || !last) return null;
  const account = query.get("account");
  const pad = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const hours = slot.hour === nightHour ? "night" : `${pad(slot.hour)}–${pad(slot.hour + 2)}`;
  return {
    title: `${shortDate(first.at, timeZone)}, ${hours}`,
    tasks: inSlot.slice(0, maxListed).map(({ at, ...task }) => ({ ...task, time: clockTime(at, timeZone) })),
    count: inSlot.length,
    inList: { ...(account && { account }), view: "list", after: `${first.at - 1}-0`, before: `${last.at + 1}-0` },
  };
}
