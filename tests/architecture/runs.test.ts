// Every pair of a file and its project runs in `npm test` or in `npm run test:rest`: what the runners list, against the folder.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

const list = (run: string | null, ...command: string[]): string => {
  const { LINNET_RUN: _, ...env } = process.env;
  const { stdout, stderr, status } = spawnSync("npx", command, {
    cwd: root,
    env: run === null ? env : { ...env, LINNET_RUN: run },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command.join(" ")}: ${stderr}${stdout}`);
  return stdout;
};

/** As "[project] file". */
const vitestPairs = (run: string | null) =>
  list(run, "vitest", "list", "--filesOnly")
    .split("\n")
    .filter((line) => line.startsWith("["));

const browserPairs = (run: string | null) => [
  ...new Set(
    list(run, "playwright", "test", "--list")
      .split("\n")
      .flatMap((line) => /^ {2}(\[[^\]]+\]) › (\S+?):\d+/.exec(line)?.slice(1, 3).join(" ") ?? []),
  ),
];

const found = (pattern: RegExp) =>
  readdirSync(join(root, "tests"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name) && !entry.parentPath.includes("node_modules"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/^tests\/(?:bench|reference|pictures)\//.test(path))
    .sort();

const fileOf = (pair: string) => pair.slice(pair.indexOf("] ") + 2);

it.each([
  { runner: "vitest", pairs: vitestPairs, files: () => found(/\.test\.tsx?$/) },
  {
    runner: "Playwright",
    pairs: browserPairs,
    files: () => found(/\.spec\.ts$/).map((path) => path.slice("tests/e2e/".length)),
  },
])("$runner: every pair of a file and a project is in one of the two runs, and every file in a pair", (of) => {
  const [test, rest, all] = [of.pairs("test"), of.pairs("rest"), of.pairs(null)];
  expect(test.length).toBeGreaterThan(9);
  expect(test.filter((pair) => rest.includes(pair))).toEqual([]);
  expect([...test, ...rest].sort()).toEqual(all.sort());
  expect([...new Set(all.map(fileOf))].sort()).toEqual(of.files());
});
