// Converts what a batch's writing took for the API. Pure.
import type { Work } from "~/ports/ai/writer-words";

export const workToApi = (work: Work) => ({
  writer: work.writer,
  tokens: { input: work.inputTokens, output: work.outputTokens, at_least: work.unmetered > 0 },
  cost_usd: work.costMicros === null ? null : work.costMicros / 1_000_000,
  seconds: work.tookMs === null ? null : work.tookMs / 1_000,
});
