// Unit, contract and route tests; the browser's tests live in playwright.config.ts.
import { defineConfig } from "vitest/config";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
    maxWorkers: 2,
  },
});
