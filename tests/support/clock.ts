// A clock that stands until a test turns it.
import type { Clock } from "~/ground/time/clock.server";

export interface HandClock extends Clock {
  /** Moves both clocks on and runs what falls due, in order. */
  advance(ms: number): void;
  /** Moves the wall clock alone, as an administrator or NTP does. */
  step(ms: number): void;
  set(now: number): void;
}

export function handClock(start = Date.parse("2026-11-19T10:18:00Z")): HandClock {
  let wall = start;
  let mono = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  let nextId = 0;
  return {
    now: () => wall,
    monotonic: () => mono,
    after(ms, run) {
      const id = nextId++;
      timers.set(id, { at: mono + Math.max(ms, 0), run });
      return () => timers.delete(id);
    },
    advance(ms) {
      const end = mono + ms;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        timers.delete(due[0]);
        wall += due[1].at - mono;
        mono = due[1].at;
        due[1].run();
      }
      wall += end - mono;
      mono = end;
    },
    step(ms) {
      wall += ms;
    },
    set(now) {
      wall = now;
    },
  };
}
