// Defines the record of an evaluation: run.json. Sums it up. Pure.
import { z } from "zod";
import { batchSize } from "~/features/generation/batch";
import { type BatchLint, lintBatch, rangeOf } from "~/features/generation/lint";
import { forms, lengths } from "~/ports/ai/plan";

const count = z.number().int().nonnegative();

const batch = z.object({
  topic: z.string(),
  run: count,
  plan: z.array(z.object({ form: z.enum(forms), length: z.enum(lengths) })),
  texts: z.array(z.string()),
  /** Tweets of the first answer that can be posted. */
  usable: count,
  /** Faults of the other tweets of the first answer. */
  faults: z.array(z.string()),
  questions: count,
  /** Answers without a list of texts. */
  unreadable: count,
  ms: count,
  inputTokens: count,
  outputTokens: count,
  /** Null: unknown. */
  costMicros: count.nullable(),
  failure: z.object({ reason: z.string(), message: z.string() }).nullable(),
});

export const runSchema = z.object({
  version: z.literal(1),
  startedAt: z.string(),
  writer: z.string(),
  model: z.string(),
  hasVoice: z.boolean(),
  runs: count,
  topics: count,
  batches: z.array(batch),
});

export type EvaluatedBatch = z.infer<typeof batch>;
export type EvaluationRun = z.infer<typeof runSchema>;

export interface Summary {
  batches: number;
  failed: number;
  /** Shares are from 0 to 1. */
  usable: number;
  questions: number;
  unreadable: number;
  worn: number;
  formula: number;
  exclaiming: number;
  unfounded: number;
  endsAsQuestion: number;
  /** Per post. */
  dashes: number;
  hashtags: number;
  emoji: number;
  /** Means over batches. */
  kindsOfForm: number;
  openings: number;
  characters: BatchLint["characters"];
  likeness: number;
  p50Seconds: number;
  p95Seconds: number;
  /** Per batch; null: unknown. */
  costMicros: number | null;
}

export function summaryOf({ batches }: Pick<EvaluationRun, "batches">): Summary {
  const written = batches.filter(({ texts }) => texts.length > 0);
  const lints = written.map(({ topic, texts }) => lintBatch(texts, { topic }));
  const posts = sum(lints.map((lint) => lint.posts));
  const share = (read: (lint: BatchLint) => number): number => ratio(sum(lints.map(read)), posts);
  const mean = (read: (lint: BatchLint) => number): number => ratio(sum(lints.map(read)), lints.length);
  const times = batches.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const costs = batches.flatMap(({ costMicros }) => (costMicros === null ? [] : [costMicros]));
  return {
    batches: batches.length,
    failed: batches.filter(({ failure }) => failure !== null).length,
    usable: ratio(sum(batches.map(({ usable }) => usable)), batches.length * batchSize),
    questions: ratio(sum(batches.map(({ questions }) => questions)), batches.length),
    unreadable: ratio(sum(batches.map((batch) => batch.unreadable)), sum(batches.map((batch) => batch.questions))),
    worn: share((lint) => lint.worn),
    formula: share((lint) => lint.formula),
    exclaiming: share((lint) => lint.exclaiming),
    unfounded: share((lint) => lint.unfounded),
    endsAsQuestion: share((lint) => lint.questions),
    dashes: share((lint) => lint.dashes),
    hashtags: share((lint) => lint.hashtags),
    emoji: share((lint) => lint.emoji),
    kindsOfForm: mean((lint) => lint.kindsOfForm),
    openings: mean((lint) => lint.openings),
    characters: rangeOf(written.flatMap(({ texts }) => texts.map((text) => [...text].length))),
    likeness: Math.max(0, ...lints.map((lint) => lint.likeness)),
    p50Seconds: percentile(times, 0.5) / 1_000,
    p95Seconds: percentile(times, 0.95) / 1_000,
    costMicros: costs.length < batches.length ? null : Math.ceil(ratio(sum(costs), batches.length)),
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Nearest rank. */
const percentile = (values: readonly number[], rank: number): number =>
  values[Math.max(0, Math.ceil(values.length * rank) - 1)] ?? 0;
