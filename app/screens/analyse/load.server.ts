// Loads /product-analyse: recent analyses, or one analysis with its bot and the lists of bots.
import type { App } from "~/app.server";
import { getAnalysis, listAnalyses } from "~/features/analysis/analysis.server";
import { listActiveBots, readBots } from "~/features/bots/bots.server";
import { listPicturesOf } from "~/features/media/media.server";
import { AppError, isAppError } from "~/ground/errors";
import { botMessages, callMessages } from "~/ground/messages";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { fetchChecklist } from "./fetch-checklist.server";
import {
  type AnalyseData,
  type FetchedInput,
  type FetchedLists,
  type FetchedResults,
  type FetchedSample,
  toView,
} from "./to-view.server";

const recentAnalyses = 5;
/** As in the API (spec section 9). */
const pageOf = 50;

export async function loadAnalyse(args: LoaderArgs): Promise<AnalyseData> {
  const { app, viewer } = await readViewer(args);
  return toView({ ...viewer, perDay: app.config.botDailyPosts, of: await fetchOne(app, viewer) });
}

async function fetchOne(app: App, viewer: Viewer): Promise<FetchedInput | FetchedSample | FetchedResults> {
  const { query } = viewer;
  if (query.get("test") === "1") return { kind: "sample", lists: await fetchLists(app, viewer) };
  const id = query.get("analysis");
  if (id === null) return fetchInput(app, viewer, null);
  try {
    return await fetchResults(app, viewer, /^\d{1,15}$/.test(id) ? Number(id) : 0);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return fetchInput(app, viewer, error.message);
  }
}

async function fetchInput(app: App, { user }: Viewer, error: string | null): Promise<FetchedInput> {
  const recent = user ? await listAnalyses(app, user.id, { limit: recentAnalyses, offset: 0 }) : [];
  return { kind: "input", error, recent };
}

async function fetchResults(app: App, viewer: Viewer, id: number): Promise<FetchedResults> {
  const { user } = viewer;
  if (!user) throw new AppError("not_found", "Sign in to see this analysis.");
  const analysis = await getAnalysis(app, user.id, id);
  const [bots, lists, checklist] = await Promise.all([
    readBots(app, user.id, [id]),
    fetchLists(app, viewer),
    fetchChecklist(app, viewer),
  ]);
  const bot = bots.get(id);
  const pictured = await listPicturesOf(app.db, bot?.proposal ? [bot.proposal.id] : []);
  return { kind: "results", analysis, bot, lists, checklist, pictured };
}

async function fetchLists(app: App, { user, query }: Viewer): Promise<FetchedLists> {
  const lists: FetchedLists = { active: null, history: null, error: null };
  if (!user) return fetchNone(query);
  const read = async (sentence: string, load: () => Promise<void>): Promise<void> => {
    try {
      await load();
    } catch (error) {
      app.log.error({ err: error }, "a list of bots could not be read");
      lists.error = sentence;
    }
  };
  if (query.get("active") === "1")
    await read(botMessages.active, async () => {
      lists.active = await listActiveBots(app, user.id);
    });
  if (query.get("history") === "1")
    await read(botMessages.all, async () => {
      lists.history = await fetchHistory(app, user.id, query.get("from") ?? "");
    });
  return lists;
}

function fetchNone(query: URLSearchParams): FetchedLists {
  const active = query.get("active") === "1" ? [] : null;
  const history = query.get("history") === "1" ? { items: [], offset: 0, more: false } : null;
  return { active, history, error: (active ?? history) ? callMessages.notSignedIn : null };
}

async function fetchHistory(app: App, userId: string, raw: string): Promise<FetchedLists["history"]> {
  const offset = /^\d{1,9}$/.test(raw) ? Number(raw) : 0;
  const analyses = await listAnalyses(app, userId, { limit: pageOf + 1, offset });
  const page = analyses.slice(0, pageOf);
  const ids = page.map(({ id }) => id);
  const bots = await readBots(app, userId, ids);
  const items = page.map((analysis) => ({ analysis, bot: bots.get(analysis.id) }));
  return { items, offset, more: analyses.length > pageOf };
}
