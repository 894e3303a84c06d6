// Has batches written on a list of topics, without a database, and records what each took.
import type { Log } from "~/ground/telemetry/log.server";
import type { Clock } from "~/ground/time/clock.server";
import { batchSize, lastsOf, reserve, review } from "~/features/generation/batch";
import { compose, plainRules } from "~/features/generation/write.server";
import type { PlannedPost } from "~/ports/ai/plan";
import { type Writer, WriterError, type WriteTweets } from "~/ports/ai/port";
import { nothingSpent } from "~/ports/ai/spent";
import type { Voice } from "~/ports/ai/voice";
import type { EvaluatedBatch, EvaluationRun } from "./run";

type ReadLog = Pick<Log, "info" | "warn">;

export interface Evaluation {
  topics: readonly string[];
  runs: number;
  voice: Voice | null;
}

interface Parts {
  /** Evaluation counts the retries that the writer logs. */
  writerOf(log: ReadLog): Writer;
  clock: Clock;
  random(): number;
}

interface Counted {
  plan: readonly PlannedPost[];
  /** Null until the first answer. */
  first: readonly string[] | null;
  questions: number;
  unreadable: number;
  model: string;
}

const noCount = (): Counted => ({ plan: [], first: null, questions: 0, unreadable: 0, model: "" });
const unreadables: readonly unknown[] = ["malformed", "empty"];
/** With these, the next batch would fail alike. */
const endsRun: readonly string[] = ["key", "model", "region", "quota", "aborted"];

/** Calls `onBatch` after each batch. A refused key or an empty quota ends the run early; what was written is kept. */
export async function evaluate(
  { writerOf, clock, random }: Parts,
  { topics, runs, voice }: Evaluation,
  onBatch: (batch: EvaluatedBatch, done: number) => void = () => {},
): Promise<EvaluationRun> {
  const startedAt = new Date(clock.now()).toISOString();
  let counted = noCount();
  const countRetry = (fields: unknown): void => {
    if (!isRetry(fields)) return;
    counted.questions += 1;
    if (unreadables.includes(fields.reason)) counted.unreadable += 1;
  };
  const log = { info: () => {}, warn: countRetry } as ReadLog;
  const writer = writerOf(log);
  const ai = counting(writer, () => counted);
  const batches: EvaluatedBatch[] = [];
  let model = "";
  for (let run = 1; run <= runs; run += 1)
    for (const topic of topics) {
      counted = noCount();
      const batch = await evaluateOne({ ai, clock, random, log }, { topic, run, voice }, () => counted);
      batches.push(batch);
      model = counted.model || model;
      onBatch(batch, batches.length);
      if (batch.failure && endsRun.includes(batch.failure.reason)) return finish();
    }
  return finish();

  function finish(): EvaluationRun {
    const kept = { version: 1 as const, startedAt, writer: writer.kind, model: model || writer.kind };
    return { ...kept, hasVoice: voice !== null, runs, topics: topics.length, batches };
  }
}

async function evaluateOne(
  app: { ai: Writer; clock: Clock; random(): number; log: ReadLog },
  { topic, run, voice }: { topic: string; run: number; voice: Voice | null },
  countedNow: () => Counted,
): Promise<EvaluatedBatch> {
  const spent = nothingSpent();
  const began = app.clock.monotonic();
  const deadline = new AbortController();
  const lasts = lastsOf(app.ai);
  const cancel = app.clock.after(lasts, () => deadline.abort());
  const author = { topic, voice, examples: null };
  const rules = plainRules(author, new Set());
  const wish = {
    ...author,
    webSearch: false,
    signal: deadline.signal,
    endsAt: began + lasts - reserve,
    spent,
  };
  let [texts, failure]: [string[], EvaluatedBatch["failure"]] = [[], null];
  try {
    texts = (await compose(app, wish, { earlier: [], rulesFor: () => rules })).texts;
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    failure = { reason: error.reason, message: error.message };
  } finally {
    cancel();
  }
  const { plan, first, questions, unreadable } = countedNow();
  const { good, faulty } = review(first ?? [], rules);
  return {
    ...{ topic, run, plan: [...plan], texts, failure, questions, unreadable, ...spent },
    usable: Math.min(good.length, batchSize),
    faults: faulty.map(({ fault }) => fault),
    ms: Math.round(app.clock.monotonic() - began),
  };
}

/** A proxy, because a writer may be one. */
function counting(writer: Writer, countedNow: () => Counted): Writer {
  return new Proxy(writer, {
    get: (target, name) => (name === "writeTweets" ? writeTweets : (Reflect.get(target, name) as unknown)),
  });

  async function writeTweets(request: WriteTweets) {
    const counted = countedNow();
    counted.questions += 1;
    if (counted.plan.length === 0) counted.plan = request.plan ?? [];
    try {
      const written = await writer.writeTweets(request);
      counted.first ??= written.texts;
      counted.model = written.model;
      return written;
    } catch (error) {
      if (error instanceof WriterError && unreadables.includes(error.reason)) counted.unreadable += 1;
      throw error;
    }
  }
}

/** Line of the live writer before it repeats a question. */
const isRetry = (fields: unknown): fields is { reason: unknown } =>
  typeof fields === "object" && fields !== null && "reason" in fields && "waitMs" in fields;
