// docs/limits.md beside the code: each row's bound is the code's, its test is there, and no bound of the tables is left out.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { limits as rates } from "~/features/rate-limits/limit";
import { days, hours, minutes, seconds } from "~/ground/time/duration";
import { limits, maxBodies } from "~/http/door/limits.server";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/limits.md"), "utf8");

interface Row {
  what: string;
  bound: string;
  file: string;
  name: string;
  test: string;
}

const rows: Row[] = page.split("\n").flatMap((line) => {
  const cells = line.split("|").map((cell) => cell.trim());
  const [file, name] = [...(cells[5] ?? "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
  const [, what = "", , bound = "", , , test = ""] = cells;
  return file && name ? [{ what, bound, file, name, test: test.replaceAll("`", "") }] : [];
});

const units: Record<string, number> = {
  "": 1,
  ms: 1,
  s: seconds(1),
  min: minutes(1),
  h: hours(1),
  days: days(1),
  KiB: 1024,
  MiB: 1024 ** 2,
  MB: 1_000_000,
};
/** "64 KiB" as 65,536, "10 in 15 min" as both. */
const readBound = (text: string): number[] =>
  text.split(" in ").map((part) => {
    const [, digits = "", unit = ""] = /^([\d,.]+) ?(\w*)$/.exec(part) ?? [];
    return Number(digits.replaceAll(",", "")) * (units[unit] ?? Number.NaN);
  });

const evaluate = (text: string): number =>
  new Function("seconds", "minutes", "hours", "days", `return (${text});`)(seconds, minutes, hours, days) as number;

/** What the code says: `name` is a constant, a field of one ("waits.person"), or a setting with its default. */
function boundOf({ file, name }: Row): number[] {
  const rate = /^limits\.(\w+)$/.exec(name)?.[1];
  if (file.endsWith("rate-limits/limit.ts") && rate) {
    const { max, withinMs } = rates[rate as keyof typeof rates];
    return [max, withinMs];
  }
  const text = readFileSync(join(root, "app", file), "utf8");
  if (/^[A-Z_]+$/.test(name)) {
    const [, factor = "1", given = ""] = new RegExp(`([\\d_]+) \\* number\\("${name}", ([\\d_]+)`).exec(text) ?? [];
    return [evaluate(factor) * evaluate(given)];
  }
  return [evaluate(valueIn(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), name.split(".")))];
}

/** The expression of a constant, or of a field in it. */
function valueIn(node: ts.Node, [name, ...fields]: string[]): string {
  let found: ts.Expression | undefined;
  const look = (one: ts.Node): void => {
    const isNamed = (ts.isVariableDeclaration(one) || ts.isPropertyAssignment(one)) && one.name.getText() === name;
    if (isNamed) found ??= one.initializer;
    else ts.forEachChild(one, look);
  };
  look(node);
  if (!found) return "undefined";
  return fields.length > 0 ? valueIn(found, fields) : found.getText();
}

it("has the code's number in each row", () => {
  expect(rows.length).toBeGreaterThan(60);
  const wrong = rows.filter((row) => readBound(row.bound).join() !== boundOf(row).join());
  expect(wrong.map((row) => `${row.name}: ${row.bound}, the code says ${boundOf(row).join(" in ")} ms`)).toEqual([]);
});

it("names a test that is there for each", () => {
  expect(rows.filter(({ test }) => !existsSync(join(root, test))).map(({ test }) => test)).toEqual([]);
});

it("leaves out no bound of the door, of a body and of a rate", () => {
  const named = new Set(rows.map(({ name }) => name.split(".").slice(0, 2).join(".")));
  const all = [...Object.keys(limits), ...Object.keys(rates)].map((name) => `limits.${name}`);
  const bodies = Object.keys(maxBodies).map((name) => `maxBodies.${name}`);
  expect([...all, ...bodies].filter((name) => !named.has(name))).toEqual([]);
});
