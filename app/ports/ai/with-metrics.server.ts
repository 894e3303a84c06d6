// Records metrics of a writer's calls: outcome, tokens, duration.
import type { Clock } from "~/ground/time/clock.server";
import { recordMetric } from "~/ground/telemetry/metrics.server";
import { type SpentTokens, type Writer, WriterError } from "./port";
import { nothingSpent } from "./spent";

/** A verb that calls the service twice counts once, with all tokens. */
export function withMetrics(writer: Writer, clock: Clock): Writer {
  const count = async <T extends SpentTokens>(call: Promise<T>): Promise<T> => {
    const began = clock.monotonic();
    const tell = (outcome: string, spent: SpentTokens) =>
      recordMetric({
        kind: "writing",
        writer: writer.kind,
        outcome,
        inputTokens: spent.inputTokens,
        outputTokens: spent.outputTokens,
        costMicros: spent.costMicros,
        unmetered: spent.unmetered,
        tookMs: clock.monotonic() - began,
      });
    try {
      const written = await call;
      tell("written", written);
      return written;
    } catch (error) {
      const known = error instanceof WriterError ? error : null;
      tell(known?.reason ?? "failed", known?.more.spent ?? nothingSpent());
      throw error;
    }
  };
  return {
    ...writer,
    writeTweets: (request) => count(writer.writeTweets(request)),
    writeThread: (request) => count(writer.writeThread(request)),
    refine: (request) => count(writer.refine(request)),
    analyse: (request) => count(writer.analyse(request)),
    writeForProduct: (request) => count(writer.writeForProduct(request)),
  };
}
