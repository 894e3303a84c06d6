// Stops jobs after a wall-clock jump until the clock is stable for a minute.
import type { App } from "~/app.server";
import { minutes } from "~/ground/time/duration";

const minLeapMs = minutes(10);
const standsForMs = minutes(1);

/** A clock two years ahead for six seconds once moved all late tweets there. A wake from sleep looks the same. */
export function watchClock({ clock, log }: Pick<App, "clock" | "log">): () => boolean {
  let believed = clock.now() - clock.monotonic();
  let leapt: { at: number; ahead: number } | null = null;
  return () => {
    const monotonic = clock.monotonic();
    const ahead = clock.now() - monotonic;
    const isFar = (other: number) => Math.abs(ahead - other) > minLeapMs;
    if (!isFar(believed)) {
      if (leapt) log.warn("the clock is back; nothing was done by the time that it showed");
      leapt = null;
      believed = ahead;
      return true;
    }
    if (leapt === null || isFar(leapt.ahead)) {
      log.warn({ leapMs: ahead - believed }, "the clock has leapt; nothing is begun until it has stood for a minute");
      leapt = { at: monotonic, ahead };
    }
    if (monotonic - leapt.at < standsForMs) return false;
    log.warn({ leapMs: ahead - believed }, "clock stable again after a jump; resuming");
    leapt = null;
    believed = ahead;
    return true;
  };
}
