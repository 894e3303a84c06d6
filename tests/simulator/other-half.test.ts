// The other half of the simulated worlds, in a file of its own, so that two cores share them.
import { expect, it } from "vitest";
import { runAll, seedsOf } from "./run";

it("nothing that must hold is broken in them either", async () => {
  const { bad, said } = await runAll(seedsOf(1));
  console.log(said);
  expect(bad).toEqual([]);
});
