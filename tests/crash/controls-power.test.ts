// Negative controls of power loss: what waits for the disk, taken away, must show damage.
import { describe, expect, it } from "vitest";
import * as plans from "./plans";
import { copyBuild } from "./process";
import { alone, controlSeeds, maxDuration, night, runControl, prepareGround } from "./runs";

const ground = prepareGround();

describe.skipIf(alone)("what holds the promise when the power goes, taken away, shows damage", () => {
  const waits = [{ what: "synchronous=NORMAL", build: "control-normal", patches: plans.synchronousNormal }];
  // What the publisher itself writes, and nothing else: it takes some rounds more.
  if (night) waits.push({ what: "the publisher's wait", build: "control-wait", patches: [plans.withoutWait] });
  it.for(waits)("$what", { timeout: maxDuration }, async ({ what, build, patches }, test) => {
    const { template, power } = ground();
    if ("missing" in power) return test.skip(power.missing);
    const crippled = await copyBuild(build, ...patches);
    const all = controlSeeds.map((seed) => plans.powerLossPlan(crippled, seed, power.library, true));
    expect(await runControl(`${what} under power loss`, template, all)).toBeGreaterThan(0);
  });
});
