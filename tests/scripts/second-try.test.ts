// What `npm run test:rest` makes of failures: read from what the runners wrote down, tried once more, and said.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runAgain } from "../../scripts/second-try.mjs";
import { readBrowser, readVitest } from "../../scripts/test-results.mjs";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "linnet-second-try-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => join(folder, name);
const save = (name: string, said: object) => {
  writeFileSync(file(name), JSON.stringify(said));
  return file(name);
};

const test = (title: string, status: string, failureMessages: string[] = []) => ({
  fullName: title,
  status,
  failureMessages,
});
const fromVitest = (assertionResults: object[], status = "failed") => ({
  testResults: [{ name: join(process.cwd(), "tests/x.test.ts"), status, message: "no such module", assertionResults }],
});

it("reads vitest's tests by how they ended, and what repeats the one that failed", () => {
  const said = fromVitest([test("a (b) is c", "failed", ["one", "two"]), test("d", "passed"), test("e", "pending")]);
  const ended = readVitest(save("unit.json", said), false, ["parts", "whole"]);
  expect(ended).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
  const again = ["npx", "vitest", "run", "--project", "parts", "--project", "whole", "tests/x.test.ts"];
  expect(ended.failures).toEqual([
    { file: "tests/x.test.ts", title: "a (b) is c", text: "one\ntwo", again: [...again, "-t", "^a \\(b\\) is c$"] },
  ]);
});

it("counts a file that could not be read, and a run that ended badly with every test green", () => {
  const unread = readVitest(save("unread.json", fromVitest([])), false, ["parts"]);
  expect(unread.failures).toMatchObject([{ title: "(the file itself)", text: "no such module" }]);
  expect(readVitest(save("green.json", fromVitest([test("d", "passed")], "passed")), false, ["parts"])).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [],
  });
  expect(readVitest(file("never-written.json"), false, ["parts"]).failed).toBe(1);
  expect(readBrowser(file("never-written.json"), false).failed).toBe(1);
});

it("reads Playwright's tests, each in its project", () => {
  const run = (status: string, projectName: string) => ({
    status,
    projectName,
    results: [{ errors: status === "unexpected" ? [{ message: "not visible" }] : [] }],
  });
  const spec = (title: string, tests: object[]) => ({ title, file: "timeline/week.spec.ts", tests });
  const said = {
    errors: [],
    suites: [
      {
        title: "timeline/week.spec.ts",
        file: "timeline/week.spec.ts",
        specs: [spec("opens", [run("expected", "with JavaScript"), run("skipped", "without JavaScript")])],
        suites: [{ title: "a full slot", file: "x", specs: [spec("lists", [run("unexpected", "with JavaScript")])] }],
      },
    ],
  };
  const ended = readBrowser(save("browser.json", said), false);
  expect(ended).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
  expect(ended.failures).toMatchObject([
    { file: "tests/e2e/timeline/week.spec.ts (with JavaScript)", title: "a full slot lists", text: "not visible" },
  ]);
  expect(ended.failures[0]?.again.slice(2)).toEqual([
    "test",
    "timeline/week.spec.ts",
    "--project",
    "with JavaScript",
    "--workers",
    "1",
    "-g",
    "a full slot lists$",
  ]);
});

const failure = (title: string, code: string) => ({
  file: "tests/x.test.ts",
  title,
  text: `\u001b[31m${title} failed\u001b[39m`,
  again: [process.execPath, "-e", code],
});

it("calls what is green alone unsteady, with the first failure's text; what is red again stays red", () => {
  const said: string[] = [];
  const print = vi.spyOn(console, "log").mockImplementation((line: unknown) => void said.push(String(line)));
  const green = runAgain([failure("red again", "process.exit(1)"), failure("green alone", "")], 2, {});
  print.mockRestore();
  expect(green).toBe(1);
  const unsteady = said.filter((line) => line.includes("unsteady:"));
  expect(unsteady).toHaveLength(1);
  expect(unsteady[0]).toContain("unsteady: tests/x.test.ts › green alone\ngreen alone failed\n");
});

it("tries nothing again where more than ten failed, or what failed has no name", () => {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const marks = Array.from({ length: 11 }, (_, n) => file(`ran-${n}`));
  const many = marks.map((mark) => failure("x", `require("node:fs").writeFileSync(${JSON.stringify(mark)}, "")`));
  expect(runAgain(many, 11, {})).toBe(0);
  expect(() => readFileSync(marks[0] ?? "")).toThrow("ENOENT");
  expect(runAgain([], 1, {})).toBe(0);
  print.mockRestore();
});

it("the command that repeats a failure finds that test and no other", () => {
  const said = fromVitest([test("reads Playwright's tests, each in its project", "failed")]);
  said.testResults[0]!.name = join(process.cwd(), "tests/scripts/second-try.test.ts");
  const [command = "", ...args] = readVitest(save("again.json", said), false, ["parts"]).failures[0]?.again ?? [];
  const { stdout } = spawnSync(command, args, { encoding: "utf8" });
  expect(stripVTControlCharacters(stdout)).toMatch(/Tests +1 passed \| 5 skipped/);
});
