// Every command that a page for newcomers prints is run by a test: in the walk, or here by night as it is printed.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runOf } from "./commands";
import { copyCheckout, isNight, runIn } from "./copy";
import { commandsOf, stepsOf } from "./pages";

vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 600_000 });

const read = (page: string) => readFileSync(join(import.meta.dirname, "..", "..", page), "utf8");
const walk = "docs/first-change.md";
const ofWalk = new Set(stepsOf(read(walk)).flatMap((step) => (step.kind === "run" ? [step.command] : [])));
const pages = ["README.md", "CONTRIBUTING.md", "STYLE.md", "docs/glossary.md", "docs/postgres.md", walk];
const printed = [...new Set(pages.flatMap((page) => commandsOf(read(page))))];

it("each command that a page prints is run by a test, or is apart for a reason", () => {
  expect(printed.length).toBeGreaterThan(20);
  expect(printed.filter((command) => runOf(command, ofWalk.has(command)) === null)).toEqual([]);
});

it("a command that no test would run is seen", () => {
  expect(["npm run first", "npx tsc", "node scripts/dev.mjs"].map((command) => runOf(command, false))).toEqual([
    null,
    null,
    null,
  ]);
});

describe.runIf(isNight)("by night, in a copy of the checkout,", () => {
  let copy: string;
  beforeAll(async () => {
    copy = copyCheckout();
    // What the browser's tests and the benchmarks are run against.
    await runIn(copy, "npm run build", AbortSignal.timeout(300_000));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.for(printed.filter((command) => runOf(command, ofWalk.has(command)) === "night"))(
    "%s ends well",
    async (command, { signal }) => {
      await runIn(copy, command, signal);
    },
  );
});
