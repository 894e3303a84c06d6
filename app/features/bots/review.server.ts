// Approves or rejects the tweet that a bot has proposed.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { addToTimeline, type Moment } from "~/features/scheduling/scheduling.server";
import { type Sendable } from "~/features/publishing/publishing.server";
import { asTyped } from "~/features/tweets/tweet";
import * as queries from "~/features/bots/store/bots.server";
import type { Bot } from "~/features/bots/store/bots.server";
import { afterTweet } from "./bot";

const gone = "This suggestion is no longer waiting for approval.";
const edited = "This suggestion changed. Read it again before you approve it.";

async function requireProposal(app: App, userId: string, tweetId: number): Promise<Bot> {
  const bot = await queries.findAuthor(app.db, userId, tweetId);
  if (!bot) throw new AppError("not_found", "Suggestion not found.");
  if (bot.row.state !== "proposing" || bot.row.proposal_id !== tweetId) throw new AppError("proposal_gone", gone);
  return bot;
}

/** Throws not_found, proposal_gone, changed if its text isn't `seen`, and what `addToTimeline` does. */
export async function approve(app: App, userId: string, tweetId: number, seen?: string): Promise<Moment> {
  const bot = await requireProposal(app, userId, tweetId);
  if (!bot.account) throw new AppError("no_account", "This bot’s account is no longer connected.");
  const requireAsNamed = async (_: unknown, { tweet }: Sendable): Promise<void> => {
    if (seen !== undefined && asTyped(tweet.content) !== asTyped(seen)) throw new AppError("changed", edited);
  };
  const ask = { userId, tweetId, account: bot.account.networkUserId, timeZone: null, requireAsNamed };
  return addToTimeline(app, ask, async (trx, at) => {
    const next = { state: "waiting" as const, due_at: at + afterTweet };
    if (!(await queries.endProposal(trx, tweetId, app.clock.now(), next))) throw new AppError("proposal_gone", gone);
  });
}

/** Has the bot write another. Throws not_found, proposal_gone. */
export async function reject(app: App, userId: string, tweetId: number): Promise<void> {
  await requireProposal(app, userId, tweetId);
  const now = app.clock.now();
  const next = { state: "waiting" as const, due_at: now };
  if (!(await queries.endProposal(app.db, tweetId, now, next))) throw new AppError("proposal_gone", gone);
  app.wake();
}

/** Continues bots whose proposal the user posted or scheduled as a draft; they would wait forever. */
export async function settleOvertaken(app: App): Promise<void> {
  for (const { tweetId, dueAt } of await queries.listOvertaken(app.db)) {
    const now = app.clock.now();
    const next = { state: "waiting" as const, due_at: Math.max(now, dueAt ?? 0) + afterTweet };
    if (await queries.endProposal(app.db, tweetId, now, next))
      app.log.info({ tweet: tweetId }, "a proposal went its way without being approved");
  }
}
