// Runs tests that failed in test:rest once more; green then means flaky.
import { stripVTControlCharacters } from "node:util";
import { runToEnd } from "./ready.mjs";

const maxTries = 10;

/**
 * @param {import("./test-results.mjs").Failure[]} failures
 * @param {number} failed how many failed, those too that nothing repeats
 * @param {Record<string, string>} env
 * @returns {number} how many of them were green alone
 */
export function runAgain(failures, failed, env) {
  if (failures.length === 0 || failures.length > maxTries) {
    console.log(`\n${failed} failed: no second try`);
    return 0;
  }
  const unsteady = [];
  for (const failure of failures) {
    console.log(`\n▶ once more, alone: ${failure.file} › ${failure.title}`);
    const [command, ...args] = failure.again;
    if (runToEnd(command, args, env)) unsteady.push(failure);
  }
  for (const { file, title, text } of unsteady)
    console.log(`\nunsteady: ${file} › ${title}\n${stripVTControlCharacters(text)}\nWrite it into tests/unsteady.md.`);
  return unsteady.length;
}
