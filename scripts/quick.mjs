// npm run quick: what most often breaks, in a minute and a half on two cores: types, the rules of the house, pure and fast
// tests, those with a database on SQLite alone.
import { ensureInstalled, run, runMeanwhile } from "./ready.mjs";

/** Without the built app, and without what takes seconds by itself. */
const fast = [
  "tests/architecture",
  "tests/docs/pages.test.ts",
  "tests/docs/commits.test.ts",
  "tests/messages.test.ts",
  "tests/ground/config.test.ts",
  "tests/ground/zone-local.test.ts",
  "tests/ui/",
  "tests/screens/",
  "tests/features/analysis/",
  "tests/features/generation/places.test.ts",
  "tests/features/publishing/",
  "tests/features/timeline/",
  "tests/features/tweets/",
  "tests/ports/ai-prompts.test.ts",
  "tests/ports/network-x-rules.test.ts",
  "tests/http/contract/contract.test.ts",
  "tests/http/calls/main-job.test.ts",
];
const slow = ["tests/features/publishing/hazards.test.ts", "tests/screens/forms/state-by-verb.test.ts"];

ensureInstalled();
const began = performance.now();
const types = runMeanwhile("npm", ["run", "--silent", "typecheck"]);
types.catch(() => undefined);
const onSqlite = ["--project", "parts", "--project", "whole"];
const leftOut = slow.flatMap((file) => ["--exclude", file]);
// Of `npm test` alone: what tests/runs.mjs leaves to test:rest is too slow here, too.
run("npx", ["vitest", "run", ...onSqlite, ...fast, ...leftOut], { LINNET_RUN: "test" });
await types;
console.log(`quick: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
