// The promise, tried: the built app killed at every labelled point and at random, with half of its sends going wrong.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tweetCrashPoints } from "~/ground/telemetry/crash-points.server";
import { allFaultKinds } from "./faults";
import * as plans from "./plans";
import { compilePowerLoss } from "./powerloss";
import { copyBuild, killAll } from "./process";
import type { RoundEnd, RoundPlan } from "./round";
import { isBad, runRounds, sentence, tally } from "./rounds";
import { makeTemplate, type Template } from "./template";
import { harm } from "./verdict";

const { LINNET_NIGHT, CRASH_SEED, CRASH_ROUNDS } = process.env;
const night = LINNET_NIGHT === "1";
const first = CRASH_SEED === undefined ? (night ? Math.floor(Date.now() / 1000) % 1_000_000 : 0) : Number(CRASH_SEED);
const alone = CRASH_SEED !== undefined;
const seeds = (n: number): number[] =>
  Array.from({ length: alone ? Number(CRASH_ROUNDS ?? 1) : n }, (_, i) => first + i);
const usualRounds = Number(CRASH_ROUNDS ?? (night ? 1_000 : 60));
const powerRounds = night ? 200 : 6;
const controlRounds = 12;
// 60 rounds take six minutes alone, and were ended at fifteen beside everything else.
const maxDuration = night ? 3 * 3_600_000 : 2_700_000;

let template: Template;
let build: string;
let power: ReturnType<typeof compilePowerLoss>;

beforeAll(async () => {
  build = await copyBuild("plain");
  template = await makeTemplate({ pictures: true });
  power = compilePowerLoss(template.folder);
});

afterAll(() => {
  killAll();
  rmSync(template.folder, { recursive: true, force: true });
});

/** Runs them, prints the sum, and shows the story of the first one that went wrong. */
async function runAll(name: string, all: RoundPlan[]): Promise<RoundEnd[]> {
  const ends = await runRounds(template, all);
  console.log(sentence(name, tally(ends, template.tweets.length)));
  const bad = ends.filter(isBad);
  const again = bad.map(({ plan }) => plan.seed).join(", ");
  expect(bad[0]?.story() ?? "", `Again: ${night ? "LINNET_NIGHT=1 " : ""}CRASH_SEED= one of ${again}`).toBe("");
  return ends;
}

/** Runs a crippled app until it has shown damage. */
async function runControl(name: string, all: RoundPlan[]): Promise<number> {
  const ends = await runRounds(template, all, (end) => harm(end.verdict) > 0);
  console.log(sentence(`Control, ${name}`, tally(ends, template.tweets.length)));
  return ends.reduce((sum, { verdict }) => sum + harm(verdict), 0);
}

it(
  "nothing is posted twice, lost, wrongly shown or left to a person, whenever the app is killed",
  async () => {
    const ends = await runAll(
      "Killed",
      seeds(usualRounds).map((seed) => plans.usualPlan(build, seed, night)),
    );
    if (ends.length < 30) return;
    const { kills, faults } = tally(ends, template.tweets.length);
    for (const point of tweetCrashPoints) expect(kills.get(point) ?? 0, `kills at ${point}`).toBeGreaterThan(0);
    for (const kind of allFaultKinds) expect(faults.get(kind) ?? 0, `sends with ${kind}`).toBeGreaterThan(0);
  },
  maxDuration,
);

it(
  "nor when the power goes",
  async (test) => {
    if ("missing" in power) return test.skip(power.missing);
    const { library } = power;
    await runAll(
      "Power lost",
      seeds(powerRounds).map((seed) => plans.powerLossPlan(build, seed, library)),
    );
  },
  maxDuration,
);

describe.skipIf(alone)("what holds the promise, taken away, shows damage", () => {
  const some = Array.from({ length: controlRounds }, (_, i) => i);

  const waits = [{ what: "synchronous=NORMAL", build: "control-normal", patches: plans.synchronousNormal }];
  // What the publisher itself writes, and nothing else: it takes some rounds more.
  if (night) waits.push({ what: "the publisher's wait", build: "control-wait", patches: [plans.withoutWait] });
  it.for(waits)(
    "$what, when the power goes",
    { timeout: maxDuration },
    async ({ what, build: name, patches }, test) => {
      if ("missing" in power) return test.skip(power.missing);
      const { library } = power;
      const crippled = await copyBuild(name, ...patches);
      const all = some.map((seed) => plans.powerLossPlan(crippled, seed, library, true));
      expect(await runControl(`${what} under power loss`, all)).toBeGreaterThan(0);
    },
  );

  it(
    "a settle time shorter than the list's lag",
    async () => {
      const all = some.map((seed) => plans.hastyPlan(build, seed));
      expect(await runControl("settle time shorter than the lag", all)).toBeGreaterThan(0);
    },
    maxDuration,
  );

  it(
    "the link of its pictures left in a post's words",
    async () => {
      const crippled = await copyBuild("control-link", plans.withPictureLinks);
      const all = some.map((seed) => plans.usualPlan(crippled, seed, false));
      expect(await runControl("links of pictures left in", all)).toBeGreaterThan(0);
    },
    maxDuration,
  );

  it(
    "no publisher lock, with two processes on one folder",
    async () => {
      const crippled = await copyBuild("control-lock", plans.withoutLock);
      const all = some.map((seed) => plans.twoPublishersPlan(crippled, seed, false));
      expect(await runControl("no publisher lock", all)).toBeGreaterThan(0);
    },
    maxDuration,
  );

  it(
    "no fence, where the lock has failed too; with the fence there is none",
    async () => {
      const lockless = await copyBuild("control-lock", plans.withoutLock);
      const crippled = await copyBuild("control-fence", plans.withoutLock, plans.withoutFence);
      const rounds = (from: string) => some.map((seed) => plans.twoPublishersPlan(from, seed, true));
      expect(await runControl("no fence and no lock", rounds(crippled))).toBeGreaterThan(0);
      expect(await runControl("fence, but no lock", rounds(lockless).slice(0, 4))).toBe(0);
    },
    maxDuration,
  );
});
