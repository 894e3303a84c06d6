// The CSV file as spreadsheets open it: one record a tweet, and no cell that any of them would run.
import papaparse from "papaparse";
import { afterEach, beforeEach, expect, it } from "vitest";
import { exportText } from "~tests/support/people/export-text";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson, type Person } from "~tests/support/people/make";

let app: TestApp;
let alice: Person;
beforeEach(async () => {
  app = await createTestApp();
  alice = await makePerson(app, "alice");
});
afterEach(() => app?.close());

const tweets = 10_000;

/** What a text is put together from: signs that begin a formula, all that may stand before them, and words. */
const pieces = [
  ..."=+-@＝＋－＠",
  ..."\"';,|\t\n\r \u00A0\u3000\uFEFF\u200B\u0001",
  "\r\n",
  "\n\n",
  '";=',
  '"\n=',
  "cmd|' /C calc'!A0",
  "SUM(A1)",
  "1",
  'HYPERLINK("http://evil.example")',
  "words of a tweet",
  "鳥🐦",
];

/** Park and Miller's minimal generator: the same texts in every run. */
function* texts(): Generator<string> {
  let seed = 20_261_123;
  const below = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max;
  for (let n = 0; n < tweets; n += 1)
    yield Array.from({ length: 1 + below(9) }, () => pieces[below(pieces.length)]).join("");
}

/** As spreadsheets look for a formula: past white space, and the marks that no screen shows. */
const isFormula = (cell: string): boolean => /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell);

/**
 * Reads as Excel does with another separator than the file's: a cell that begins with a quote ends with it, and what
 * stands behind that is part of the cell as it is, up to the next separator or line break.
 */
function readAsExcel(text: string, separator: string): string[] {
  const cells: string[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"?)?([^${separator}\r\n]*)(?:[${separator}\n]|\r\n?|$)`, "gy");
  for (let found = cell.exec(text); found && cell.lastIndex <= text.length; found = cell.exec(text)) {
    cells.push((found[1] ?? "").replaceAll('""', '"') + (found[2] ?? ""));
    if (cell.lastIndex === text.length) break;
  }
  return cells;
}

async function exportOf(contents: Iterable<string>): Promise<string> {
  const now = app.clock.now();
  const row = { user_id: alice.user.id, position: 0, origin: "own" as const, state: "pending" as const };
  const rows = [...contents].map((content) => ({
    ...row,
    content,
    fingerprint: "-",
    created_at: now,
    updated_at: now,
  }));
  for (let n = 0; n < rows.length; n += 100)
    await app.db
      .insertInto("tweets")
      .values(rows.slice(n, n + 100))
      .execute();
  return (await exportText(app, alice.user.id, "csv", "operator")).replace(/^\uFEFF/, "");
}

it("another reader finds one record a tweet, each with all its cells, and no cell that a spreadsheet runs", async () => {
  const csv = await exportOf(texts());
  const { data, errors } = papaparse.parse<string[]>(csv, { delimiter: ",", newline: "\r\n", skipEmptyLines: true });
  expect(errors).toEqual([]);
  expect(data).toHaveLength(tweets + 1);
  expect(data.filter((cells) => cells.length !== 14)).toEqual([]);
  expect(data.flat().filter(isFormula)).toEqual([]);
});

it("a reader that takes any line break for a record's end finds as many records", async () => {
  const csv = await exportOf(["three\nlines\nof one tweet", "Notes\n=cmd|' /C calc'!A0"]);
  for (const newline of ["\n", "\r\n"] as const) {
    const { data } = papaparse.parse<string[]>(csv, { delimiter: ",", newline, skipEmptyLines: true });
    expect(data).toHaveLength(3);
    expect(data[2]?.[3]).toBe("Notes\n'=cmd|' /C calc'!A0");
  }
});

it.each([";", "\t", ","])("where the sheet splits at %j no cell is run either", async (separator) => {
  const csv = await exportOf(texts());
  const { data } = papaparse.parse<string[]>(csv, { delimiter: separator, newline: "\r\n" });
  expect(data.flat().filter(isFormula)).toEqual([]);
  const cells = readAsExcel(csv, separator);
  expect(cells.length).toBeGreaterThan(tweets);
  expect(cells.filter(isFormula)).toEqual([]);
});

it("what begins no formula keeps its words", async () => {
  const contents = ["Thanks, @bob; see you: 1 - 2 = -1", "a-b;c=d", "1 + 1"];
  const csv = await exportOf(contents);
  const { data } = papaparse.parse<string[]>(csv, { header: false });
  expect(data.slice(1, 4).map((cells) => cells[3])).toEqual(contents);
});
