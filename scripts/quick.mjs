// Runs the type check, architecture tests and fast tests on SQLite in about 90 s (npm run quick).
import { ensureInstalled, run, runMeanwhile } from "./ready.mjs";

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
const excluded = slow.flatMap((file) => ["--exclude", file]);
// Only what `npm test` runs: test:rest (tests/runs.mjs) is too slow here.
run("npx", ["vitest", "run", ...onSqlite, ...fast, ...excluded], { LINNET_RUN: "test" });
await types;
console.log(`quick: ${((performance.now() - began) / 1_000).toFixed(0)} s`);
