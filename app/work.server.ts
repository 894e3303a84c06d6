// Work in hand: what must be finished before the process may end, and the two signals that end it.
import { minutes } from "./duration";

export interface Work {
  /** Aborted when the server is told to stop: nothing new is begun, what can be put back is. */
  readonly stopping: AbortSignal;
  /** Aborted when the grace is over: a send still in flight is cut and its outcome left to be learnt. */
  readonly cut: AbortSignal;
  /** Whether this process holds the lock of its database and may publish. */
  isPublisher(): boolean;
  /** The loop's sign of life, on the monotonic clock; null before the first tick. */
  lastTickAt(): number | null;
  /** What fell due before this moment fell due while nobody was looking: the server was off, asleep, or the clock jumped. */
  awayUntil(): number;
  /** Keeps the process alive until `work` has settled. */
  track<T>(work: Promise<T>): Promise<T>;
}

export interface WorkControl extends Work {
  /** Told each second; answers how long nobody had looked, by the wall clock, where that was more than a minute. */
  tick(now: number, monotonic: number): number | null;
  stop(): void;
  cutOff(): void;
  setPublisher(held: boolean): void;
  /** Resolves when nothing is in hand any more. */
  drained(): Promise<void>;
}

/** What a turn of a job began; the loop goes on while it settles. */
export interface Begun {
  begun: number;
  settled: Promise<void>;
}

export const nothingBegun: Begun = { begun: 0, settled: Promise.resolve() };

export function createWork(isPublisher = false): WorkControl {
  const stopping = new AbortController();
  const cut = new AbortController();
  const inHand = new Set<Promise<unknown>>();
  let publisher = isPublisher;
  let tickedAt: number | null = null;
  let lookedAt: number | null = null;
  let away = 0;
  return {
    stopping: stopping.signal,
    cut: cut.signal,
    isPublisher: () => publisher,
    lastTickAt: () => tickedAt,
    awayUntil: () => away,
    tick(now, monotonic) {
      const unseen = lookedAt === null ? 0 : now - lookedAt;
      if (lookedAt === null || unseen > minutes(1)) away = now;
      tickedAt = monotonic;
      lookedAt = now;
      return Math.abs(unseen) > minutes(1) ? unseen : null;
    },
    track(work) {
      const settled = work.then(
        () => undefined,
        () => undefined,
      );
      inHand.add(settled);
      void settled.then(() => inHand.delete(settled));
      return work;
    },
    stop: () => stopping.abort(),
    cutOff: () => cut.abort(),
    setPublisher: (held) => {
      publisher = held;
    },
    async drained() {
      while (inHand.size > 0) await Promise.all(inHand);
    },
  };
}
