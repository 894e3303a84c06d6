// Fetches the week's tweets and the opened tweet, for /timeline and /generate.
import type { App } from "~/app.server";
import { chooseAccount, findNamed } from "~/features/accounts/account";
import { listProposals } from "~/features/bots/bots.server";
import { hoursOf } from "~/features/accounts/hours";
import { listPicturesOf, whyOff } from "~/features/media/media.server";
import { readDayOf } from "~/features/spending/spending.server";
import { readDeletions } from "~/features/deletions/deletions.server";
import { readJournal } from "~/features/publishing/publishing.server";
import { listTimeline, listWeek } from "~/features/timeline/timeline.server";
import { clampOffset } from "~/features/timeline/week";
import { getTweet, postUrlOf, type TimelinePlace } from "~/features/tweets/tweets.server";
import { listVersionsOf } from "~/features/tweets/versions.server";
import type { Viewer } from "~/screens/frame/viewer.server";
import { readWeekChoice } from "./choice.server";
import { findWhole, withThreadError } from "./whole-thread.server";
import type { FetchedOpened } from "./opened.server";
import type { FetchedWeek } from "./week.server";

/** The week in the URL, of the accounts in the URL or the default one. `asList` allows a list of all tweets instead. */
export async function fetchWeek(app: App, viewer: Viewer, request: Request, asList = false): Promise<FetchedWeek> {
  const { accounts, now, timeZone, query } = viewer;
  const named = query.get("account");
  const found = namedAccounts(accounts, named);
  const shown = found ?? [chooseAccount(accounts)].filter((candidate) => candidate !== null);
  const unknownAccount = named !== null && found === null && viewer.user !== null;
  const account = shown.length > 1 ? null : (shown[0] ?? null);
  const offset = clampOffset(Number(query.get("week") ?? 0));
  const choice = await readWeekChoice(request, app.config);
  const ids = shown.map(({ id }) => id);
  const isList = asList && choice.view === "list" && query.get("view") !== "month";
  const [list, placed, spent, opened] = await Promise.all([
    isList
      ? listTimeline(app, ids, { before: placeOf(query.get("before")), after: placeOf(query.get("after")) })
      : null,
    isList ? [] : listWeek(app, ids, { offset, now, timeZone }),
    account && viewer.user && readDayOf(app, account, { id: viewer.user.id, timeZone }),
    fetchOpened(app, viewer),
  ]);
  // Poll for the list's tweets too, without reading them twice.
  const tasks = list ? [...list.coming, ...list.over] : placed;
  const { dailyPostLimit: postLimit } = hoursOf(app.config, account?.hours);
  const day = spent && { ...spent, postLimit };
  return {
    account,
    shown,
    unknownAccount,
    list,
    offset,
    tasks,
    day,
    opened,
    choice,
    sandbox: app.network.kind === "sandbox",
  };
}

/** "all", or an account by either id, like the API. Null if the URL names none of the user's. */
function namedAccounts(accounts: Viewer["accounts"], named: string | null): Viewer["accounts"] | null {
  if (named === "all") return accounts;
  const one = named === null ? null : findNamed(accounts, named);
  return one ? [one] : null;
}

/** `before` and `after` in the URL are the time and the id of the last tweet shown. */
function placeOf(raw: string | null): TimelinePlace | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(raw ?? "");
  return match && { at: Number(match[1]), id: Number(match[2]) };
}

/** Null for an unknown tweet, or another user's. */
export async function fetchOpened(app: App, { user, timeZone, query }: Viewer): Promise<FetchedOpened | null> {
  const raw = query.get("tweet");
  if (!user || raw === null || !/^\d{1,15}$/.test(raw)) return null;
  const found = await getTweet(app, user.id, Number(raw)).catch(() => null);
  if (!found) return null;
  const whole = await findWhole(app, found);
  const tweet = withThreadError(app, found, whole?.thread ?? null, timeZone);
  const isProposal = tweet.origin === "bot" && (await listProposals(app, user.id)).has(tweet.id);
  const [events, versions, pictured, deletions] = await Promise.all([
    readJournal(app, tweet.id),
    listVersionsOf(app, [tweet.id]),
    whole?.pictures ?? listPicturesOf(app.db, [tweet.id]),
    readDeletions(app, whole?.thread.parts ?? [tweet]),
  ]);
  return {
    tweet,
    whole,
    postUrl: postUrlOf(app, tweet),
    events,
    versions: versions.get(tweet.id) ?? [],
    isProposal,
    deletions,
    pictured,
    picturesOff: whyOff(app.config),
  };
}
