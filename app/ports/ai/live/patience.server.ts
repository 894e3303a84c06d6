// Tries again when a provider is busy or its answer can't be used.
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { recordMetric } from "~/ground/telemetry/metrics.server";
import type { Log } from "~/ground/telemetry/log.server";
import { WriterError } from "../port";
import { aborted } from "./faults";
import type { Provider } from "./provider";

/** Waits before the second and third try, unless the service asks for longer. */
const busyWaits = [seconds(1), seconds(4)];
/** A user is waiting, so longer waits fail right away. */
const maxWait = seconds(20);
const unusableTries = 1;

export type Patiently = <T>(signal: AbortSignal, attempt: () => Promise<T>) => Promise<T>;

export function patientlyWith(
  provider: Pick<Provider, "kind" | "model" | "noteRead">,
  { clock, log }: { clock: Clock; log: Pick<Log, "warn"> },
): Patiently {
  const { kind, model } = provider;
  return async (signal, attempt) => {
    for (let busy = 0, unusable = 0; ;) {
      try {
        const read = await attempt();
        provider.noteRead?.(true);
        return read;
      } catch (error) {
        if (!(error instanceof WriterError)) throw error;
        if (error.reason === "malformed") {
          recordMetric({ kind: "unread", writer: kind });
          provider.noteRead?.(false);
        }
        const waitMs =
          error.reason === "busy"
            ? busyWait(error, busy++)
            : isUnusable(error) && unusable++ < unusableTries
              ? 0
              : null;
        if (waitMs === null) throw error;
        log.warn({ model, reason: error.reason, waitMs }, `${kind}_retry`);
        if (waitMs > 0) await wait(clock, waitMs, signal);
      }
    }
  };
}

const isUnusable = (error: WriterError): boolean => error.reason === "malformed" || error.reason === "empty";

function busyWait(error: WriterError, tries: number): number | null {
  const minWait = busyWaits[tries];
  const retryAfter = error.more.retryAfterMs ?? 0;
  return minWait === undefined || retryAfter > maxWait ? null : Math.max(minWait, retryAfter);
}

function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(aborted(signal));
    const stop = (): void => {
      cancel();
      reject(aborted(signal));
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
