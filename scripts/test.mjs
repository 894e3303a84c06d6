// npm test: from a fresh clone, everything that is checked, in one command. --night runs the long forms.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rules } from "../tests/support/rules.mjs";
import { ensureBuilt, ensureInstalled, run, runMeanwhile } from "./ready.mjs";

const night = process.argv.includes("--night");
const length = night ? { LINNET_NIGHT: "1" } : {};
const results = mkdtempSync(join(tmpdir(), "linnet-results-"));
const ruleResults = join(results, "rules.json");
const unitResults = join(results, "unit.json");
const browserResults = join(results, "browser.json");
const npm = (...args) => run("npm", ["run", "--silent", ...args]);

const steps = [
  { name: "install", work: install },
  { name: "lint", work: () => npm("lint") },
  { name: "known holes in dependencies", work: () => npm("audit:known") },
  { name: "build", work: build },
  { name: "types", work: () => types },
  { name: "tests of rules that need no database", work: ruleTests, count: () => countUnit(ruleResults) },
  { name: "SQLite compiled", work: () => compiled },
  { name: "browser", work: findABrowser },
  { name: "unit, contract and built-app tests", work: unitTests, count: () => countUnit(unitResults) },
  { name: "browser tests", work: browserTests, count: countBrowser },
];

/** Takes a minute and a half of one core the first time; what needs no database takes the other one. */
let compiled;
function install() {
  compiled = ensureInstalled({ compileMeanwhile: true });
  // A failure is told by the step that waits for it.
  compiled?.catch(() => undefined);
}

/** By now the other core is free of the compiler; types take it meanwhile. */
let types;
function build() {
  types = runMeanwhile("npm", ["run", "--silent", "typecheck"]);
  types.catch(() => undefined);
  ensureBuilt();
}

function ruleTests() {
  vitest(rules, ruleResults);
}

function unitTests() {
  vitest([], unitResults, { RULES: "done" });
}

function vitest(which, results, env = {}) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  run("npx", ["vitest", "run", ...which, ...reporters], { ...length, ...env });
}

async function findABrowser() {
  // Only now: before the installation there is no Playwright to ask.
  const { findBrowser } = await import("./browser.mjs");
  console.log(findBrowser());
}

/**
 * After the others: beside them five workers and what they start shared two cores, the load was 14, and each run had
 * another test that a machine so busy makes fail, while the whole was hardly sooner done.
 */
function browserTests() {
  const often = night ? ["--repeat-each=5"] : [];
  run("npx", ["playwright", "test", "--reporter=list,json", ...often], {
    ...length,
    PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults,
  });
}

/** A file that could not even be read holds no tests: it counts as one that failed. */
function countUnit(results) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = read(results);
  const unread = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return [numPassedTests, numFailedTests + unread.length, numPendingTests + numTodoTests];
}

function countBrowser() {
  const { stats, errors } = read(browserResults);
  return [stats.expected, stats.unexpected + stats.flaky + errors.length, stats.skipped];
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const total = [0, 0, 0];
let current = null;

/** How many tests of the step failed. */
function add(step, ok) {
  if (!step.count) return 0;
  let counted = [0, 0, 0];
  try {
    counted = step.count();
  } catch {
    // It ended before it could write down anything.
  }
  if (!ok && counted[1] === 0) counted[1] = 1;
  counted.forEach((number, at) => (total[at] += number));
  return counted[1];
}

// `run` ends the process at the first failure: the last words are said here, whichever way it ends.
process.on("exit", (code) => {
  if (code !== 0 && current) {
    add(current.step, false);
    console.log(`\n✗ ${current.step.name} failed after ${seconds(current.since)}; what comes after it was not run`);
  }
  rmSync(results, { recursive: true, force: true });
  console.log(`\n${total[0]} passed, ${total[1]} failed, ${total[2]} skipped`);
});

for (const step of steps) {
  console.log(`\n▶ ${step.name}`);
  current = { step, since: performance.now() };
  try {
    await step.work();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  const failed = add(step, true);
  if (failed > 0) {
    // What ran them ended well all the same, as vitest once did: their own list is believed.
    console.log(`\n✗ ${step.name}: ${failed} failed; what comes after it was not run`);
    current = null;
    process.exit(1);
  }
  console.log(`✓ ${step.name} (${seconds(current.since)})`);
  current = null;
}
