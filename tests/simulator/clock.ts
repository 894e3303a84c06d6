// Time in the simulator: the world's own, the server's wall clock that may be wrong, and its monotonic one. Whole ms.
import type { Clock } from "~/ground/time/clock.server";

export interface SimClock extends Clock {
  /** Time as it is, whatever the server believes. */
  world(): number;
  /** What the server's wall clock is off by; positive is fast. */
  skew(): number;
  /** When the wall clock was last set, in the world's time. */
  setAt(): number;
  /** Runs `run` at a moment of the world, as the network does: it doesn't sleep when the server does. */
  at(world: number, run: () => void): () => void;
  /** The next moment, in the world's time, at which a timer falls due; Infinity where none does. */
  nextTimer(): number;
  /** Lets time pass on all three clocks; timers wait for `runDue`. */
  passTo(world: number): void;
  runDue(): void;
  /** Sets the wall clock alone, as an administrator or NTP does. */
  step(ms: number): void;
  /** The machine sleeps: the monotonic clock stands meanwhile, as it does on Linux. */
  suspend(ms: number): void;
}

interface Timer {
  at: number;
  run: () => void;
}

export function simClock(start: number): SimClock {
  let world = start;
  let wall = start;
  let mono = 0;
  let set = -Infinity;
  const byMono = new Set<Timer>();
  const byWorld = new Set<Timer>();
  const add = (timers: Set<Timer>, timer: Timer) => {
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const earliest = (timers: Set<Timer>): Timer | null => {
    let first: Timer | null = null;
    for (const timer of timers) if (!first || timer.at < first.at) first = timer;
    return first;
  };
  return {
    now: () => wall,
    monotonic: () => mono,
    world: () => world,
    skew: () => wall - world,
    setAt: () => set,
    after: (ms, run) => add(byMono, { at: Math.ceil(mono + Math.max(ms, 0)), run }),
    at: (moment, run) => add(byWorld, { at: Math.ceil(moment), run }),
    nextTimer: () =>
      Math.max(Math.min((earliest(byMono)?.at ?? Infinity) - mono + world, earliest(byWorld)?.at ?? Infinity), world),
    passTo(moment) {
      const ms = Math.max(Math.ceil(moment) - world, 0);
      world += ms;
      wall += ms;
      mono += ms;
    },
    runDue() {
      for (const [timers, now] of [
        [byWorld, world],
        [byMono, mono],
      ] as const)
        for (let due = earliest(timers); due && due.at <= now; due = earliest(timers)) {
          timers.delete(due);
          due.run();
        }
    },
    step(ms) {
      wall += Math.round(ms);
      set = world;
    },
    suspend(ms) {
      world += Math.round(ms);
      wall += Math.round(ms);
    },
  };
}
