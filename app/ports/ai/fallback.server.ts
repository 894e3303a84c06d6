// Lets a second live writer take over what the first can't write.
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import type { Log } from "~/ground/telemetry/log.server";
import { canPassOn, type Substitute, type Timed, type Writer, WriterError } from "./port";
import { addSpent, nothingSpent, type SpentTokens } from "./spent";

/** With less time left, the second writer isn't asked. */
const worthAsking = seconds(15);

interface Means {
  clock: Pick<Clock, "monotonic">;
  log: Pick<Log, "warn">;
}

/** Its answers and errors have the tokens of both writers. `first` is the writer that screens name. */
export function withFallback(first: Writer, second: Writer, { clock, log }: Means): Writer {
  const isTimeLeft = ({ signal, endsAt = Infinity }: Timed): boolean =>
    !signal.aborted && endsAt - clock.monotonic() >= worthAsking;

  async function ask<T extends SpentTokens>(request: Timed, verb: (writer: Writer) => Promise<T>) {
    try {
      return await verb(first);
    } catch (error) {
      if (!(error instanceof WriterError) || !canPassOn(error.reason) || !isTimeLeft(request)) throw error;
      log.warn({ from: first.name, to: second.name, reason: error.reason }, "ai_fallback");
      const substitute = { kind: second.kind, place: second.place, insteadOf: error.reason };
      return takeOver(error, substitute, () => verb(second));
    }
  }

  return {
    ...first,
    limitMs: Math.max(first.limitMs, second.limitMs),
    second,
    writeTweets: (request) => ask(request, (writer) => writer.writeTweets(request)),
    writeThread: (request) => ask(request, (writer) => writer.writeThread(request)),
    refine: (request) => ask(request, (writer) => writer.refine(request)),
    analyse: (request) => ask(request, (writer) => writer.analyse(request)),
    writeForProduct: (request) => ask(request, (writer) => writer.writeForProduct(request)),
  };
}

/** If neither writer is available, the error is the first one's. */
async function takeOver<T extends SpentTokens>(
  failure: WriterError,
  substitute: Substitute,
  write: () => Promise<T>,
): Promise<T & { substitute: Substitute }> {
  const spent = nothingSpent();
  addSpent(spent, failure.more.spent);
  try {
    const written = await write();
    addSpent(spent, written);
    return { ...written, ...spent, substitute };
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    addSpent(spent, error.more.spent);
    const { reason, message, more } = canPassOn(error.reason) ? failure : error;
    throw new WriterError(reason, message, { ...more, spent });
  }
}
