// As killed.test.ts, but the power goes: what the disk had not taken yet is gone too.
import { it } from "vitest";
import { powerLossPlan } from "./plans";
import { maxDuration, night, runAll, seeds, prepareGround } from "./runs";

const ground = prepareGround();

it(
  "nothing is posted twice, lost, wrongly shown or left to a person when the power goes",
  async (test) => {
    const { template, build, power } = ground();
    if ("missing" in power) return test.skip(power.missing);
    const plans = seeds(night ? 200 : 6).map((seed) => powerLossPlan(build, seed, power.library));
    await runAll("Power lost", template, plans);
  },
  maxDuration,
);
