// A month with both live services in trouble: everything ends settled or honestly waiting, and no forbidden call is made.
import { expect, it } from "vitest";
import { runMonth } from "./month";

const { LINNET_NIGHT, SIM_SEED } = process.env;
const first =
  SIM_SEED === undefined ? (LINNET_NIGHT ? Math.floor(Date.now() / 1000) % 1_000_000 : 1) : Number(SIM_SEED);
const months = LINNET_NIGHT && SIM_SEED === undefined ? 20 : 1;

it("a month of trouble leaves nothing unsettled and calls nobody in vain", async () => {
  for (let seed = first; seed < first + months; seed += 1) {
    const end = await runMonth(seed);
    const sum = [...end.tasks.values()].reduce((total, n) => total + n, 0);
    console.log(`month ${seed}: ${sum} tasks, ${end.questions} questions, ${end.posts} posts`, end.tasks, end.fates);
    expect(end.problems, `SIM_SEED=${seed} has it again`).toEqual([]);
    for (const how of ["success", "quota", "model", "busy", "timeout", "unreachable", "blocked"])
      expect(end.tasks.get(how) ?? 0, how).toBeGreaterThan(0);
    for (const fate of ["quota", "retired", "minute", "slow", "too long", "a stranger mentioned", "the same again"])
      expect(end.fates.get(fate) ?? 0, fate).toBeGreaterThan(0);
    expect(end.posts).toBeGreaterThan(100);
  }
});

it("a writer that asks again after a final refusal would be noticed", async () => {
  const { problems } = await runMonth(1, { impatient: true, length: 4 });
  expect(problems.filter((problem) => /asked again after "(quota|no line|key)"/.test(problem))).not.toEqual([]);
});
