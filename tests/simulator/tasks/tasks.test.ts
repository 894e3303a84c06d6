// Tasks by the thousand, each world by its seed: none lost, none twice, none for ever, and no place either.
import { describe, expect, it } from "vitest";
import { maxRunning } from "~/features/generation/run.server";
import { runTasks, type Sabotage } from "./world";

const { LINNET_NIGHT, SIM_SEED } = process.env;
const first =
  SIM_SEED === undefined ? (LINNET_NIGHT ? Math.floor(Date.now() / 1000) % 1_000_000 : 1) : Number(SIM_SEED);
const worlds = SIM_SEED === undefined ? (LINNET_NIGHT ? 200 : 8) : 1;

it("whatever befalls the writer, the server and the clock, every task ends once, in its time, and leaves its place", async () => {
  const ends = [];
  for (let seed = first; seed < first + worlds; seed += 1) ends.push(await runTasks(seed));
  const bad = ends
    .filter(({ problems }) => problems.length > 0)
    .map(({ seed, problems }) => [`SIM_SEED=${seed} has it again:`, ...problems.slice(0, 5)].join("\n  "));
  expect(bad).toEqual([]);
  const tasks = new Map<string, number>();
  for (const end of ends) for (const [how, n] of end.tasks) tasks.set(how, (tasks.get(how) ?? 0) + n);
  console.log(`${worlds} worlds of tasks:`, tasks);
  if (worlds < 8) return;
  for (const how of ["success", "timeout", "failed", "busy", "quota", "unreachable", "blocked"])
    expect(tasks.get(how) ?? 0, how).toBeGreaterThan(0);
  expect(ends.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(worlds);
  expect(Math.max(...ends.map(({ max }) => max))).toBe(maxRunning);
});

describe("it shows where", () => {
  const broken: [what: string, sabotage: Sabotage, shown: RegExp][] = [
    ["a deaf writer keeps its place", { noTimers: true, vices: { deaf: 0.2 } }, /after .* waits, though/],
    ["places are forgotten", { noPlaces: true }, /[5-9] tasks run at once/],
    [
      "a holder that was left behind may still end its task",
      { sql: [`and "lease_token" = ? and "state" = ?`, "and ? <> ?"], vices: { late: 0.3 } },
      /with 2 batches/,
    ],
    [
      "tries are not counted",
      { sql: ["attempts = attempts + 1", "attempts = attempts"], kills: 9 },
      /was tried [4-9] times/,
    ],
    [
      "nothing ends what is overdue",
      { sql: [`("deadline_at" <= ? or "attempts" >= ?)`, "(? + ? < 0)"], noTimers: true, vices: { deaf: 0.3 } },
      /has been open for/,
    ],
    [
      "a start leaves in hand what its process does not hold",
      {
        sql: [`"state" = 'running' and ("lease_node"`, `"state" = 'running' and lease_token is null and ("lease_node"`],
      },
      /runs, and nobody holds it/,
    ],
    ["a writer tells half of what it cost", { vices: { hides: true } }, /tokens written down, and cost/],
    ["the web is searched unasked", { vices: { searches: true } }, /searched, though nobody asked for it/],
    ["the web is searched to mend", { vices: { searches: true } }, /searched to mend/],
  ];
  it.each(broken)("%s", async (_what, sabotage, shown) => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const { problems } = await runTasks(seed, sabotage);
      if (problems.some((problem) => shown.test(problem))) return;
    }
    expect.unreachable("nothing showed it in twenty worlds");
  });
});
