// What /timeline loads: the week, and every text that is not sent.
import type { App } from "~/app.server";
import { listProposals } from "~/features/bots/bots.server";
import { topicsOf } from "~/features/generation/generation.server";
import { listUnsent } from "~/features/tweets/tweets.server";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { fetchWeek } from "./fetch-week.server";
import type { FetchedDrafts } from "./drafts.server";
import { type TimelineData, toView } from "./to-view.server";

/** So many drafts stand on a page. */
const pageSize = 20;

export async function loadTimeline(args: LoaderArgs): Promise<TimelineData> {
  const { app, viewer } = await readViewer(args);
  const [week, drafts] = await Promise.all([fetchWeek(app, viewer), fetchDrafts(app, viewer)]);
  return toView({ ...viewer, week, drafts });
}

/** What the URL's `drafts` says is the page; what is none is the first. */
async function fetchDrafts(app: App, { user, query }: Viewer): Promise<FetchedDrafts | null> {
  if (!user) return null;
  const raw = query.get("drafts");
  const from = raw !== null && /^\d{1,15}$/.test(raw) ? Number(raw) : null;
  const page = await listUnsent(app, user.id, { from, size: pageSize });
  const batches = page.tweets.flatMap(({ batchId }) => batchId ?? []);
  const byBots = page.tweets.some(({ origin }) => origin === "bot");
  const [topics, proposals] = await Promise.all([
    topicsOf(app, user.id, [...new Set(batches)]),
    byBots ? listProposals(app, user.id) : new Map<number, number>(),
  ]);
  return { ...page, topics, proposals };
}
