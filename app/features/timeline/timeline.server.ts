// Reads the timeline of accounts, by week or as a list.
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

const maxInWeek = 1_000;

export async function listWeek(app: App, accountIds: readonly number[], week: WhichWeek): Promise<Placed[]> {
  const { fromMs, toMs } = weekSpan(week);
  const of = (id: number) => listPlaced(app, id, { limit: maxInWeek, from: fromMs, to: toMs });
  const tweets = (await Promise.all(accountIds.map(of))).flat().sort((a, b) => b.id - a.id);
  return withProgress(app, tweets.slice(0, maxInWeek).map(shown));
}

/** Adds the progress of threads being posted. Usually there are none, and no query. */
async function withProgress(app: App, placed: Placed[]): Promise<Placed[]> {
  const going = placed.filter(({ status }) => status === "publishing").map(({ id }) => id);
  const progress = new Map((await listProgress(app.db, going)).map(({ id, ...rest }) => [id, rest]));
  return progress.size === 0 ? placed : placed.map((task) => ({ ...task, progress: progress.get(task.id) }));
}

const pageSizes = { coming: 50, over: 30 };

export interface Listed extends Placed {
  accountId: number;
  reason: string | null;
  going: readonly Outgoing[];
}

export interface TimelineList {
  coming: Listed[];
  hasLater: boolean;
  after: TimelinePlace | null;
  over: Listed[];
  hasOlder: boolean;
}

/** Pages start after `after` and `before`; null means the first page. */
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
  // The page's tweets have been posted or moved, so show the first page.
  if (next.length === 0 && after !== null) return listTimeline(app, accountIds, { before, after: null });
  const last = over.flat().sort((a, b) => b.at - a.at || b.id - a.id);
  const [nextPage, lastPage] = [next.slice(0, pageSizes.coming), last.slice(0, pageSizes.over)];
  const going = await listGoing(app, [...nextPage, ...lastPage.filter(({ state }) => state !== "published")]);
  const listed = (tweet: ListedTweet) => ({ ...shown(tweet), going: going.get(tweet.id) ?? [] });
  return {
    coming: nextPage.map(listed),
    hasLater: next.length > pageSizes.coming,
    after,
    over: lastPage.map(listed),
    hasOlder: last.length > pageSizes.over,
  };
}

const shown = <T extends { state: TweetState }>({ state, ...tweet }: T) => ({ ...tweet, status: apiStatus(state) });
