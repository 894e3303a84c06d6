// When a process is to die: at a labelled point, on a sign of the network, or at any moment.
import { type TweetCrashPoint, tweetCrashPoints } from "~/ground/telemetry/crash-points.server";
import type { Random } from "./random";

/** One that is `sure` is waited for; another that isn't reached soon comes at any moment. */
export type Kill = { sure?: true } & (
  | { kind: "point"; point: TweetCrashPoint; at: number }
  /** When X has a request's headers, or has taken the post and not yet answered. */
  | { kind: "network"; moment: "request" | "taken"; at: number }
  | { kind: "random"; from: "start" | "up"; afterMs: number }
);

export const nameOf = (kill: Kill): string =>
  kill.kind === "point" ? kill.point : kill.kind === "network" ? `X: ${kill.moment}` : "at random";

/** One to four deaths, more often few; the first is at each point in turn, so that few rounds reach them all. */
export function drawKills(random: Random, seed: number): Kill[] {
  const first = tweetCrashPoints[seed % tweetCrashPoints.length] ?? random.pick(tweetCrashPoints);
  const more = Array.from({ length: Math.floor(4 * random.next() ** 2) }, () => drawKill(random));
  return [...killsAt(first), ...more];
}

/** Nothing is looked up before a send was cut off, so that point can't be the first. */
export const killsAt = (point: TweetCrashPoint): Kill[] =>
  (point === "reconcile:read" ? (["answer:read", point] as const) : [point]).map((one) => ({
    kind: "point",
    point: one,
    at: 1,
    sure: true,
  }));

function drawKill(random: Random): Kill {
  const at = 1 + random.below(3);
  if (random.chance(0.5)) return { kind: "point", point: random.pick(tweetCrashPoints), at };
  if (random.chance(0.4)) return { kind: "network", moment: random.pick(["request", "taken"]), at };
  return { kind: "random", from: random.pick(["start", "up"]), afterMs: random.between(0, 1_500) };
}

/** While it is up and at work. */
export const atRandom = (random: Random, n: number): Kill[] =>
  Array.from({ length: n }, () => ({ kind: "random", from: "up", afterMs: random.between(500, 1_500) }));
