// The promise, tried: the built app killed at every labelled point and at random, with half of its sends going wrong.
import { expect, it } from "vitest";
import { tweetCrashPoints } from "~/ground/telemetry/crash-points.server";
import { allFaultKinds } from "./faults";
import { usualPlan } from "./plans";
import { tally } from "./rounds";
import { maxDuration, night, runAll, seeds, prepareGround } from "./runs";

const ground = prepareGround();

it(
  "nothing is posted twice, lost, wrongly shown or left to a person, whenever the app is killed",
  async () => {
    const { template, build } = ground();
    const plans = seeds(night ? 1_000 : 60).map((seed) => usualPlan(build, seed, night));
    const ends = await runAll("Killed", template, plans);
    if (ends.length < 30) return;
    const { kills, faults } = tally(ends, template.tweets.length);
    for (const point of tweetCrashPoints) expect(kills.get(point) ?? 0, `kills at ${point}`).toBeGreaterThan(0);
    for (const kind of allFaultKinds) expect(faults.get(kind) ?? 0, `sends with ${kind}`).toBeGreaterThan(0);
  },
  maxDuration,
);
