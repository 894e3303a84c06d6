// Sums what a writer's answers cost. Pure.
import type { TokenPrice } from "~/ground/config-ai";

export interface SpentTokens {
  inputTokens: number;
  outputTokens: number;
  /** Millionths of a US dollar; null: unknown, never a guess. */
  costMicros: number | null;
  /** Number of answers that named no tokens, so that the sums above are lower bounds. */
  unmetered: number;
}

export const nothingSpent = (): SpentTokens => ({ inputTokens: 0, outputTokens: 0, costMicros: 0, unmetered: 0 });

/** One unknown cost makes the sum unknown. */
export function addSpent(total: SpentTokens, more: SpentTokens | undefined): void {
  if (!more) return;
  total.inputTokens += more.inputTokens;
  total.outputTokens += more.outputTokens;
  total.costMicros = total.costMicros === null || more.costMicros === null ? null : total.costMicros + more.costMicros;
  total.unmetered += more.unmetered;
}

/** Millionths of a US dollar, rounded up. */
export const costAt = (price: TokenPrice, tokens: { input: number; output: number }): number =>
  Math.ceil((tokens.input * price.input + tokens.output * price.output) / 1_000_000);
