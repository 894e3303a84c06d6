// What befalls the server in a day: kills at any statement, stops, sleeps, clocks that are set.
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import type { Random } from "../crash/random";

export type Trouble = { in: number } & (
  | { kind: "kill"; halves: number }
  | { kind: "kill at once" }
  /** Replaced by another while it hangs in its calls, which come to their end much later. */
  | { kind: "left behind" }
  /** The same, in the middle of the next post. */
  | { kind: "left behind in a call" }
  | { kind: "stop" }
  | { kind: "sleep"; ms: number }
  | { kind: "sleep at commit"; ms: number }
  | { kind: "step"; ms: number; mendedIn: number }
  /** While the next post is on its way, or its lost answer waits to be settled. */
  | { kind: "step after a call"; after: number; ms: number }
);

/** Draws a day's troubles, at distances from its start. */
export function drawTroubles(random: Random): Trouble[] {
  const troubles: Trouble[] = [];
  const sign = () => (random.chance(0.5) ? 1 : -1);
  const add = (chance: number, draw: () => DistributedOmit<Trouble>) => {
    if (random.chance(chance)) troubles.push({ in: Math.round(random.between(0, days(1))), ...draw() });
  };
  for (let n = 0; n < 3; n += 1) {
    add(0.5, () => ({ kind: "kill", halves: random.below(120) }));
    add(0.2, () => ({ kind: "kill at once" }));
    add(0.2, () => ({ kind: "left behind" }));
    add(0.5, () => ({ kind: "left behind in a call" }));
    add(0.3, () => ({ kind: "step after a call", after: seconds(random.below(200)), ms: seconds(random.below(240)) }));
    add(0.3, () => ({ kind: "sleep at commit", ms: seconds(random.below(120)) }));
  }
  add(0.5, () => ({ kind: "stop" }));
  add(0.4, () => ({ kind: "sleep", ms: minutes(random.below(20)) }));
  add(0.2, () => ({ kind: "sleep", ms: hours(random.below(10)) }));
  // Within what the network tolerates, for hours; or far beyond it, until somebody mends it.
  add(0.4, () => ({ kind: "step", ms: sign() * seconds(random.below(240)), mendedIn: hours(random.between(0, 8)) }));
  add(0.3, () => ({
    kind: "step",
    ms: sign() * minutes(random.between(5, 600)),
    mendedIn: minutes(random.between(1, 90)),
  }));
  return troubles;
}

type DistributedOmit<T> = T extends unknown ? Omit<T, "in"> : never;
