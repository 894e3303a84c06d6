// Negative controls: what holds the promise, taken away, must show damage, or the rounds show nothing.
import { describe, expect, it } from "vitest";
import * as plans from "./plans";
import { copyBuild } from "./process";
import { alone, controlSeeds, maxDuration, runControl, prepareGround } from "./runs";

const ground = prepareGround();

describe.skipIf(alone)("what holds the promise, taken away, shows damage", () => {
  it(
    "a settle time shorter than the list's lag",
    async () => {
      const { template, build } = ground();
      const all = controlSeeds.map((seed) => plans.hastyPlan(build, seed));
      expect(await runControl("settle time shorter than the lag", template, all)).toBeGreaterThan(0);
    },
    maxDuration,
  );

  it(
    "the link of its pictures left in a post's words",
    async () => {
      const crippled = await copyBuild("control-link", plans.withPictureLinks);
      const all = controlSeeds.map((seed) => plans.usualPlan(crippled, seed, false));
      expect(await runControl("links of pictures left in", ground().template, all)).toBeGreaterThan(0);
    },
    maxDuration,
  );

  it(
    "no publisher lock, with two processes on one folder",
    async () => {
      const crippled = await copyBuild("control-lock", plans.withoutLock);
      const all = controlSeeds.map((seed) => plans.twoPublishersPlan(crippled, seed, false));
      expect(await runControl("no publisher lock", ground().template, all)).toBeGreaterThan(0);
    },
    maxDuration,
  );

  it(
    "no fence, where the lock has failed too; with the fence there is none",
    async () => {
      const { template } = ground();
      const lockless = await copyBuild("control-lock", plans.withoutLock);
      const crippled = await copyBuild("control-fence", plans.withoutLock, plans.withoutFence);
      const rounds = (from: string) => controlSeeds.map((seed) => plans.twoPublishersPlan(from, seed, true));
      expect(await runControl("no fence and no lock", template, rounds(crippled))).toBeGreaterThan(0);
      expect(await runControl("fence, but no lock", template, rounds(lockless).slice(0, 4))).toBe(0);
    },
    maxDuration,
  );
});
