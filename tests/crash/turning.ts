// Time is turned, not waited for: while nothing is on its way to X, the clocks of X and of the app go on together.
import { setTimeout as pause } from "node:timers/promises";
import type { RoundNetwork } from "./network";
import type { Life } from "./process";

const pollEveryMs = 20;
/** Nothing was on its way for so long: whoever was killed while sending has been heard. */
const stillMs = 60;
/** And for so many times what the last turn took: a machine that does much else has its time go slower. */
const stillTurns = 4;

/**
 * A turn is as long as the settle time at most. Should a send begin in the same moment, its first look comes too soon;
 * the second, which decides, comes a settle time and a half later, after whatever X takes late.
 */
export function keepTurning(network: RoundNetwork, lives: () => Life[], settleMs: number): { stop(): Promise<void> } {
  let over = false;
  async function turning(): Promise<void> {
    let stillSince = performance.now();
    let tookMs = 0;
    while (!over) {
      const pausedAt = performance.now();
      await pause(pollEveryMs);
      tookMs = Math.max(tookMs, performance.now() - pausedAt - pollEveryMs);
      const living = lives();
      const isStill = !network.isBusy() && living.length > 0 && living.every((life) => life.isUp());
      if (!isStill) stillSince = performance.now();
      if (performance.now() - stillSince < stillMs + stillTurns * tookMs) continue;
      const turnedAt = performance.now();
      network.turn(settleMs);
      // One that is killed meanwhile begins its next life at X's time.
      await Promise.all(living.map((life) => life.turn(settleMs).catch(() => undefined)));
      tookMs = performance.now() - turnedAt;
      stillSince = performance.now();
    }
  }
  const done = turning();
  return {
    async stop() {
      over = true;
      await done;
    },
  };
}
