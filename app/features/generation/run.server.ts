// Running queued tasks: claim, ask the writer outside any transaction, store batch and tweets, finish by token.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { seconds } from "~/duration";
import { fingerprint } from "~/features/tweets/text";
import { insertTweets } from "~/features/tweets/tweets.server";
import { type SpentTokens, WriterError } from "~/ports/ai/port";
import { type Begun, nothingBegun } from "~/work.server";
import { sentences } from "./batch";
import * as queries from "./queries.server";
import type { Task } from "./queries.server";
import { writeBatch, type Written } from "./write.server";

/** A task ends within 80 s of being asked for (contract, task-status); the rest is for storing what came back. */
export const taskLasts = seconds(80);
const reserve = seconds(4);
/** A task that took the process down with it this often is not tried again. */
export const mostAttempts = 3;
const atOnce = 4;

interface Claimed {
  id: string;
  token: string;
}

/** How many are running, an App: a slow writer must not hold up more than its share. */
const running = new WeakMap<App, number>();

/**
 * Claims queued tasks up to the places free and begins to run them; the loop goes on while they settle. What runs
 * when the server is told to stop is put back, for the next start.
 */
export async function runQueued(app: App): Promise<Begun> {
  const now = app.clock.now();
  if (!(await queries.anyOpen(app.db))) return nothingBegun;
  await queries.failOverdue(app.db, { now, mostAttempts, code: "timeout", error: sentences.timeout });
  const free = atOnce - (running.get(app) ?? 0);
  if (free <= 0 || app.work.stopping.aborted || !app.work.isPublisher()) return nothingBegun;
  const tasks = await queries.claimTasks(app.db, { now, until: now + taskLasts, limit: free });
  running.set(app, atOnce - free + tasks.length);
  const settled = Promise.all(tasks.map((task) => app.work.track(runOne(app, task)))).then(() => undefined);
  return { begun: tasks.length, settled };
}

async function runOne(app: App, task: Task): Promise<void> {
  try {
    await runTask(app, task, app.work.stopping);
  } catch (error) {
    app.log.error({ err: error, task: task.id }, "a generation broke");
  } finally {
    running.set(app, (running.get(app) ?? 1) - 1);
    app.wake();
  }
}

async function runTask(app: App, task: Task, shutdown: AbortSignal): Promise<void> {
  const claimed: Claimed = { id: task.id, token: task.lease_token ?? "" };
  const deadline = new AbortController();
  const lasts = task.deadline_at - reserve - app.clock.now();
  const endsAt = app.clock.monotonic() + lasts;
  const cancel = app.clock.after(lasts, () => deadline.abort());
  try {
    const signal = AbortSignal.any([deadline.signal, shutdown]);
    const { user_id: userId, topic } = task;
    const written = await writeBatch(app, { userId, topic, webSearch: task.web_search === 1, signal, endsAt });
    await store(app, task, claimed, written);
  } catch (error) {
    if (shutdown.aborted) return await queries.putBackTask(app.db, claimed, app.clock.now());
    await fail(app, claimed, error, deadline.signal.aborted);
  } finally {
    cancel();
  }
}

async function store(app: App, task: Task, claimed: Claimed, written: Written): Promise<void> {
  const { texts, inputTokens, outputTokens } = written;
  const now = app.clock.now();
  const batchId = randomUUID();
  await app.db.transaction().execute(async (trx) => {
    await queries.insertBatch(trx, {
      id: batchId,
      user_id: task.user_id,
      account_id: task.account_id,
      topic: task.topic,
      web_search: task.web_search,
      writer: app.ai.kind,
      model: written.model,
      sources: JSON.stringify(written.sources),
      search_suggestions: written.searchSuggestions,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      model_retires_at: written.modelRetiresAt,
      created_at: now,
    });
    await insertTweets(
      trx,
      texts.map((content, position) => ({
        userId: task.user_id,
        accountId: task.account_id,
        accountIsOwn: false,
        batchId,
        position,
        origin: "generated" as const,
        content,
        fingerprint: fingerprint(content),
        now,
      })),
    );
    const ended = await queries.endTask(trx, claimed, {
      state: "success",
      batchId,
      now,
      spent: { inputTokens, outputTokens },
    });
    // Somebody else ended the task: this batch must not exist beside it.
    if (!ended) throw new Error("The task was ended by someone else");
  });
  app.log.info({ task: task.id, batch: batchId, tweets: texts.length, model: written.model }, "generated");
}

async function fail(app: App, claimed: Claimed, error: unknown, late: boolean): Promise<void> {
  app.log.warn({ task: claimed.id, err: error }, "generation failed");
  const known = error instanceof WriterError && !late ? error : null;
  const code = known?.reason ?? (late ? "timeout" : "failed");
  const sentence = known?.message ?? (late ? sentences.timeout : sentences.failed);
  const spent: SpentTokens = (error instanceof WriterError && error.more.spent) || { inputTokens: 0, outputTokens: 0 };
  const now = app.clock.now();
  await queries.endTask(app.db, claimed, { state: "failed", code, error: sentence, now, spent });
}
