// Starts, stops and deletes bots. Each analysis has at most one, bound to an account.
import type { App } from "~/app.server";
import { type Db, inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import { getAnalysis, removeAnalysis } from "~/features/analysis/analysis.server";
import { type Account, inactiveCode, isInactive } from "~/features/accounts/account";
import { findServingAccount } from "~/features/accounts/accounts.server";
import { neverStarted, botReasons, type BotStatusView, botStatusOf } from "./bot";
import * as queries from "~/features/bots/store/bots.server";
import type { Bot } from "~/features/bots/store/bots.server";
import { refreshMarksOf } from "~/features/results/results.server";
import { requireEnabled } from "~/features/users/users.server";
import { halt, unscheduleInFlight } from "./run-due.server";

export { type BotView, findBot, listActiveBots, listBots, listProposals, pageBots, readBots } from "./views.server";
export { listConsents, giveConsent } from "./consent.server";
export { approve, reject } from "./review.server";
export { takeOverBots, runBots } from "./run-due.server";

/** Call it in the transaction that depends on the result. */
export const isProposal = (db: Db, tweetId: number): Promise<boolean> => queries.isProposal(db, tweetId);

export const nextBotAt = (app: App, after: number): Promise<number | null> => queries.nextDueAt(app.db, after);

export interface Start {
  userId: string;
  analysisId: number;
  /** Network id or internal id; null: the bot's own account, else the default, else the first. */
  account: string | null;
  /** Only propose tweets. Undefined keeps the setting; a new bot posts without approval. */
  review?: boolean;
  /** Show the writer which posts did well or badly. Undefined keeps the setting; off for a new bot. */
  learn?: boolean;
}

const statusOf = ({ row, account }: Bot): BotStatusView => botStatusOf({ ...row, account });

/** Throws not_found, analysis_unfinished, account_paused, account_reconnect, no_account. */
export async function requireStart(
  app: Pick<App, "db" | "network">,
  { userId, analysisId, account: ref }: Start,
): Promise<Account> {
  const analysis = await getAnalysis(app, userId, analysisId);
  if (analysis.status !== "completed")
    throw new AppError("analysis_unfinished", "This analysis isn’t complete. Run it again first.");
  const bot = await queries.findByAnalysis(app.db, userId, analysisId);
  const account = await findServingAccount(app, userId, { named: ref, own: bot?.account?.id });
  if (!account) throw new AppError("no_account", "Connect an account first, so the bot has one to post as.");
  const goesOn = bot !== null && bot.row.account_id === account.id && statusOf(bot).enabled;
  if (isInactive(account) && !goesOn) throw new AppError(inactiveCode(account), cannotPost(account));
  return account;
}

/** Starts the bot, moves it to another account, or restarts one that paused itself. Throws what `requireStart` does. */
export async function startBot(app: App, request: Start): Promise<BotStatusView> {
  const { userId, analysisId } = request;
  const accountId = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    await requireEnabled(trx, userId);
    const account = await requireStart({ ...app, db: trx }, request);
    // Another tab may have started it, so read it under the lock.
    const bot = await queries.findByAnalysis(trx, userId, analysisId);
    const now = app.clock.now();
    if (!bot) {
      await queries.insert(trx, {
        analysisId,
        userId,
        accountId: account.id,
        review: request.review ?? false,
        learn: request.learn ?? false,
        now,
      });
      await refreshMarksOf(trx, app, account.id);
      return account.id;
    }
    const ticks = {
      ...(request.review === undefined ? {} : { review: flagOf(request.review) }),
      ...(request.learn === undefined ? {} : { learn: flagOf(request.learn) }),
    };
    const moved = bot.row.account_id !== account.id;
    if (!moved && statusOf(bot).enabled && bot.row.state !== "paused") {
      await queries.update(trx, bot.row.id, { ...ticks, updated_at: now });
      await refreshMarksOf(trx, app, account.id);
      return account.id;
    }
    if (moved) await unscheduleInFlight(trx, bot.row.id, now, botReasons.moved);
    // A new start ignores earlier refusals by the network.
    const restarted = statusOf(bot).enabled && bot.row.state !== "paused" ? {} : { started_at: now };
    const idle = {
      lease_token: null,
      lease_until: null,
      lease_node: null,
      failures: 0,
      attempts: 0,
      reason: null,
      proposal_id: null,
    };
    const change = { ...ticks, ...idle, ...restarted, account_id: account.id, state: "waiting" as const, due_at: now };
    await queries.update(trx, bot.row.id, { ...change, updated_at: now });
    await refreshMarksOf(trx, app, account.id);
    return account.id;
  });
  app.log.info({ analysis: analysisId, account: accountId }, "bot started");
  app.wake();
  return botStatusOfAnalysis(app, userId, analysisId);
}

const flagOf = (flag: boolean): 0 | 1 => (flag ? 1 : 0);

const cannotPost = ({ username, status, statusReason }: Account): string =>
  status === "reconnect"
    ? `@${username} must be reconnected before a bot can use it.`
    : `@${username} is paused. ${statusReason ?? "Resume it first."}`;

/** Sets `learn`, from the bot's next tweet on. Throws not_found, also if no bot exists. */
export async function teachBot(
  app: App,
  { userId, analysisId, learn }: { userId: string; analysisId: number; learn: boolean },
): Promise<void> {
  await getAnalysis(app, userId, analysisId);
  await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const bot = await queries.findByAnalysis(trx, userId, analysisId);
    if (!bot) throw new AppError("not_found", "This bot doesn’t exist yet. Start it first.");
    await queries.update(trx, bot.row.id, { learn: flagOf(learn), updated_at: app.clock.now() });
    await refreshMarksOf(trx, app, bot.row.account_id);
  });
}

/** Withdraws scheduled tweets; one being sent may still be posted. Idempotent. Throws not_found. */
export async function stopBot(app: App, userId: string, analysisId: number): Promise<BotStatusView> {
  await getAnalysis(app, userId, analysisId);
  const now = app.clock.now();
  const stopped = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const bot = await queries.findByAnalysis(trx, userId, analysisId);
    if (!bot || bot.row.state === "stopped") return false;
    await halt(trx, { id: bot.row.id, now, reason: null });
    return true;
  });
  if (stopped) app.log.info({ analysis: analysisId }, "bot stopped");
  return botStatusOfAnalysis(app, userId, analysisId);
}

/** Deletes the analysis and its bot; the bot's tweets stay. Throws not_found, analysis_running. */
export async function deleteAnalysis(app: App, userId: string, analysisId: number): Promise<void> {
  const now = app.clock.now();
  await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const bot = await queries.findByAnalysis(trx, userId, analysisId);
    if (bot && bot.row.state !== "stopped") await halt(trx, { id: bot.row.id, now, reason: null });
    await removeAnalysis(trx, userId, analysisId);
    // This may have been the account's last bot that learns; then its posts need no marks.
    if (bot) await refreshMarksOf(trx, app, bot.row.account_id);
  });
  app.log.info({ analysis: analysisId }, "analysis deleted");
}

export async function stopBotsOf(trx: Transaction, userId: string, now: number): Promise<number> {
  await lockPersonWithAccounts(trx, userId);
  const bots = await queries.listEnabled(trx, userId);
  for (const { row } of bots) await halt(trx, { id: row.id, now, reason: botReasons.disabled });
  return bots.length;
}

export async function botStatusOfAnalysis(app: App, userId: string, analysisId: number): Promise<BotStatusView> {
  const bot = await queries.findByAnalysis(app.db, userId, analysisId);
  return bot ? statusOf(bot) : neverStarted;
}
