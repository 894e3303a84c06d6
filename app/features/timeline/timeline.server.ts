// The timeline: what accounts have out and on their way, by the week or as a list. Reads only.
import type { App } from "~/app.server";
import { listProgress, listRest } from "~/features/threads/threads.server";
import { apiStatus } from "~/features/tweets/tweet";
import { listComing, listOver, listPlaced, type OverBefore } from "~/features/tweets/tweets.server";
import type { TweetState } from "~db/schema";
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

/** So much that is over stands on a page of the list. */
const pageSize = 30;

export interface Listed extends Placed {
  accountId: number;
  reason: string | null;
  /** Of a thread: what its other parts say that are not out. */
  rest?: string[];
}

export interface TimelineList {
  /** The soonest first. */
  coming: Listed[];
  /** A page of it, the latest first. */
  over: Listed[];
  /** There is more behind that page. */
  hasOlder: boolean;
}

/** What is coming of the accounts', and a page of what is over. */
export async function listTimeline(
  app: App,
  accountIds: readonly number[],
  before: OverBefore | null,
): Promise<TimelineList> {
  const [coming, over] = await Promise.all([
    Promise.all(accountIds.map((id) => listComing(app, id, maxInWeek))),
    Promise.all(accountIds.map((id) => listOver(app, id, { before, limit: pageSize + 1 }))),
  ]);
  const all = over.flat().sort((a, b) => b.at - a.at || b.id - a.id);
  const byMoment = coming.flat().sort((a, b) => a.at - b.at || a.id - b.id);
  const ids = byMoment.map(({ id }) => id);
  const rest = new Map<number, string[]>();
  for (const { id, content } of await listRest(app.db, ids)) rest.set(id, [...(rest.get(id) ?? []), content]);
  return {
    coming: byMoment.map((one) => ({ ...shown(one), rest: rest.get(one.id) })),
    over: all.slice(0, pageSize).map(shown),
    hasOlder: all.length > pageSize,
  };
}

const shown = <T extends { state: TweetState }>({ state, ...tweet }: T) => ({ ...tweet, status: apiStatus(state) });
