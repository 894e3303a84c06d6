// Queues tasks that rewrite a tweet, write another like it, or rewrite a batch.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { requireRoom } from "~/features/tweets/store/room.server";
import { getTweet, listBatchTweets, type Tweet } from "~/features/tweets/tweets.server";
import { listUnedited } from "~/features/tweets/versions.server";
import type { Instruction } from "~/ports/ai/refine";
import { type Also, inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import type { NewRow } from "~db/schema";
import { lastsOf } from "~/features/generation/batch";
import * as refining from "~/features/generation/store/refining.server";
import * as queries from "~/features/generation/store/tasks.server";
import { ofThread, refusalFor } from "./words";

export interface RefineRequest {
  userId: string;
  tweetId: number;
  instruction: Instruction;
  /** Only with `own`: trimmed, 1 to 200 code points. */
  words: string | null;
}

const beingWritten = "This tweet is already being rewritten. Wait until the rewrite is done.";

/**
 * Returns the task's id. Throws not_found, `refusalFor`'s codes, being_written, not_configured, limit_reached and
 * rate_limited.
 */
export async function refine(app: App, request: RefineRequest, followUp?: Also<string>): Promise<string> {
  // Checks first, so that a refused request doesn't count, and again under the lock.
  await requireRefinable(app.db, request);
  const { limits } = app.ai;
  if (limits && !limits.refines.includes(request.instruction))
    throw new AppError("not_configured", limits.refusesRefine);
  if (request.instruction === "another") await requireRoom(app.db, request.userId, { texts: 1 });
  await countOne(app, "generation", request.userId);
  const id = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    const tweet = await requireRefinable(trx, request);
    const taskId = await insert(app, trx, {
      user_id: request.userId,
      account_id: tweet.ownAccountId,
      topic: await topicOf(trx, tweet),
      web_search: 0,
      kind: request.instruction === "another" ? "sibling" : "refine",
      tweet_id: tweet.id,
      batch_id: tweet.batchId,
      content: tweet.content,
      instruction: request.instruction,
      words: request.instruction === "own" ? request.words : null,
    });
    await followUp?.(trx, taskId);
    return taskId;
  });
  app.wake();
  return id;
}

async function requireRefinable(db: App["db"], request: RefineRequest): Promise<Tweet> {
  const tweet = await getTweet({ db }, request.userId, request.tweetId);
  const refusal = refusalFor(tweet);
  if (refusal !== null) throw new AppError(refusal.code, refusal.sentence);
  if (await refining.isBeingWritten(db, tweet.id, tweet.batchId)) throw new AppError("being_written", beingWritten);
  return tweet;
}

/** Returns the task's id. Throws not_found, not_draft, not_for_threads, being_written and rate_limited. */
export async function writeAgain(
  app: App,
  request: { userId: string; batchId: string },
  followUp?: Also<string>,
): Promise<string> {
  await requireUnedited(app.db, request);
  await countOne(app, "generation", request.userId);
  const id = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    const batch = await requireUnedited(trx, request);
    const taskId = await insert(app, trx, {
      user_id: request.userId,
      account_id: batch.named_account_id,
      topic: batch.topic,
      web_search: batch.web_search,
      kind: "again",
      batch_id: batch.id,
    });
    await followUp?.(trx, taskId);
    return taskId;
  });
  app.wake();
  return id;
}

async function requireUnedited(db: App["db"], request: { userId: string; batchId: string }): Promise<queries.Batch> {
  const batch = await queries.findBatch(db, request.batchId);
  if (batch?.user_id !== request.userId) throw new AppError("not_found", "These tweets don’t exist.");
  if ((await listBatchTweets({ db }, batch.id)).some(({ part }) => part !== null))
    throw new AppError("not_for_threads", ofThread);
  if (await refining.isBeingWritten(db, null, batch.id)) throw new AppError("being_written", beingWritten);
  if ((await listUnedited({ db }, batch.id)).length === 0) throw new AppError("not_draft", nothingLeft);
  return batch;
}

export const nothingLeft = "All of these tweets were edited, scheduled or posted, so there’s nothing to regenerate.";

const topicOf = async (trx: Transaction, { batchId }: Tweet): Promise<string> =>
  batchId === null ? "" : ((await queries.findBatch(trx, batchId))?.topic ?? "");

type NewTask = Omit<NewRow<"generation_tasks">, "id" | "state" | "due_at" | "deadline_at" | "created_at">;

async function insert(app: App, trx: Transaction, task: Omit<NewTask, "lease_token">): Promise<string> {
  const id = randomUUID();
  const now = app.clock.now();
  const times = { due_at: now, deadline_at: now + lastsOf(app.ai), created_at: now };
  await queries.insertTask(trx, { ...task, id, state: "queued", ...times });
  return id;
}
