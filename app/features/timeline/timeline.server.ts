// The timeline: an account's history, as the person's week asks for it. Reads only.
import type { App } from "~/app.server";
import { apiStatus } from "~/features/tweets/tweet";
import { listPlaced } from "~/features/tweets/tweets.server";
import { type Placed, weekSpan, type WhichWeek } from "./week";

/** More than this in one week is cut: the grid would no longer be one. */
const maxInWeek = 1_000;

/** What stands in that week of the account's, newest id first; nothing where there is no account. */
export async function listWeek(app: App, accountId: number | null, which: WhichWeek): Promise<Placed[]> {
  if (accountId === null) return [];
  const { fromMs, toMs } = weekSpan(which);
  const tweets = await listPlaced(app, accountId, { limit: maxInWeek, from: fromMs, to: toMs });
  return tweets.map(({ state, ...tweet }) => ({ ...tweet, status: apiStatus(state) }));
}
