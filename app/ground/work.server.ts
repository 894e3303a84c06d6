// Tracks work in progress, which must finish before the process ends, and the two stop signals.
import { minutes } from "~/ground/time/duration";

export interface Work {
  /** Aborted when the server should stop: nothing new starts. */
  readonly shutdownSignal: AbortSignal;
  /** Aborted when the grace period ends: sends in flight are given up and looked up later. */
  readonly abortSignal: AbortSignal;
  lastTickAt(): number | null;
  /** Anything due before this time became due while the server was off, asleep, or its clock jumped. */
  awayUntil(): number;
  track<T>(work: Promise<T>): Promise<T>;
}

export interface WorkControl extends Work {
  tickedElsewhere(at: number | null): void;
  /** Call every second. Returns the wall-clock gap since the last tick if over a minute, else null. */
  tick(now: number, monotonic: number): number | null;
  stop(): void;
  abort(): void;
  drained(): Promise<void>;
}

export interface Started {
  started: number;
  done: Promise<void>;
}

export const nothingStarted: Started = { started: 0, done: Promise.resolve() };

export function createWork(): WorkControl {
  const shutdown = new AbortController();
  const aborted = new AbortController();
  const inHand = new Set<Promise<unknown>>();
  let tickedAt: number | null = null;
  let lastRunAt: number | null = null;
  let away = 0;
  return {
    shutdownSignal: shutdown.signal,
    abortSignal: aborted.signal,
    lastTickAt: () => tickedAt,
    awayUntil: () => away,
    tick(now, monotonic) {
      const unseen = lastRunAt === null ? 0 : now - lastRunAt;
      // A later time was only shown by a clock that has since been set back.
      if (lastRunAt === null || unseen > minutes(1) || away > now) away = now;
      tickedAt = monotonic;
      lastRunAt = now;
      return Math.abs(unseen) > minutes(1) ? unseen : null;
    },
    tickedElsewhere: (at) => (lastRunAt = at),
    track(work) {
      const ended = work.then(
        () => undefined,
        () => undefined,
      );
      inHand.add(ended);
      void ended.then(() => inHand.delete(ended));
      return work;
    },
    stop: () => shutdown.abort(),
    abort: () => aborted.abort(),
    async drained() {
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}
