// What is fetched for the week, which stands on /timeline and beside the tweets of /generate: its tweets, and the opened one.
import type { App } from "~/app.server";
import { chooseAccount } from "~/features/accounts/account";
import { readDayOf, readJournal } from "~/features/publishing/publishing.server";
import { listWeek } from "~/features/timeline/timeline.server";
import { clampOffset } from "~/features/timeline/week";
import { getTweet, postUrlOf } from "~/features/tweets/tweets.server";
import type { Viewer } from "~/screens/frame/viewer.server";
import type { FetchedOpened } from "./opened.server";
import type { FetchedWeek } from "./week.server";

/** Of the account that serves, in the week that the URL names. */
export async function fetchWeek(app: App, viewer: Viewer): Promise<FetchedWeek> {
  const { accounts, now, timeZone, query } = viewer;
  const account = chooseAccount(accounts);
  const offset = clampOffset(Number(query.get("week") ?? 0));
  const [tasks, spent, opened] = await Promise.all([
    listWeek(app, account?.id ?? null, { offset, now, timeZone }),
    account && readDayOf(app, account, timeZone),
    fetchOpened(app, viewer),
  ]);
  const { dailyPostLimit: postLimit, dailySpendLimit: spendLimit } = app.config;
  const day = spent && { ...spent, postLimit, spendLimit };
  return { account, offset, tasks, day, opened, sandbox: app.network.kind === "sandbox" };
}

/** A tweet of another, or none: nothing opens. */
async function fetchOpened(app: App, { user, query }: Viewer): Promise<FetchedOpened | null> {
  const raw = query.get("tweet");
  if (!user || raw === null || !/^\d{1,15}$/.test(raw)) return null;
  const tweet = await getTweet(app, user.id, Number(raw)).catch(() => null);
  return tweet && { tweet, postUrl: postUrlOf(app, tweet), events: await readJournal(app, tweet.id) };
}
