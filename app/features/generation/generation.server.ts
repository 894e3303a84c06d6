// Entry point of generation: a topic becomes a task, and the task a batch of tweets or a thread.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { unlessLeft } from "~/features/users/users.server";
import { readShown, type Shown } from "~/features/tweets/learned.server";
import { requireRoom } from "~/features/tweets/store/room.server";
import { listBatchTweets, type Tweet } from "~/features/tweets/tweets.server";
import { canPassOn, type PassedOn, type Source, type WriterFailure, writerFailures } from "~/ports/ai/port";
import { sumText, type Work } from "~/ports/ai/writer-words";
import { type Also, inTransaction } from "~db/database.server";
import { batchSize, lastsOf, taskMessages } from "./batch";
import * as queries from "~/features/generation/store/tasks.server";
import type { TaskKind } from "~db/tables/refining.server";
import { listPage, type TaskPlace } from "~/features/generation/store/task-list.server";
import { sumCosts } from "~/features/generation/store/costs.server";
import * as topics from "~/features/generation/store/topics.server";
import { untilEnded, type Wait } from "./task/wait.server";

export { type Preview, previewVoice } from "./preview.server";
export { noteSubstitute, noteWriterRefusal } from "./refusal.server";
export { refine, writeAgain } from "./refining/ask.server";
export { listRefining, type Refining } from "./refining/list.server";
export { runQueued } from "./run.server";
export type { TaskPlace } from "~/features/generation/store/task-list.server";
export type { BatchCounts, BatchPage } from "~/features/generation/store/topics.server";

/** Without credentials, the id of a task or batch gives read access until this long after the task ended. */
const openToRead = days(1);

export interface BatchRequest {
  userId: string;
  /** Internal id of the account that will own the tweets; null if they follow the default. */
  accountId: number | null;
  /** Trimmed, 1 to 2,000 code points. */
  topic: string;
  webSearch: boolean;
  parts?: number | null;
}

/** Returns the task's id. Throws limit_reached, rate_limited, and unauthenticated if the user was deleted. */
export async function request(app: App, request: BatchRequest, followUp?: Also<string>): Promise<string> {
  await requireRoom(app.db, request.userId, { texts: request.parts ?? batchSize });
  await countOne(app, "generation", request.userId);
  const id = randomUUID();
  const now = app.clock.now();
  const task = {
    id,
    user_id: request.userId,
    account_id: request.accountId,
    topic: request.topic,
    web_search: request.webSearch ? (1 as const) : (0 as const),
    ...(request.parts != null && { format: "thread" as const, parts: request.parts }),
    state: "queued" as const,
    due_at: now,
    deadline_at: now + lastsOf(app.ai),
    created_at: now,
  };
  const inserted = inTransaction(app.db, async (trx) => {
    await queries.insertTask(trx, task);
    await followUp?.(trx, id);
  });
  await unlessLeft(app, inserted);
  app.wake();
  return id;
}

/** Requeues tasks of lost nodes. If this node is alone, waiting tasks also get a new deadline. */
export async function takeOverTasks(app: App): Promise<void> {
  const nodes = await app.node.lostAmong(await queries.listHolders(app.db));
  const now = app.clock.now();
  const waiting = await app.node.isAlone();
  const count = await queries.recover(app.db, { nodes, waiting, now, deadlineAt: now + lastsOf(app.ai) });
  if (count > 0) app.log.info({ tasks: count }, "generation tasks taken up again");
}

const keepsTasks = days(30);

export const pruneTasks = (app: App): Promise<number> =>
  queries.deleteTasksEndedBefore(app.db, app.clock.now() - keepsTasks);

/** Says the cost of the tasks that are kept. Null if nothing was written, or only by the demo writer. */
export async function costText(app: Pick<App, "db" | "clock" | "ai">, userId: string | null): Promise<string | null> {
  const sum = await sumCosts(app.db, { since: app.clock.now() - keepsTasks, userId });
  if (sum.tasks === 0 || (app.ai.kind === "demo" && sum.costMicros === 0)) return null;
  return `AI in the last 30 days, without bots and analyses: ${sumText(sum)}`;
}

export const nextTaskAt = (app: App, after: number): Promise<number | null> => queries.nextTaskAt(app.db, after);

export interface TaskView {
  id: string;
  userId: string;
  topic: string;
  webSearch: boolean;
  /** Null for tweets. */
  parts: number | null;
  status: "pending" | "failed" | "success";
  /** Null until a first-time batch is written. */
  batchId: string | null;
  /** Rewritten or additional tweet; null until then, and for a batch. */
  tweetId: number | null;
  note: string | null;
  error: string | null;
  errorCode: WriterFailure | null;
  createdAt: number;
  /** When it fails at the latest. */
  deadlineAt: number;
  kind: TaskKind;
}

const notThere = () =>
  new AppError("not_found", "This batch or task doesn’t exist, or you no longer have access to it.");

/**
 * `viewer` null: no credentials, readable until 24 hours after the end. Throws not_found, also for another user's task.
 */
export async function getTask(app: App, id: string, viewer: string | null): Promise<TaskView> {
  const task = await queries.findTask(app.db, id);
  if (!task || !mayRead(app, task, viewer)) throw notThere();
  return toView(task);
}

const toView = (task: queries.Task): TaskView => ({
  id: task.id,
  userId: task.user_id,
  topic: task.topic,
  webSearch: task.web_search === 1,
  parts: task.parts,
  status: task.state === "success" || task.state === "failed" ? task.state : "pending",
  batchId: task.batch_id,
  tweetId: task.answer_id,
  note: task.note,
  kind: task.kind,
  error: task.state === "failed" ? (task.error ?? taskMessages.failed) : null,
  errorCode:
    task.state === "failed" ? (writerFailures.find((failure) => failure === task.error_code) ?? "failed") : null,
  createdAt: task.created_at,
  deadlineAt: task.deadline_at,
});

export const awaitTask = (app: App, request: { id: string; userId: string } & Wait): Promise<TaskView> =>
  untilEnded(app, request, () => getTask(app, request.id, request.userId));

export async function listTasks(
  app: Pick<App, "db">,
  userId: string,
  { statuses, ...page }: { statuses: readonly TaskView["status"][]; after: TaskPlace | null; limit: number },
): Promise<{ tasks: TaskView[]; next: TaskPlace | null }> {
  const states = statuses.flatMap((status) => (status === "pending" ? (["queued", "running"] as const) : [status]));
  const { tasks, next } = await listPage(app.db, userId, { states, ...page });
  return { tasks: tasks.map(toView), next };
}

function mayRead(app: App, task: queries.Task, viewer: string | null): boolean {
  if (viewer !== null) return viewer === task.user_id;
  return task.ended_at === null || app.clock.now() < task.ended_at + openToRead;
}

export interface BatchView {
  id: string;
  accountId: number | null;
  topic: string;
  webSearch: boolean;
  /** Null if no search was requested, or for an old batch that didn't record it. */
  searched: boolean | null;
  work: Work;
  /** Why the chosen writer didn't write this; null if it did. */
  insteadOf: PassedOn | null;
  /** Whether the writer stopped early, and only what was finished is here. */
  cut: boolean;
  sources: Source[];
  searchSuggestions: string | null;
  shown: Shown;
  createdAt: number;
  tweets: Tweet[];
}

/** Readable like its task. Throws not_found. */
export async function getBatch(app: App, id: string, viewer: string | null): Promise<BatchView> {
  const [batch, task] = [await queries.findBatch(app.db, id), await queries.findTaskOfBatch(app.db, id)];
  if (!batch) throw notThere();
  const readable = viewer !== null ? viewer === batch.user_id : task !== null && mayRead(app, task, viewer);
  if (!readable) throw notThere();
  return {
    id: batch.id,
    accountId: batch.named_account_id,
    topic: batch.topic,
    webSearch: batch.web_search === 1,
    searched: queries.toSearched(batch.searched),
    work: queries.toWork(batch),
    insteadOf: canPassOn(batch.instead_of) ? batch.instead_of : null,
    cut: batch.cut === 1,
    sources: JSON.parse(batch.sources) as Source[],
    searchSuggestions: batch.search_suggestions,
    shown: readShown(batch.shown),
    createdAt: batch.created_at,
    tweets: await listBatchTweets(app, id),
  };
}

export async function getTaskWithBatch(
  app: App,
  id: string,
  viewer: string | null,
): Promise<{ task: TaskView; batch: BatchView | null }> {
  const task = await getTask(app, id, viewer);
  // The tweet's own card shows tasks about an existing tweet.
  if (task.kind !== "batch" && task.batchId === null) throw notThere();
  return { task, batch: task.batchId === null ? null : await getBatch(app, task.batchId, viewer) };
}

export const lastRetirement = (app: Pick<App, "db">, model: string): Promise<number | null> =>
  queries.lastRetirement(app.db, model);

export const listBatches = (
  app: Pick<App, "db">,
  userId: string,
  page: Parameters<typeof topics.listBatches>[2],
): Promise<topics.BatchPage> => topics.listBatches(app.db, userId, page);

/** The batches must be known to be the user's. */
export const listBatchCounts = (
  app: Pick<App, "db">,
  batchIds: readonly string[],
): Promise<Map<string, topics.BatchCounts>> => topics.listCounts(app.db, batchIds);

export const topicsOf = (app: App, userId: string, batchIds: readonly string[]): Promise<Map<string, string>> =>
  topics.topicsOf(app.db, userId, batchIds);
