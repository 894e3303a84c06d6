// Reads bots with status, post counts, next and last post, and proposal.
import type { App } from "~/app.server";
import { type Analysis, getAnalysis } from "~/features/analysis/analysis.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { type BotStatusView, botStatusOf } from "./bot";
import * as queries from "~/features/bots/store/bots.server";
import type { Bot } from "~/features/bots/store/bots.server";
import { type Tally, tallyOf } from "~/features/bots/store/written.server";

export interface BotView extends BotStatusView, Tally {
  analysisId: number;
  username: string | null;
  startedAt: number;
  review: boolean;
  learn: boolean;
  /** The bot paused after failures. Only the user can restart it. */
  gaveUp: boolean;
  proposal: Tweet | null;
}

const untold: Tally = { posts: 0, lastPostAt: null, nextPostAt: null };

async function readViews(app: App, bots: Bot[]): Promise<BotView[]> {
  const tallies = await tallyOf(
    app.db,
    bots.map(({ row }) => row.id),
  );
  return Promise.all(
    bots.map(async ({ row, account }) => {
      const waits = row.state === "proposing" && row.proposal_id !== null ? row.proposal_id : null;
      return {
        ...botStatusOf({ ...row, account }),
        ...(tallies.get(row.id) ?? untold),
        analysisId: row.analysis_id,
        username: account?.username ?? null,
        startedAt: row.started_at,
        review: row.review === 1,
        learn: row.learn === 1,
        gaveUp: row.state === "paused",
        proposal: waits === null ? null : await getTweet(app, row.user_id, waits),
      };
    }),
  );
}

export async function readBots(
  app: App,
  userId: string,
  analysisIds: readonly number[],
): Promise<Map<number, BotView>> {
  const bots = await readViews(app, await queries.listByAnalyses(app.db, userId, analysisIds));
  return new Map(bots.map((bot) => [bot.analysisId, bot]));
}

export async function findBot(
  app: App,
  userId: string,
  botId: number,
): Promise<{ bot: BotView; analysis: Analysis } | null> {
  const analysisId = await queries.findAnalysisId(app.db, userId, botId);
  const bot = analysisId === null ? undefined : (await readBots(app, userId, [analysisId])).get(analysisId);
  return bot ? { bot, analysis: await getAnalysis(app, userId, bot.analysisId) } : null;
}

/** Maps each proposed tweet to its bot's analysis. */
export async function listProposals(app: App, userId: string): Promise<Map<number, number>> {
  const bots = await queries.listEnabled(app.db, userId);
  return new Map(
    bots.flatMap(({ row }) =>
      row.state === "proposing" && row.proposal_id !== null ? [[row.proposal_id, row.analysis_id]] : [],
    ),
  );
}

export async function listBots(
  app: App,
  userId: string,
  limit: number,
): Promise<{ bot: BotView; analysis: Analysis }[]> {
  const bots = await readViews(app, await queries.listByUser(app.db, userId, limit));
  return Promise.all(bots.map(async (bot) => ({ bot, analysis: await getAnalysis(app, userId, bot.analysisId) })));
}

export async function listActiveBots(app: App, userId: string): Promise<{ bot: BotView; analysis: Analysis }[]> {
  const bots = (await readViews(app, await queries.listEnabled(app.db, userId))).filter((bot) => bot.enabled);
  return Promise.all(bots.map(async (bot) => ({ bot, analysis: await getAnalysis(app, userId, bot.analysisId) })));
}

/** Ordered by newest analysis, which no start changes. `next` is the last analysis of the page, or null. */
export async function pageBots(
  app: App,
  userId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<{ bots: { bot: BotView; analysis: Analysis }[]; next: number | null }> {
  const found = await queries.pageEnabled(app.db, userId, { before, limit: limit + 1 });
  const page = found.slice(0, limit);
  const views = (await readViews(app, page)).filter((bot) => bot.enabled);
  return {
    bots: await Promise.all(
      views.map(async (bot) => ({ bot, analysis: await getAnalysis(app, userId, bot.analysisId) })),
    ),
    next: found.length > limit ? (page.at(-1)?.row.analysis_id ?? null) : null,
  };
}
