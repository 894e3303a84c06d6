// Estimates what an evaluation asks and costs before it starts. Pure.
import { batchSize } from "~/features/generation/batch";
import { drawPlan } from "~/ports/ai/plan";
import type { Prompts } from "~/ports/ai/prompts.server";
import type { Voice } from "~/ports/ai/voice";
import { estimateText } from "./report";

const charactersPerToken = 4;
/** Five tweets as JSON, with little thinking. */
const outputTokens = 400;

interface Planned {
  topics: readonly string[];
  runs: number;
  voice: Voice | null;
  /** Null: the demo writer. */
  model: string | null;
  /** Millionths of a US dollar; null: unknown. */
  costOf(tokens: { input: number; output: number }): number | null;
  prompts: Prompts;
}

/** “72 questions to gemini-3.5-flash-lite, about $0.10” */
export function estimateOf({ topics, runs, voice, model, costOf, prompts }: Planned): string {
  const questions = topics.length * runs;
  const noun = questions === 1 ? "question" : "questions";
  if (model === null) return `${questions} ${noun} to the demo writer, free`;
  const plan = drawPlan({ count: batchSize, random: () => 0 });
  const rules = prompts.rules("2026-01-01").length;
  const inputTokens = topics.reduce((total, topic) => {
    const question = prompts.tweets({ topic, count: batchSize, earlier: [], plan, webSearch: false });
    const prompt = prompts.asAuthor({ voice: voice ?? undefined }, question);
    return total + Math.ceil((rules + prompt.length) / charactersPerToken);
  }, 0);
  const micros = costOf({ input: inputTokens * runs, output: outputTokens * questions });
  return `${questions} ${noun} to ${model}, ${micros === null ? "cost unknown" : estimateText(micros)}`;
}
