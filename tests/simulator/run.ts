// Many worlds in a row: what they came to, and the first that went wrong, with its seed.
import { accountDaysInWorld, runWorld, type Sabotage, type WorldEnd } from "./world";

const { LINNET_NIGHT, SIM_SEED } = process.env;

/** Twenty account-days each. By night they are others each time. */
const worlds = LINNET_NIGHT ? 500 : 20;
const first =
  SIM_SEED === undefined ? (LINNET_NIGHT ? Math.floor(Date.now() / 1000) % 1_000_000 : 1) : Number(SIM_SEED);

/** The seeds of one half of the worlds; SIM_SEED runs a single one again. */
export function seedsOf(half: 0 | 1): number[] {
  if (SIM_SEED !== undefined) return half === 0 ? [first] : [];
  return Array.from({ length: worlds }, (_, n) => first + n).filter((_, n) => n % 2 === half);
}

export interface Sum {
  ends: WorldEnd[];
  /** Worlds in which something that must hold did not, each with its seed and its first problems. */
  bad: string[];
  said: string;
  /** How often people and the writer did what with ideas. */
  done: Map<string, number>;
}

export async function runAll(seeds: readonly number[]): Promise<Sum> {
  const ends: WorldEnd[] = [];
  for (const seed of seeds) ends.push(await runWorld(seed));
  const bad = ends
    .filter((end) => end.problems.length > 0)
    .map((end) => [`SIM_SEED=${end.seed} has it again:`, ...end.problems.slice(0, 5)].join("\n  "));
  const sum = (count: (end: WorldEnd) => number) => ends.reduce((total, end) => total + count(end), 0);
  const said = `${sum((end) => end.accountDays)} account-days: ${sum((end) => end.calls)} sends, ${sum((end) => end.posts)} posts, ${sum((end) => end.kills)} kills, ${bad.length} worlds with problems (from SIM_SEED=${seeds[0]})`;
  const done = new Map<string, number>();
  for (const end of ends) for (const [what, n] of end.done) done.set(what, (done.get(what) ?? 0) + n);
  return { ends, bad, said, done };
}

const maxWorlds = 1_000 / accountDaysInWorld;

/** Runs broken worlds, the first of them by the seed `from`, until a problem says `words`; answers it, or null. */
export async function firstProblem(sabotage: Sabotage, words: string, from = 1): Promise<string | null> {
  for (let seed = from; seed < from + maxWorlds; seed += 1) {
    const { problems } = await runWorld(seed, sabotage);
    const found = problems.find((problem) => problem.includes(words));
    if (found) return found;
  }
  return null;
}
