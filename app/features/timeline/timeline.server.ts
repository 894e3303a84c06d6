// The timeline: an account's history, placed into the person's week. Reads only.
import type { App } from "~/app.server";
import { listHistory, type Tweet, wireStatus } from "~/features/tweets/tweets.server";
import { buildWeek, weekSpan } from "./week";
import type { Week } from "./week.types";

export { toView } from "./view.server";

/** More than this in one week is cut: the grid would no longer be one. */
const mostInWeek = 1_000;

export interface WeekAsk {
  accountId: number | null;
  /** 0 is the current week. */
  offset: number;
  timeZone: string;
}

/** The week's grid and the tweets in it. With no account the week is empty. */
export async function loadWeek(app: App, ask: WeekAsk): Promise<{ week: Week; tweets: Tweet[] }> {
  const now = app.clock.now();
  const { offset, timeZone } = ask;
  const { fromMs, toMs } = weekSpan({ offset, now, timeZone });
  const tweets =
    ask.accountId === null ? [] : await listHistory(app, ask.accountId, { limit: mostInWeek, from: fromMs, to: toMs });
  const tasks = tweets.map((tweet) => ({
    id: tweet.id,
    status: wireStatus(tweet.state),
    content: tweet.content,
    at: placeOf(tweet),
  }));
  return { week: buildWeek({ tasks, offset, now, timeZone }), tweets };
}

/** What places a tweet in the grid: when it was published, else when it is due (spec section 4). */
export const placeOf = (tweet: Tweet): number => tweet.publishedAt ?? tweet.dueAt ?? tweet.createdAt;
