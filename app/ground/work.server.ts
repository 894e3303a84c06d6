// Work in hand: what must be finished before the process may end, and the two signals that end it.
import { minutes } from "~/ground/time/duration";

export interface Work {
  /** Aborted when the server is told to stop: nothing new is begun, what can be put back is. */
  readonly shutdownSignal: AbortSignal;
  /** Aborted when the grace is over: a send still in flight is given up, and its answer looked up later. */
  readonly abortSignal: AbortSignal;
  /** The loop's sign of life, on the monotonic clock; null before the first tick. */
  lastTickAt(): number | null;
  /** What fell due before this moment fell due while nobody was looking: the server was off, asleep, or the clock jumped. */
  awayUntil(): number;
  /** Keeps the process alive until `work` has settled. */
  track<T>(work: Promise<T>): Promise<T>;
}

export interface WorkControl extends Work {
  /** Told at the start when another node was last seen: nobody was away since. Null: nobody knows. */
  tickedElsewhere(at: number | null): void;
  /** Told each second; answers how long nobody had looked, by the wall clock, where that was more than a minute. */
  tick(now: number, monotonic: number): number | null;
  stop(): void;
  abort(): void;
  /** Resolves when nothing is in hand any more. */
  drained(): Promise<void>;
}

/** What a turn of a job began; the loop goes on while it settles. */
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
      // Beyond now it is a time that the clock has only shown for a while.
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
