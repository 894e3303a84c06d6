// The timeline: what accounts have out and on their way, by the week or as a list. Reads only.
import type { App } from "~/app.server";
import { listProgress } from "~/features/threads/threads.server";
import type { Outgoing } from "~/features/spending/full-price.server";
import { apiStatus } from "~/features/tweets/tweet";
import {
  listComing,
  type ListedTweet,
  listOver,
  listPlaced,
  type TimelinePlace,
} from "~/features/tweets/tweets.server";
import type { TweetState } from "~db/schema";
import { listGoing } from "./list/going.server";
import { type Placed, weekSpan, type WhichWeek } from "./week";

/** More than this in one week is cut: the grid would no longer be one. */
const maxInWeek = 1_000;

/** What stands in that week of the accounts', newest id first. */
export async function listWeek(app: App, accountIds: readonly number[], which: WhichWeek): Promise<Placed[]> {
  const { fromMs, toMs } = weekSpan(which);
  const of = (id: number) => listPlaced(app, id, { limit: maxInWeek, from: fromMs, to: toMs });
  const tweets = (await Promise.all(accountIds.map(of))).flat().sort((a, b) => b.id - a.id);
  return withProgress(app, tweets.slice(0, maxInWeek).map(shown));
}

/** Of a thread that is going out, how far it has come. Seldom is one, and else nothing is asked. */
async function withProgress(app: App, placed: Placed[]): Promise<Placed[]> {
  const going = placed.filter(({ status }) => status === "publishing").map(({ id }) => id);
  const progress = new Map((await listProgress(app.db, going)).map(({ id, ...rest }) => [id, rest]));
  return progress.size === 0 ? placed : placed.map((one) => ({ ...one, progress: progress.get(one.id) }));
}

/** So much stands on a page of the list. */
const pageSizes = { coming: 50, over: 30 };

export interface Listed extends Placed {
  accountId: number;
  reason: string | null;
  /** All that goes out with it, or would: of a thread what is not out yet. */
  going: readonly Outgoing[];
}

export interface TimelineList {
  /** A page of it, the soonest first. */
  coming: Listed[];
  /** There is more behind that page. */
  hasLater: boolean;
  /** Behind this one that page begins; null: it is the first. */
  after: TimelinePlace | null;
  /** A page of it, the latest first. */
  over: Listed[];
  /** There is more behind that page. */
  hasOlder: boolean;
}

/** A page of what is coming of the accounts', and one of what is over; each begins behind its place, null: it is the first. */
export async function listTimeline(
  app: App,
  accountIds: readonly number[],
  { before, after }: { before: TimelinePlace | null; after: TimelinePlace | null },
): Promise<TimelineList> {
  const [coming, over] = await Promise.all([
    Promise.all(accountIds.map((id) => listComing(app, id, { after, limit: pageSizes.coming + 1 }))),
    Promise.all(accountIds.map((id) => listOver(app, id, { before, limit: pageSizes.over + 1 }))),
  ]);
  const next = coming.flat().sort((a, b) => a.at - b.at || a.id - b.id);
  // What stood there has been sent since, or moved.
  if (next.length === 0 && after !== null) return listTimeline(app, accountIds, { before, after: null });
  const last = over.flat().sort((a, b) => b.at - a.at || b.id - a.id);
  const [nextPage, lastPage] = [next.slice(0, pageSizes.coming), last.slice(0, pageSizes.over)];
  // What is out is told no price.
  const going = await listGoing(app, [...nextPage, ...lastPage.filter(({ state }) => state !== "published")]);
  const listed = (one: ListedTweet) => ({ ...shown(one), going: going.get(one.id) ?? [] });
  return {
    coming: nextPage.map(listed),
    hasLater: next.length > pageSizes.coming,
    after,
    over: lastPage.map(listed),
    hasOlder: last.length > pageSizes.over,
  };
}

const shown = <T extends { state: TweetState }>({ state, ...tweet }: T) => ({ ...tweet, status: apiStatus(state) });
