// A table as CSV that no spreadsheet takes for formulas (OWASP, CSV injection): pure.
import { stringify } from "csv-stringify/sync";

/**
 * In every field of `columns`; null is an empty cell. Quoted all, since some readers end a record at a bare line break.
 * Without the head it goes on where another piece ended.
 */
export function toCsv(
  columns: readonly string[],
  lines: readonly Record<string, string | number | null>[],
  { withHead = true }: { withHead?: boolean } = {},
): string {
  const rows = lines.map((line) => columns.map((column) => withoutFormulas(String(line[column] ?? ""))));
  // With the mark of UTF-8 in front, without which Excel garbles what isn't ASCII.
  const all = withHead ? [columns, ...rows] : rows;
  return stringify(all, { bom: withHead, record_delimiter: "windows", quoted: true, quoted_empty: true });
}

const signs = /[=+\-@＝＋－＠]/;
/** What may stand before a formula and leave it one: white space, what no screen shows, quotes. */
const isPassedOver = /[\s\p{C}"]/u;
/**
 * Where a sheet that splits at another separator than the file's begins a cell: it doesn't see our quotes, so it also ends
 * a record within them. A comma doesn't count: who splits there sees the quotes.
 */
const separators = /[;\t\r\n]/;

/** With an apostrophe before each sign that begins a formula, in this cell or in one that another separator makes of it. */
export function withoutFormulas(text: string): string {
  let safe = "";
  let isAtBeginning = true;
  for (const character of text) {
    if (isAtBeginning && signs.test(character)) safe += "'";
    safe += character;
    isAtBeginning = separators.test(character) || (isAtBeginning && isPassedOver.test(character));
  }
  return safe;
}
