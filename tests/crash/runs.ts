// What the files of rounds share: their seeds, the ground they begin on, and how their end is told.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect } from "vitest";
import { compilePowerLoss } from "./powerloss";
import { copyBuild, killAll } from "./process";
import type { RoundEnd, RoundPlan } from "./round";
import { isBad, runRounds, sentence, tally } from "./rounds";
import { makeTemplate, type Template, type Wanted } from "./template";
import { harm } from "./verdict";

const { LINNET_NIGHT, CRASH_SEED, CRASH_ROUNDS } = process.env;
export const night = LINNET_NIGHT === "1";
const first = CRASH_SEED === undefined ? (night ? Math.floor(Date.now() / 1000) % 1_000_000 : 0) : Number(CRASH_SEED);
/** One round is looked at again: no controls. */
export const alone = CRASH_SEED !== undefined;

/** As many as are usual, or as CRASH_ROUNDS says. */
export const seeds = (usual: number): number[] =>
  Array.from({ length: Number(CRASH_ROUNDS ?? (alone ? 1 : usual)) }, (_, i) => first + i);

/** Ends what hangs, and judges no speed: sixty rounds take some minutes alone, and many times that beside much else. */
export const maxDuration = night ? 3 * 3_600_000 : 2_700_000;

export interface Ground {
  template: Template;
  build: string;
  power: ReturnType<typeof compilePowerLoss>;
}

/** For all tests of a file. */
export function prepareGround(wanted: Wanted = { pictures: true }): () => Ground {
  let ground: Ground | null = null;
  beforeAll(async () => {
    const [build, template] = await Promise.all([copyBuild("plain"), makeTemplate(wanted)]);
    ground = { build, template, power: compilePowerLoss(template.folder) };
  });
  afterAll(() => {
    killAll();
    if (ground) rmSync(ground.template.folder, { recursive: true, force: true });
  });
  return () => {
    if (!ground) throw new Error("There is no ground yet");
    return ground;
  };
}

/** Runs them, prints the sum, and shows the story of the first one that went wrong. */
export async function runAll(name: string, template: Template, all: RoundPlan[]): Promise<RoundEnd[]> {
  const ends = await runRounds(template, all);
  console.log(sentence(name, tally(ends, template.tweets.length)));
  const bad = ends.filter(isBad);
  const again = bad.map(({ plan }) => plan.seed).join(", ");
  expect(bad[0]?.story() ?? "", `Again: ${night ? "LINNET_NIGHT=1 " : ""}CRASH_SEED= one of ${again}`).toBe("");
  return ends;
}

/** Runs a crippled app until it has shown damage; answers how much. */
export async function runControl(name: string, template: Template, all: RoundPlan[]): Promise<number> {
  const ends = await runRounds(template, all, (end) => harm(end.verdict) > 0);
  console.log(sentence(`Control, ${name}`, tally(ends, template.tweets.length)));
  return ends.reduce((sum, { verdict }) => sum + harm(verdict), 0);
}

/** Of each control so many rounds at most. */
export const controlSeeds = Array.from({ length: 12 }, (_, i) => i);
