// Unit, contract and route tests; the browser's tests live in playwright.config.ts. tests/runs.mjs says what runs when.
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { defineConfig } from "vitest/config";
import { fileURLToPath } from "node:url";
import { filesOf } from "./tests/runs.mjs";
import { findBinaries, noPostgres } from "./tests/support/databases/postgres-binaries.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** LINNET_RUN is `test` or `rest`, as scripts/test.mjs sets it; without it every file is here. */
const { LINNET_RUN, LINNET_SHUFFLE: seed, CI } = process.env;
const run = LINNET_RUN || undefined;

/** By name, whatever yesterday's durations were; in another order for each seed. */
class InOneOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      seed === undefined ? moduleId : createHash("sha256").update(`${seed} ${moduleId}`).digest("hex");
    return Promise.resolve(files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1)));
  }
}

const projectOf = (name: string, order: number, more: object = {}) => ({
  extends: true as const,
  test: { name, include: filesOf(name, run), sequence: { groupOrder: order }, ...more },
});

const cores = availableParallelism();

// Where a server is looked at before it is let out nothing may be left out; a machine that has none of its own goes on.
const wantsPostgres = run !== "test";
const hasPostgres = wantsPostgres && findBinaries() !== null;
if (wantsPostgres && !hasPostgres) {
  if (CI) throw new Error(noPostgres);
  process.stderr.write(`${noPostgres}. Everything runs on SQLite alone.\n`);
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
    setupFiles: ["tests/support/setup.ts"],
    // Ends what hangs, and judges no speed: beside others a test takes many times what it takes alone.
    testTimeout: 120_000,
    // A hook builds the app or fills a database, which takes four seconds alone.
    hookTimeout: 120_000,
    // Node does not end every thread that has fetched; a process it does.
    pool: "forks",
    maxWorkers: cores,
    sequence: { sequencer: InOneOrder },
    projects: [
      // They keep nothing outside what each makes for itself, and reading the app anew takes longer than they do.
      projectOf("parts", 0, { isolate: false }),
      projectOf("whole", 1),
      ...(hasPostgres
        ? [projectOf("postgres", 2, { isolate: false, globalSetup: ["tests/support/databases/postgres-server.ts"] })]
        : []),
      projectOf("processes", 3, { fileParallelism: false, testTimeout: 360_000, hookTimeout: 360_000 }),
    ],
  },
});
