// The timeline: an account's history, placed into the person's week. Reads only.
import type { App } from "~/app.server";
import { listPlaced, apiStatus } from "~/features/tweets/tweets.server";
import { buildWeek, type Placed, weekSpan } from "./week";
import type { Week } from "./week.types";

export { toView } from "./view.server";

/** More than this in one week is cut: the grid would no longer be one. */
const maxInWeek = 1_000;

export interface WeekQuery {
  accountId: number | null;
  /** 0 is the current week. */
  offset: number;
  timeZone: string;
}

/** The week's grid and the tweets in it, newest id first. With no account the week is empty. */
export async function loadWeek(app: App, ask: WeekQuery): Promise<{ week: Week; tasks: Placed[] }> {
  const now = app.clock.now();
  const { accountId, offset, timeZone } = ask;
  const { fromMs, toMs } = weekSpan({ offset, now, timeZone });
  const stretch = { limit: maxInWeek, from: fromMs, to: toMs };
  const tweets = accountId === null ? [] : await listPlaced(app, accountId, stretch);
  const tasks = tweets.map(({ state, ...tweet }) => ({ ...tweet, status: apiStatus(state) }));
  return { week: buildWeek({ tasks, offset, now, timeZone }), tasks };
}
