// Writes CSV that is safe from formula injection (OWASP). Pure.
import { stringify } from "csv-stringify/sync";

/** null is an empty cell. All fields are quoted: some readers end a record at a bare line break. */
export function toCsv(
  columns: readonly string[],
  lines: readonly Record<string, string | number | null>[],
  { withHead = true }: { withHead?: boolean } = {},
): string {
  const rows = lines.map((line) => columns.map((column) => withoutFormulas(String(line[column] ?? ""))));
  // Excel needs the byte order mark to read non-ASCII text as UTF-8.
  const all = withHead ? [columns, ...rows] : rows;
  return stringify(all, { bom: withHead, record_delimiter: "windows", quoted: true, quoted_empty: true });
}

const signs = /[=+\-@＝＋－＠]/;
const isPassedOver = /[\s\p{C}"]/u;
/** A reader that splits at one of these ignores our quotes, so it starts a new cell here. */
const separators = /[;\t\r\n]/;

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
