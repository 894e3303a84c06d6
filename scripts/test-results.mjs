// Reads the results of vitest and Playwright, with a command to repeat each failure.
import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { root } from "./ready.mjs";

/**
 * @typedef {{ file: string, title: string, text: string, again: string[] }} Failure `again` is the command that repeats it
 * alone.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Ended
 */

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const below = (path) => relative(root, path).split(sep).join("/");

function judged(ended, ok) {
  if (!ok && ended.failed === 0) ended.failed = 1;
  return ended;
}

const nothing = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * @param {string} file
 * @param {boolean} ok whether vitest itself ended well
 * @param {string[]} projects
 * @returns {Ended}
 */
export function readVitest(file, ok, projects) {
  const said = read(file);
  const ended = nothing();
  const only = projects.flatMap((project) => ["--project", project]);
  for (const { name, status, message, assertionResults } of said?.testResults ?? []) {
    const path = below(name);
    for (const test of assertionResults) {
      if (test.status === "passed") ended.passed += 1;
      else if (test.status !== "failed") ended.skipped += 1;
      else {
        ended.failed += 1;
        const again = ["npx", "vitest", "run", ...only, path, "-t", `^${escaped(test.fullName)}$`];
        ended.failures.push({ file: path, title: test.fullName, text: test.failureMessages.join("\n"), again });
      }
    }
    // A file that failed to load, or in a hook, lists no failed test.
    if (status === "failed" && !assertionResults.some((test) => test.status === "failed")) {
      ended.failed += 1;
      const again = ["npx", "vitest", "run", ...only, path];
      ended.failures.push({ file: path, title: "(the file itself)", text: message ?? "", again });
    }
  }
  return judged(ended, ok);
}

/**
 * @param {string} file
 * @param {boolean} ok whether Playwright itself ended well
 * @returns {Ended}
 */
export function readBrowser(file, ok) {
  const said = read(file);
  const ended = nothing();
  const visit = (suite, titles) => {
    for (const one of suite.suites ?? []) visit(one, one.title === one.file ? titles : [...titles, one.title]);
    for (const spec of suite.specs ?? []) for (const test of spec.tests) add(spec, test, [...titles, spec.title]);
  };
  const add = (spec, test, titles) => {
    if (test.status === "expected") ended.passed += 1;
    else if (test.status === "skipped") ended.skipped += 1;
    else {
      ended.failed += 1;
      const title = titles.join(" ");
      const text = test.results.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n");
      const again = ["npx", "playwright", "test", spec.file, "--project", test.projectName, "--workers", "1"];
      ended.failures.push({
        file: `tests/e2e/${spec.file} (${test.projectName})`,
        title,
        text,
        again: [...again, "-g", `${escaped(title)}$`],
      });
    }
  };
  for (const suite of said?.suites ?? []) visit(suite, []);
  ended.failed += said?.errors?.length ?? 0;
  return judged(ended, ok);
}
