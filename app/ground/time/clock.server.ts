// The time, handed in, so that tests turn it by hand.

/** `now` is wall time in ms since 1970 (it may jump); `monotonic` only ever rises and is for leases and time-outs. */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Runs `run` once after `ms`; answers a function that cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** setTimeout(2**31) fires at once, so a longer wait is cut here; whoever waits looks at the time again anyway. */
const maxTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(ms, 0), maxTimer));
    return () => clearTimeout(timer);
  },
};

/** The same with its wall time corrected by `offset` ms: nodes that share a database compare their times. */
export const correctedClock = (clock: Clock, offset: () => number): Clock => ({
  ...clock,
  now: () => Math.round(clock.now() + offset()),
});
