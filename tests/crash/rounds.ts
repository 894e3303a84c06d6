// Many rounds at once, and the line that sums them up.
import { availableParallelism } from "node:os";
import { type RoundEnd, type RoundPlan, runRound } from "./round";
import type { Template } from "./template";
import { damage } from "./verdict";

/** A round mostly waits, for an answer or a settle time; by night, with slower answers, even more. */
const atOnce = Number(process.env.CRASH_AT_ONCE ?? Math.max(3, availableParallelism() * 2));
/** Long runs say so often how far they are, that one which is ended early has not been for nothing. */
const tellEvery = 50;

/** Runs them all, or until `enough` says so after one. */
export async function runRounds(
  template: Template,
  plans: RoundPlan[],
  enough: (end: RoundEnd) => boolean = () => false,
): Promise<RoundEnd[]> {
  const queue = [...plans];
  const ends: RoundEnd[] = [];
  const worker = async (): Promise<void> => {
    for (let plan = queue.shift(); plan; plan = queue.shift()) {
      const end = await runRound(template, plan);
      ends.push(end);
      if (ends.length % tellEvery === 0 && queue.length > 0) console.log(soFar(ends, plans.length));
      if (enough(end)) queue.length = 0;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, plans.length) }, worker));
  return ends;
}

function soFar(ends: RoundEnd[], planned: number): string {
  const { twice, lost, wrong, left } = tally(ends, 0);
  const bad = ends.filter(isBad).map(({ plan }) => plan.seed);
  const seeds = bad.length > 0 ? ` (seeds ${bad.join(", ")})` : "";
  return `${ends.length} of ${planned} rounds: twice ${twice}, lost ${lost}, wrong ${wrong}, left ${left}${seeds}`;
}

export const isBad = (end: RoundEnd): boolean => damage(end.verdict) > 0 || end.oddities.length > 0;

export interface Tally {
  rounds: number;
  tweets: number;
  kills: Map<string, number>;
  faults: Map<string, number>;
  twice: number;
  lost: number;
  wrong: number;
  left: number;
}

export function tally(ends: RoundEnd[], tweetsEach: number): Tally {
  const kills = new Map<string, number>();
  const faults = new Map<string, number>();
  const add = (to: Map<string, number>, name: string, n: number) => to.set(name, (to.get(name) ?? 0) + n);
  for (const { killed, struck } of ends) {
    for (const name of killed) add(kills, name, 1);
    for (const [name, n] of struck) add(faults, name, n);
  }
  const sum = (kind: "twice" | "lost" | "wrong" | "left") => ends.reduce((n, { verdict }) => n + verdict[kind], 0);
  const four = { twice: sum("twice"), lost: sum("lost"), wrong: sum("wrong"), left: sum("left") };
  return { rounds: ends.length, tweets: ends.length * tweetsEach, kills, faults, ...four };
}

export function sentence(name: string, one: Tally): string {
  const list = (map: Map<string, number>) =>
    [...map]
      .sort((a, b) => b[1] - a[1])
      .map(([what, n]) => `${what} ${n}`)
      .join(", ");
  const total = [...one.kills.values()].reduce((a, b) => a + b, 0);
  const sends = [...one.faults.values()].reduce((a, b) => a + b, 0);
  return [
    `${name}: ${one.rounds} rounds, ${one.tweets} tweets: ` +
      `posted twice ${one.twice}, lost ${one.lost}, wrongly shown ${one.wrong}, left ${one.left}`,
    `  ${total} kills: ${list(one.kills)}`,
    `  ${sends} sends: ${list(one.faults)}`,
  ].join("\n");
}
