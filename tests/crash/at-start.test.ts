// One death at each named point of a tweet's way, with nothing else going wrong: the short form of killed.test.ts.
import { expect, it } from "vitest";
import { tweetCrashPoints } from "~/ground/telemetry/crash-points.server";
import { deathPlan } from "./plans";
import { maxDuration, runAll, prepareGround } from "./runs";

const ground = prepareGround({
  texts: ["Tweet [1] has two pictures", "Tweet [2] is plain & short"],
  threads: [["Tweet [3] begins a thread and has a picture", "Tweet [4] ends it: https://linnet.example/4"]],
  pictures: true,
});

it(
  "killed at any named point of its way, all of two accounts is posted once, and shown so",
  async () => {
    const { template, build } = ground();
    const plans = tweetCrashPoints.map((point, seed) => deathPlan(build, point, seed));
    const ends = await runAll("Killed at each point", template, plans);
    expect(ends.map(({ killed }) => killed.at(-1)).sort()).toEqual([...tweetCrashPoints].sort());
  },
  maxDuration,
);
