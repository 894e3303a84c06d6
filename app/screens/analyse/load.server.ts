// What /product-analyse loads: the question, or an analysis with its bot and the lists of bots.
import { type App, getApp } from "~/app.server";
import { botMessages } from "~/ground/messages";
import { AppError, isAppError } from "~/ground/errors";
import { chooseAccount } from "~/features/accounts/account";
import { listAccounts } from "~/features/accounts/accounts.server";
import { type Analysis, getAnalysis, listAnalyses } from "~/features/analysis/analysis.server";
import { examples, sample } from "~/features/analysis/examples";
import type { ResultView } from "~/features/analysis/result";
import { verdict } from "~/features/analysis/score";
import type { BotCardView, ControlView } from "~/features/bots/bot-view";
import { type BotView, listActiveBots, readBots } from "~/features/bots/bots.server";
import type { ChecklistView } from "~/features/bots/checklist-modal";
import type { User } from "~/features/users/user";
import { findSignedIn } from "~/http/session/session.server";
import { iso } from "~/ground/time/iso";
import { clockTime, dayLabel, shortDate, wallClock } from "~/ground/time/zone";
import { botCard, botFacts, didOf, type Viewer, scoreText, shortSummary, toProposal } from "./bot-facts.server";
import { loadChecklist } from "./checklist.server";
import { type EditedProposal, editedProposal } from "./proposal.server";

export interface AnalyseInput {
  view: "input";
  /** What the main field begins with. */
  content: string;
  /** Another's analysis, or none. */
  error: string | null;
  recent: { href: string; summary: string; score: string | null; when: string; whenIso: string }[];
}

export interface BotLists {
  active: BotCardView[] | null;
  history: { items: BotCardView[]; offset: number; more: boolean } | null;
  /** Where one could not be read. */
  error: string | null;
}

export interface AnalyseResults {
  view: "results";
  test: boolean;
  isDemo: boolean;
  result: ResultView;
  /** Why it failed. */
  error: string | null;
  control: ControlView;
  lists: BotLists;
  checklist: ChecklistView | null;
  /** The proposal whose words are being changed. */
  editing: EditedProposal | null;
  /** What was just done, for a page without a script. */
  did: string | null;
}

const recentAnalyses = 5;
/** As the API's list (spec section 9). */
const pageOf = 50;

export async function loadAnalyse(request: Request): Promise<AnalyseInput | AnalyseResults> {
  const app = getApp();
  const user = (await findSignedIn(app, request))?.user ?? null;
  const query = new URL(request.url).searchParams;
  if (query.get("test") === "1") return loadSample(app, user, query);
  const id = query.get("analysis");
  if (id === null) return loadInput(app, user, query, null);
  try {
    if (!user) throw new AppError("not_found", "Please sign in to see this analysis");
    return await loadResults(app, user, query, await getAnalysis(app, user.id, /^\d{1,15}$/.test(id) ? Number(id) : 0));
  } catch (error) {
    if (!isAppError(error)) throw error;
    return loadInput(app, user, query, error.message);
  }
}

async function loadInput(
  app: App,
  user: User | null,
  query: URLSearchParams,
  error: string | null,
): Promise<AnalyseInput> {
  const viewer = { now: app.clock.now(), timeZone: user?.timezone ?? "UTC" };
  const recent = user ? await listAnalyses(app, user.id, { limit: recentAnalyses, offset: 0 }) : [];
  return {
    view: "input",
    content: examples.find(({ name }) => name === query.get("example"))?.text ?? "",
    error,
    recent: recent.map((analysis) => ({
      href: `/product-analyse?analysis=${analysis.id}`,
      summary: shortSummary(analysis),
      score: scoreText(analysis.qualityScore),
      when: dayLabel(analysis.createdAt, viewer.timeZone, viewer.now),
      whenIso: iso(analysis.createdAt),
    })),
  };
}

async function loadResults(app: App, user: User, query: URLSearchParams, analysis: Analysis): Promise<AnalyseResults> {
  const viewer = { now: app.clock.now(), timeZone: user.timezone };
  const bot = (await readBots(app, user.id, [analysis.id])).get(analysis.id);
  const control = await loadControl(app, user, viewer, analysis, bot);
  return {
    view: "results",
    test: false,
    isDemo: analysis.metadata?.writer === "demo",
    result: toResult(analysis, viewer),
    error: analysis.error,
    control,
    lists: await loadLists(app, user, query, viewer),
    checklist: await loadChecklist(app, user, query.get("checklist")),
    editing: editedProposal(query.get("edit"), control.proposal ? [control.proposal] : []),
    did: didOf(query),
  };
}

function toResult(analysis: Analysis, { timeZone }: Viewer): ResultView {
  const { createdAt, metadata, qualityScore } = analysis;
  const criteria = metadata?.criteria ?? [];
  return {
    own: analysis.content,
    summary: analysis.summary,
    tags: analysis.tags,
    score: qualityScore,
    word: qualityScore === null ? "" : verdict({ criteria }, Math.round(qualityScore * 10)),
    criteria,
    improvements: metadata?.improvements ?? [],
    ...shown(createdAt, timeZone),
    status: analysis.status,
  };
}

const shown = (at: number, timeZone: string) => ({
  contentType: "Product description",
  when: `${shortDate(at, timeZone)} ${wallClock(at, timeZone).year}, ${clockTime(at, timeZone)}`,
  whenIso: iso(at),
});

async function loadControl(
  app: App,
  user: User,
  viewer: Viewer,
  analysis: Analysis,
  bot: BotView | undefined,
): Promise<ControlView> {
  const accounts = await listAccounts(app, user.id);
  const facts = botFacts(bot, viewer);
  return {
    ...facts,
    analysisId: String(analysis.id),
    username: facts.username ?? chooseAccount(accounts)?.username ?? null,
    perDay: app.config.botDailyPosts,
    review: bot?.review ?? false,
    proposal: bot?.proposal ? toProposal(bot.proposal) : null,
    usernames: accounts.map(({ username }) => `@${username}`),
  };
}

async function loadLists(app: App, user: User, query: URLSearchParams, viewer: Viewer): Promise<BotLists> {
  const lists: BotLists = { active: null, history: null, error: null };
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
      const found = await listActiveBots(app, user.id);
      lists.active = found.map(({ analysis, bot }) => botCard(analysis, bot, viewer));
    });
  if (query.get("history") === "1")
    await read(botMessages.all, async () => {
      const from = query.get("from") ?? "";
      const offset = /^\d{1,9}$/.test(from) ? Number(from) : 0;
      const analyses = await listAnalyses(app, user.id, { limit: pageOf + 1, offset });
      const items = analyses.slice(0, pageOf);
      const ids = items.map(({ id }) => id);
      const bots = await readBots(app, user.id, ids);
      const cards = items.map((analysis) => botCard(analysis, bots.get(analysis.id), viewer));
      lists.history = { items: cards, offset, more: analyses.length > pageOf };
    });
  return lists;
}

/** Test mode: the results view with sample data, for guests too. */
async function loadSample(app: App, user: User | null, query: URLSearchParams): Promise<AnalyseResults> {
  const viewer = { now: app.clock.now(), timeZone: user?.timezone ?? "UTC" };
  const { content, summary, tags, score, criteria, improvements } = sample;
  const accounts = user ? await listAccounts(app, user.id) : [];
  const none = { active: null, history: null, error: null };
  return {
    view: "results",
    test: true,
    isDemo: false,
    result: {
      own: content,
      isSample: true,
      summary,
      tags,
      score,
      word: verdict({ criteria }, Math.round(score * 10)),
      criteria,
      improvements,
      ...shown(viewer.now, viewer.timeZone),
      status: "completed",
    },
    error: null,
    control: {
      ...botFacts(undefined, viewer),
      analysisId: "",
      username: chooseAccount(accounts)?.username ?? null,
      perDay: app.config.botDailyPosts,
      review: false,
      proposal: null,
      usernames: [],
    },
    lists: user ? await loadLists(app, user, query, viewer) : none,
    checklist: null,
    editing: null,
    did: didOf(query),
  };
}
