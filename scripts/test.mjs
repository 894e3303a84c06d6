// Runs `npm test`; --rest runs all other tests and repeats failures, --night runs the long forms.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, run, runMeanwhile, runToEnd } from "./ready.mjs";
import { readBrowser, readVitest } from "./test-results.mjs";
import { runAgain } from "./second-try.mjs";

const which = process.argv.includes("--rest") ? "rest" : process.argv.includes("--night") ? "night" : "test";
const env = which === "night" ? { LINNET_NIGHT: "1" } : { LINNET_RUN: which };
const results = mkdtempSync(join(tmpdir(), "linnet-results-"));
const npm = (...args) => run("npm", ["run", "--silent", ...args]);

const steps = [
  { name: "install", work: install },
  ...(which === "rest" ? [{ name: "format", work: () => npm("format:check") }] : []),
  which === "test"
    ? { name: "lint, types, build", work: lintTypesAndBuild }
    : { name: "build", work: () => ensureBuilt() },
  { name: "SQLite compiled", work: () => compiled },
  { name: "tests without the built app", work: () => vitest("parts", "whole") },
  ...(which === "test" ? [] : [{ name: "the same on Postgres", work: onPostgres }]),
  { name: "the built app and the crash harness", work: () => vitest("processes") },
  { name: "a browser", work: findABrowser },
  { name: "browser tests", work: browserTests },
];

/** Compiling takes 90 s of one core the first time, so lint, types and build run beside it. */
let compiled;
function install() {
  compiled = ensureInstalled({ compileMeanwhile: true });
  compiled?.catch(() => undefined);
}

async function lintTypesAndBuild() {
  const lint = () => runMeanwhile("npx", ["eslint", ".", "--max-warnings", "0"]);
  // More checkers would work out the same types again on a core that others need.
  const checkTypes = () => runMeanwhile("npm", ["run", "--silent", "typecheck", "--", "--checkers", "1"]);
  if (compiled) {
    // In sequence: compiling SQLite, which the tests need, keeps one of two cores busy.
    ensureBuilt();
    await lint();
    return checkTypes();
  }
  const meanwhile = [lint(), checkTypes()];
  for (const one of meanwhile) one.catch(() => undefined);
  ensureBuilt();
  return Promise.all(meanwhile).then(() => undefined);
}

async function findABrowser() {
  const { findBrowser } = await import("./browser.mjs");
  console.log(findBrowser());
}

async function onPostgres() {
  const { findBinaries, noPostgres } = await import("../tests/support/databases/postgres-binaries.mjs");
  if (findBinaries() === null && !process.env.CI) return void console.log(noPostgres);
  return vitest("postgres");
}

function vitest(...projects) {
  const file = join(results, `${projects.join("-")}.json`);
  const only = projects.flatMap((project) => ["--project", project]);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const ok = runToEnd("npx", ["vitest", "run", ...only, ...reporters], env);
  return readVitest(file, ok, projects);
}

function browserTests() {
  const often = which === "night" ? ["--repeat-each=5"] : [];
  const file = join(results, "browser.json");
  const ok = runToEnd("npx", ["playwright", "test", "--reporter=list,json", ...often], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  return readBrowser(file, ok);
}

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const began = performance.now();
const total = { passed: 0, failed: 0, skipped: 0 };
const times = [];
const failures = [];
let current = null;

// `run` exits at the first failure, so the summary is printed here.
process.on("exit", (code) => {
  if (current)
    console.log(`\n✗ ${current.name} failed after ${seconds(current.since)}; what comes after it was not run`);
  if (code !== 0 && total.failed === 0) total.failed = 1;
  rmSync(results, { recursive: true, force: true });
  console.log(`\n${times.join(" · ")} · ${seconds(began)} in all`);
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
});

for (const step of steps) {
  console.log(`\n▶ ${step.name}`);
  current = { name: step.name, since: performance.now() };
  try {
    const ended = await step.work();
    if (ended) {
      for (const kind of Object.keys(total)) total[kind] += ended[kind];
      failures.push(...ended.failures);
      if (ended.failed > 0 && which === "test") process.exit(1);
    }
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  times.push(`${step.name} ${seconds(current.since)}`);
  console.log(`✓ ${step.name} (${seconds(current.since)})`);
  current = null;
}

if (which === "rest" && total.failed > 0) {
  const unsteady = runAgain(failures, total.failed, env);
  total.passed += unsteady;
  total.failed -= unsteady;
}
process.exitCode = total.failed > 0 ? 1 : 0;
