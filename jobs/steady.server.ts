// Whether the wall clock can be believed: after a leap the jobs wait until it has stood for a minute.
import type { App } from "~/app.server";
import { minutes } from "~/ground/time/duration";

/** Smaller ones are NTP's, or a machine that slept for a moment. */
const minLeapMs = minutes(10);
const standsForMs = minutes(1);

/**
 * Returns whether jobs may run now. A clock that was two years ahead for six seconds had all late tweets moved there;
 * backups and deletions by age would go by it, too. A machine that wakes from sleep looks alike, and waits a minute.
 */
export function watchClock({ clock, log }: Pick<App, "clock" | "log">): () => boolean {
  /** How far the wall clock is ahead of the monotonic one, as it was last believed. */
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
    log.warn({ leapMs: ahead - believed }, "the clock has stood since its leap, and is believed");
    leapt = null;
    believed = ahead;
    return true;
  };
}
