// Unit, contract and route tests; the browser's tests live in playwright.config.ts.
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What takes minutes begins first, or everything else waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification) => /\/(crash|simulator|built)\//.test(file.moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~\//, replacement: here("./app/") },
      { find: /^~db\//, replacement: here("./db/") },
      { find: /^~jobs\//, replacement: here("./jobs/") },
      { find: /^~tests\//, replacement: here("./tests/") },
    ],
  },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/e2e/**", "tests/bench/**", "tests/reference/**", "node_modules/**"],
    setupFiles: ["tests/support/setup.ts"],
    testTimeout: 120_000,
    pool: "threads",
    // The long ones mostly wait, for an answer or a settle time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
