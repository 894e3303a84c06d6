// docs/specification.md: every line once and without a gap, each with a verdict, and tests and decisions that are there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const page = readFileSync(join(root, "docs", "specification.md"), "utf8");

interface Row {
  line: string;
  verdict: string;
  tests: string;
}

const rows = [...page.matchAll(/^\| (\d+\.\d+) \|(.*)\|$/gm)].map(([, line = "", rest = ""]): Row => {
  const [, verdict = "", tests = "", ...more] = rest.split("|").map((cell) => cell.trim());
  expect(more, line).toEqual([]);
  return { line, verdict, tests };
});

/** As the page's head has them: "1.1 to 1.7, 2.1 to …". */
const [, listed = ""] = /^Lines: (.+)\.$/m.exec(page) ?? [];
const linesOf = (span: string): string[] => {
  const [, section = "", last = ""] = /^(\d+)\.1 to \1\.(\d+)$/.exec(span) ?? [];
  return Array.from({ length: Number(last) }, (_, index) => `${section}.${index + 1}`);
};

const none = "none yet";
const named = /^`(tests\/[\w./-]+)`: “(.+)”$/;
const testsOf = ({ tests }: Row): string[] => tests.split("<br>").filter((one) => !one.startsWith(none));

it("every line that the page lists has its row, once and in its place, in the section of its number", () => {
  const spans = listed.split(", ");
  expect(spans.map((span) => span.split(".")[0])).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  expect(rows.map(({ line }) => line)).toEqual(spans.flatMap(linesOf));
  const sections = page.split(/^## /m).slice(1);
  const strays = sections.flatMap((text) => {
    const [number = ""] = text.split(".");
    return [...text.matchAll(/^\| (\d+)\.\d+ /gm)].filter(([, of]) => of !== number).map(([row]) => row);
  });
  expect([sections.length, strays]).toEqual([spans.length, []]);
});

it("every row is a yes, a partly with what differs, or a deviating with its decision", () => {
  const verdict = /^(yes|partly: \S.+|deviating: \S.+ \(\[\d{3}\]\(.+\)\))$/;
  expect(rows.filter((row) => !verdict.test(row.verdict))).toEqual([]);
});

it("every decision that a row names is there under its number, and a deviating row names one", () => {
  for (const { line, verdict } of rows) {
    const links = [...verdict.matchAll(/\[(\d{3})\]\((decisions\/(\d{3})-[\w-]+\.md)\)/g)];
    if (verdict.startsWith("deviating")) expect(links, line).not.toEqual([]);
    for (const [, number, file = "", ofFile] of links)
      expect([line, number, existsSync(join(root, "docs", file))]).toEqual([line, ofFile, true]);
  }
});

it("every test that a row names is there, by its file and its title; a row without one says so", () => {
  const missing = rows.flatMap((row) => {
    const names = testsOf(row);
    if (names.length === 0) return row.tests === none ? [] : [`${row.line} says nothing`];
    return names.flatMap((name) => {
      const [, file = "", title = ""] = named.exec(name) ?? [];
      if (!/\.(test|spec)\.tsx?$/.test(file) || !existsSync(join(root, file))) return [`${row.line}: ${name}`];
      return readFileSync(join(root, file), "utf8").includes(title) ? [] : [`${row.line}: ${file} has no “${title}”`];
    });
  });
  expect(missing).toEqual([]);
});

it("names no path of a machine", () => {
  expect(page.match(/(?<![\w.-])\/(?:work|tmp|home|root|Users)\b/g)).toBeNull();
});
