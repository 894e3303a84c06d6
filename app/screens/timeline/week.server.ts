// The week as both screens show it: which account, which week, and what the URL opens over it. Pure.
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
import { type FetchedOpened, type OpenedTweet, slotChoices, toOpened } from "./opened.server";
import type { PlanView } from "./plan/plan.server";

export interface FetchedWeek {
  /** The one whose timeline this is; null: none is linked, or several are shown. */
  account: Account | null;
  /** Whose timelines these are. */
  shown: readonly Account[];
  /** The address names an account that the person has not: what is shown is another's. */
  unknownAccount: boolean;
  /** A page of what is coming, and one of what is over; null where the week is shown. */
  list: TimelineList | null;
  /** How many weeks after the current one. */
  offset: number;
  /** What stands in that week. */
  tasks: Placed[];
  /** What the account has posted today, what its person has spent, and their limits; null without an account. */
  day: Omit<Spending, "sandbox"> | null;
  /** The tweet that the URL names, if the person has it. */
  opened: FetchedOpened | null;
  /** What the person chose to see of it. */
  choice: WeekChoice;
  sandbox: boolean;
}

export interface WeekData {
  week: Week;
  view: "list" | "week" | "month";
  list: ListData | null;
  /** The accounts to choose between, where there are several; `ref` is what the address says of one. */
  switcher: { label: string; ref: string; current: boolean }[];
  /** On /generate: the grid is folded into a strip until it is asked for. */
  folded: boolean;
  /** Null without an account; "all accounts" is said of several. */
  username: string | null;
  all: boolean;
  /** The address names an account that the person has not: what is shown is the one that serves. */
  unknownAccount: boolean;
  /** What the account is called beside its name, where something is to be said of it. */
  state: AccountState;
  zone: string;
  /** Nobody has told where the person is, so it is UTC. */
  zoneUnknown: boolean;
  /** "3 of 50 posts today. You’ve spent $0.05 of your $2.50 on X today."; null without an account. */
  day: string | null;
  /** The tweet that the URL opens. */
  opened: OpenedTweet | null;
  /** The URL names a tweet that this person has not. */
  missing: boolean;
  /** Whether the URL opens an empty page for a tweet of one's own. */
  writing: boolean;
  /** The slot that it is for, as the address names it. */
  writeSlot?: WriteSlot | null;
  /** Who it is written as: whose timeline is shown, else the default. */
  writeAs?: { ref: string; username: string } | null;
  /** What Schedule all would do, where the URL asks for it. */
  plan: PlanView | null;
  /** The slot that the URL opens: its first tweets, how many there are, and what the list's address says to begin with them. */
  slot: { title: string; tasks: Omit<ListedTask, "href">[]; count: number; inList: Record<string, string> } | null;
}

export interface WriteSlot extends SlotChoices {
  /** It is over already. */
  passed: boolean;
}

/** What the URL opens; `week` where the page shows one. */
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

/** Of all that goes out with it. */
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

/** So many tweets of a slot stand in its window. */
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
