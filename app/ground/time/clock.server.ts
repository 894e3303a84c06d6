// Defines the clock that code receives as a parameter, so tests can set the time.

/** `now` is wall time in ms since 1970 and may jump; use `monotonic` for leases and timeouts. */
export interface Clock {
  now(): number;
  monotonic(): number;
  after(ms: number, run: () => void): () => void;
}

/** setTimeout fires right away for 2**31 ms and more. Callers check the time again anyway. */
const maxTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), maxTimer));
    return () => clearTimeout(timer);
  },
};

export const correctedClock = (clock: Clock, offset: () => number): Clock => ({
  ...clock,
  now: () => Math.round(clock.now() + offset()),
});
