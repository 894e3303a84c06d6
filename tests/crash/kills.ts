// When a process is to die: at a labelled point, on a sign of the network, or at any moment.
import { type TweetCrashPoint, tweetCrashPoints } from "~/ground/telemetry/crash-points.server";
import type { Random } from "./random";

export type Kill =
  | { kind: "point"; point: TweetCrashPoint; at: number }
  /** When X has a request's headers, or has taken the post and not yet answered. */
  | { kind: "network"; moment: "request" | "taken"; at: number }
  | { kind: "random"; from: "start" | "up"; afterMs: number };

export const nameOf = (kill: Kill): string =>
  kill.kind === "point" ? kill.point : kill.kind === "network" ? `X: ${kill.moment}` : "at random";

/** One to four deaths, more often few; the first is at each point in turn, so that few rounds reach them all. */
export function drawKills(random: Random, seed: number): Kill[] {
  const first: Kill = {
    kind: "point",
    point: tweetCrashPoints[seed % tweetCrashPoints.length] ?? random.pick(tweetCrashPoints),
    at: 1,
  };
  const more = Array.from({ length: Math.floor(4 * random.next() ** 2) }, () => drawKill(random));
  // A lost answer comes before anything is read, so that point can't be the first.
  return first.point === "reconcile:read"
    ? [{ kind: "network", moment: "taken", at: 1 }, first, ...more]
    : [first, ...more];
}

function drawKill(random: Random): Kill {
  const at = 1 + random.below(3);
  if (random.chance(0.5)) return { kind: "point", point: random.pick(tweetCrashPoints), at };
  if (random.chance(0.4)) return { kind: "network", moment: random.pick(["request", "taken"]), at };
  return { kind: "random", from: random.pick(["start", "up"]), afterMs: random.between(0, 1_500) };
}

/** While it is up and at work. */
export const atRandom = (random: Random, n: number): Kill[] =>
  Array.from({ length: n }, () => ({ kind: "random", from: "up", afterMs: random.between(500, 1_500) }));
