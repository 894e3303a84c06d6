// Unit, contract and route tests; the browser's tests live in playwright.config.ts.
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { fileURLToPath } from "node:url";
import { rules } from "./tests/support/rules.mjs";
import { findBinaries, noPostgres } from "./tests/support/postgres-binaries.mjs";
import { withoutDatabase } from "./tests/support/without-database.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What takes minutes begins first, or everything else waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification) => /\/tests\/(crash|simulator|built|docs)\//.test(file.moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const parts = ["tests/{db,features,mcp,ports,screens,ui}/**/*.test.{ts,tsx}"];
/** What is Postgres's alone. */
const postgresOnly = ["tests/db/{postgres,move}/**/*.test.ts"];
/** What runs on both. */
const onBoth = [
  "tests/features/**/*.test.{ts,tsx}",
  "tests/mcp/**/*.test.ts",
  "tests/db/both/**/*.test.ts",
  "tests/ports/network-sandbox.test.ts",
  "tests/ports/network-sandbox-pictures.test.ts",
];
/** Backups are SQLite's alone. */
const sqliteOnly = ["tests/features/backups/**"];
/** Vitest's own --exclude says nothing to a project that excludes something itself: they ran twice. */
const done = process.env["RULES"] === "done" ? rules : [];
/** Playwright's, the benchmarks' and the reference suite's. */
const notHere = ["tests/e2e/**", "tests/bench/**", "tests/reference/**"];

const onPostgres = {
  extends: true as const,
  test: {
    name: "postgres",
    include: [...onBoth, ...postgresOnly],
    exclude: [...sqliteOnly, ...withoutDatabase],
    isolate: false,
    globalSetup: ["tests/support/postgres-server.ts"],
  },
};

// Where a server is looked at before it is let out nothing may be left out; a machine that has none of its own goes on.
const hasPostgres = findBinaries() !== null;
if (!hasPostgres && process.env["CI"]) throw new Error(noPostgres);
if (!hasPostgres) process.stderr.write(`${noPostgres}. Everything runs on SQLite alone.\n`);

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
    setupFiles: ["tests/support/setup.ts"],
    // Ends what hangs, and judges no speed: beside others a test takes many times what it takes alone.
    testTimeout: 360_000,
    // A hook builds the app or fills a database, which takes four seconds alone.
    hookTimeout: 360_000,
    pool: "threads",
    // The long ones mostly wait, for an answer or a settle time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      // They keep nothing outside what each makes for itself, and reading the app anew takes longer than they do.
      { extends: true, test: { name: "parts", include: parts, exclude: [...postgresOnly, ...done], isolate: false } },
      ...(hasPostgres ? [onPostgres] : []),
      {
        extends: true,
        test: {
          name: "whole",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...notHere, ...parts, ...postgresOnly, ...done],
        },
      },
    ],
  },
});
