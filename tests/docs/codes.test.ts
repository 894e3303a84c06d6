// The table of codes in docs/api.md, held against the program's own.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorCodes, errorTable } from "~/ground/errors";
import { failureCodes } from "~/features/tweets/schema.server";
import { writerFailures } from "~/ports/ai/port";

const page = readFileSync("docs/api.md", "utf8");

const cellsOf = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("`", ""));

it("the page names every code with its status and whether a repeat may help, in the table's order, and says what it means", () => {
  const told = page.split("\n").filter((line) => /^\| `\w+` \| \d{3} \|/.test(line));
  const table = errorCodes.map((code) => {
    const { status, retry } = errorTable[code];
    return [code, String(status), retry, expect.stringMatching(/\w/)];
  });
  expect(told.map(cellsOf)).toEqual(table);
});

it.each([
  ["tweet", failureCodes],
  ["task", writerFailures],
])("the page names every error_code of a %s", (what, codes) => {
  const line = page.split("\n").find((one) => one.startsWith(`- of a ${what}:`)) ?? "";
  expect([...line.matchAll(/`(\w+)`/g)].map(([, code]) => code)).toEqual([...codes]);
});
