// Looking at bots: where each stands, its posts so far, the next and the last one, and what it proposes.
import type { App } from "~/app.server";
import { type Analysis, getAnalysis } from "~/features/analysis/analysis.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { type BotStatusView, botStatusOf } from "./bot";
import * as queries from "~/features/bots/store/bots.server";
import type { Bot } from "~/features/bots/store/bots.server";
import { type Tally, tallyOf } from "~/features/bots/store/written.server";

export interface BotView extends BotStatusView, Tally {
  analysisId: number;
  /** Who it posts as; null once that is no longer linked. */
  username: string | null;
  startedAt: number;
  review: boolean;
  /** Its writer is shown what was received well, and what less. */
  learn: boolean;
  /** It paused by itself, and only a start lets it try again. */
  gaveUp: boolean;
  /** What waits for the person's approval. */
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

/** The bots of these analyses of the person's, by analysis; those never started are missing. */
export async function readBots(
  app: App,
  userId: string,
  analysisIds: readonly number[],
): Promise<Map<number, BotView>> {
  const bots = await readViews(app, await queries.listByAnalyses(app.db, userId, analysisIds));
  return new Map(bots.map((bot) => [bot.analysisId, bot]));
}

/** One of the person's bots with its analysis, by its own id; null where it is gone. */
export async function findBot(
  app: App,
  userId: string,
  botId: number,
): Promise<{ bot: BotView; analysis: Analysis } | null> {
  const analysisId = await queries.findAnalysisId(app.db, userId, botId);
  const bot = analysisId === null ? undefined : (await readBots(app, userId, [analysisId])).get(analysisId);
  return bot ? { bot, analysis: await getAnalysis(app, userId, bot.analysisId) } : null;
}

/** What waits for the person's approval, by tweet: whose bot has proposed it, by the bot's analysis. */
export async function listProposals(app: App, userId: string): Promise<Map<number, number>> {
  const bots = await queries.listEnabled(app.db, userId);
  return new Map(
    bots.flatMap(({ row }) =>
      row.state === "proposing" && row.proposal_id !== null ? [[row.proposal_id, row.analysis_id]] : [],
    ),
  );
}

/** The person's bots with their analyses: what waits for approval first, then what runs, then what is stopped. */
export async function listBots(
  app: App,
  userId: string,
  limit: number,
): Promise<{ bot: BotView; analysis: Analysis }[]> {
  const bots = await readViews(app, await queries.listByUser(app.db, userId, limit));
  return Promise.all(bots.map(async (bot) => ({ bot, analysis: await getAnalysis(app, userId, bot.analysisId) })));
}

/** The person's running and paused bots with their analyses, the latest started first. */
export async function listActiveBots(app: App, userId: string): Promise<{ bot: BotView; analysis: Analysis }[]> {
  const bots = (await readViews(app, await queries.listEnabled(app.db, userId))).filter((bot) => bot.enabled);
  return Promise.all(bots.map(async (bot) => ({ bot, analysis: await getAnalysis(app, userId, bot.analysisId) })));
}

/**
 * One page of the running and paused bots, those of the newest analyses first: an order that no start changes. `next` is
 * the last analysis of the page where more follow, else null.
 */
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
