// Runs queued tasks: claims them, calls the writer outside any transaction, stores the result.
import { randomUUID } from "node:crypto";
import { inTransaction, type Transaction } from "~db/database.server";
import type { App } from "~/app.server";
import { seconds } from "~/ground/time/duration";
import { findServingAccount } from "~/features/accounts/accounts.server";
import { recordEvents } from "~/features/events/events.server";
import { fingerprint } from "~/features/tweets/text";
import { insertThread } from "~/features/threads/threads.server";
import { insertTweets } from "~/features/tweets/tweets.server";
import { authorForWriter } from "~/features/voice/voice.server";
import { type SpentTokens, WriterError } from "~/ports/ai/port";
import { nothingSpent } from "~/ports/ai/spent";
import { type Started, nothingStarted } from "~/ground/work.server";
import { noteSubstitute, noteWriterRefusal } from "./refusal.server";
import { lastsOf, reserve, taskMessages } from "./batch";
import * as queries from "~/features/generation/store/tasks.server";
import type { Task } from "~/features/generation/store/tasks.server";
import { type Means, rewrite, type Store, type Stored } from "./refining/write.server";
import { writeBatch, type Written } from "./write.server";
import { tellEnded } from "./task/wait.server";
import { writeThread } from "./thread/write.server";

/** Counts tries that crashed the process. */
export const maxAttempts = 3;
export const maxRunning = 4;
/** Time for the writer to react to an abort. After that its place is freed. */
const giveUpWithin = seconds(2);

interface Claimed {
  id: string;
  userId: string;
  token: string;
}

const placesTaken = new WeakMap<App, number>();
const placesTakenBy = (app: App): number => placesTaken.get(app) ?? 0;
const giveBack = (app: App, places: number): void => void placesTaken.set(app, placesTakenBy(app) - places);

/** Takes all places before the first await, so a task that ends during the claim gives back only its own. */
function claimPlaces(app: App): number {
  const free = maxRunning - placesTakenBy(app);
  placesTaken.set(app, maxRunning);
  return free;
}

/** Starts as many queued tasks as there are free places. A shutdown puts running tasks back in the queue. */
export async function runQueued(app: App): Promise<Started> {
  const now = app.clock.now();
  if (!(await queries.anyOpen(app.db))) return nothingStarted;
  await failExpired(app, now);
  if (app.work.shutdownSignal.aborted || !app.node.mayClaim()) return nothingStarted;
  const free = claimPlaces(app);
  let started = 0;
  try {
    const tasks = await inTransaction(app.db, (trx) =>
      queries.claimTasks(trx, { until: now + lastsOf(app.ai), limit: free, node: app.node.id() }),
    );
    started = tasks.length;
    const done = Promise.all(tasks.map((task) => app.work.track(runOne(app, task)))).then(() => undefined);
    return { started, done };
  } finally {
    giveBack(app, free - started);
  }
}

const failExpired = (app: App, now: number): Promise<void> =>
  inTransaction(app.db, async (trx) => {
    const by = { now, maxAttempts, code: "timeout", error: taskMessages.timeout };
    for (const { id, user_id: userId } of await queries.failExpired(trx, by))
      await tellEnd(trx, app, "failed", { id, userId });
  });

const tellEnd = (
  trx: Transaction,
  app: App,
  end: "completed" | "failed",
  { id, userId }: { id: string; userId: string },
) => recordEvents(trx, app, [{ type: `generation.${end}`, userId, at: app.clock.now(), detail: id }]);

async function runOne(app: App, task: Task): Promise<void> {
  try {
    await runTask(app, task, app.work.shutdownSignal);
  } catch (error) {
    app.log.error({ err: error, task: task.id }, "a generation broke");
  } finally {
    giveBack(app, 1);
    tellEnded(app, task.id);
    app.wake();
  }
}

async function runTask(app: App, task: Task, shutdown: AbortSignal): Promise<void> {
  const claimed: Claimed = { id: task.id, userId: task.user_id, token: task.lease_token ?? "" };
  const spent = nothingSpent();
  const beganAt = app.clock.monotonic();
  const deadline = new AbortController();
  // Limited, because the wall clock may have been set back since the request.
  const lasts = Math.min(task.deadline_at - app.clock.now(), lastsOf(app.ai)) - reserve;
  const endsAt = app.clock.monotonic() + lasts;
  const cancel = app.clock.after(lasts, () => deadline.abort());
  try {
    const signal = AbortSignal.any([deadline.signal, shutdown]);
    const serving = await findServingAccount(app, task.user_id, { named: null, own: task.account_id });
    const accountId = serving?.id ?? null;
    const author = await authorForWriter(app, { userId: task.user_id, accountId });
    const means = { ...author, accountId, signal, beganAt, endsAt, spent };
    const writing = task.kind === "batch" ? writeNew(app, task, means) : rewrite(app, task, means);
    await store(app, claimed, await unlessDeaf(app, signal, writing), spent);
  } catch (error) {
    const isKept = shutdown.aborted
      ? await queries.putBackTask(app.db, claimed, { now: app.clock.now(), spent })
      : await fail(app, claimed, error, { late: deadline.signal.aborted, spent });
    // Another process ended the task, but only this one knows the cost.
    if (!isKept) await queries.addSpent(app.db, claimed.id, spent);
  } finally {
    cancel();
  }
}

function unlessDeaf<T>(app: App, signal: AbortSignal, writing: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let cancel = () => {};
    const wait = () => {
      cancel = app.clock.after(giveUpWithin, () => reject(new Error("The writer did not give up when it was told to")));
    };
    signal.addEventListener("abort", wait, { once: true });
    if (signal.aborted) wait();
    void writing.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", wait);
      cancel();
    });
  });
}

async function store(app: App, claimed: Claimed, storeWritten: Store, spent: SpentTokens): Promise<void> {
  const { tweets, model, batchId } = await inTransaction(app.db, async (trx) => {
    const stored = await storeWritten(trx);
    const ended = await queries.endTask(trx, claimed, { state: "success", ...stored, now: app.clock.now(), spent });
    // The task was ended elsewhere, so the transaction must roll back.
    if (!ended) throw new Error("The task was ended by someone else");
    await tellEnd(trx, app, "completed", claimed);
    return stored;
  });
  app.log.info({ task: claimed.id, batch: batchId, tweets, model }, "generated");
}

async function writeNew(app: App, task: Task, means: Means): Promise<Store> {
  const { user_id: userId, topic, parts } = task;
  const wish = { userId, topic, webSearch: task.web_search === 1, ...means };
  const written = await (parts === null ? writeBatch(app, wish) : writeThread(app, wish, parts));
  await noteSubstitute(app, written.substitute);
  const { voiceVersion, shown, accountId, spent } = means;
  const tookMs = Math.round(app.clock.monotonic() - means.beganAt);
  return (trx) => storeBatch(app, trx, task, { ...written, voiceVersion, shown, accountId, tookMs }, spent);
}

type AsAuthor = Written & Pick<Means, "voiceVersion" | "shown" | "accountId"> & { tookMs: number };

async function storeBatch(
  app: App,
  trx: Transaction,
  task: Task,
  written: AsAuthor,
  spent: SpentTokens,
): Promise<Stored> {
  const now = app.clock.now();
  const batchId = randomUUID();
  const writer = written.substitute ?? app.ai;
  const accountIsOwn = task.account_id !== null;
  const whose = { userId: task.user_id, accountId: task.account_id ?? written.accountId, accountIsOwn };
  await queries.insertBatch(trx, {
    id: batchId,
    user_id: task.user_id,
    account_id: task.account_id,
    topic: task.topic,
    web_search: task.web_search,
    searched: queries.fromSearched(written.searched),
    writer: writer.kind,
    model: written.model,
    sources: JSON.stringify(written.sources),
    search_suggestions: written.searchSuggestions,
    input_tokens: spent.inputTokens,
    output_tokens: spent.outputTokens,
    writer_place: writer.place,
    instead_of: written.substitute?.insteadOf ?? null,
    cost_micros: spent.costMicros,
    unmetered: spent.unmetered,
    took_ms: written.tookMs,
    cut: written.cut ? 1 : 0,
    model_retires_at: written.modelRetiresAt,
    voice_version: written.voiceVersion,
    shown: written.shown && JSON.stringify(written.shown),
    created_at: now,
  });
  const ended = { batchId, answerId: null, note: written.note, model: written.model };
  if (task.parts !== null) {
    await insertThread(trx, { ...whose, batchId, now, origin: "generated", parts: written.texts });
    return { ...ended, tweets: 1 };
  }
  const tweets = written.texts.map((content, position) => ({
    ...whose,
    batchId,
    position,
    origin: "generated" as const,
    content,
    fingerprint: fingerprint(content),
    now,
  }));
  await insertTweets(trx, tweets);
  return { ...ended, tweets: tweets.length };
}

async function fail(
  app: App,
  claimed: Claimed,
  error: unknown,
  { late, spent }: { late: boolean; spent: SpentTokens },
): Promise<boolean> {
  app.log.warn({ task: claimed.id, err: error }, "generation failed");
  const known = error instanceof WriterError && !late ? error : null;
  const code = known?.reason ?? (late ? "timeout" : "failed");
  const sentence = known?.message ?? (late ? taskMessages.timeout : taskMessages.failed);
  const now = app.clock.now();
  const isEnded = await inTransaction(app.db, async (trx) => {
    const failed = await queries.endTask(trx, claimed, { state: "failed", code, error: sentence, now, spent });
    if (failed) await tellEnd(trx, app, "failed", claimed);
    return failed;
  });
  await noteWriterRefusal(app, error);
  return isEnded;
}
