// The JSON values in a model's answer, whatever prose, fences or thoughts stand round them: pure.

export const maxStarts = 64;
/** Looked at in all, those of a value that turned out to be none included. */
export const maxCharacters = 200_000;

/** What has been looked at. */
export interface Work {
  starts: number;
  characters: number;
}

/** All objects and lists of an answer that are in no other, in their order. Never throws. */
export function valuesIn(answer: string, work: Work = { starts: 0, characters: 0 }): unknown[] {
  const values: unknown[] = [];
  const text = withoutThoughts(answer);
  const start = /[{[]/g;
  while (work.starts < maxStarts) {
    const found = start.exec(text);
    if (!found) break;
    work.starts += 1;
    const end = endOf(text, found.index, work);
    const value = end === null ? undefined : parse(text.slice(found.index, end));
    if (end === null || value === undefined) continue;
    values.push(value);
    start.lastIndex = end;
  }
  return values;
}

const thoughtsEnd = "</think>";

/** What begins as JSON does has no thoughts before it, and may speak of them. */
function withoutThoughts(answer: string): string {
  const end = /^\s*[{[]/.test(answer) ? -1 : answer.lastIndexOf(thoughtsEnd);
  return end < 0 ? answer : answer.slice(end + thoughtsEnd.length);
}

/** Behind the bracket that closes the one at `start`; null where none does. */
function endOf(text: string, start: number, work: Work): number | null {
  const last = Math.min(text.length, start + maxCharacters - work.characters);
  let [at, depth, isInString] = [start, 0, false];
  do {
    const sign = text[at];
    if (sign === '"') isInString = !isInString;
    else if (isInString) at += sign === "\\" ? 1 : 0;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    at += 1;
  } while (depth > 0 && at < last);
  work.characters += Math.min(at, last) - start;
  return depth === 0 ? at : null;
}

function parse(text: string): unknown {
  for (const json of [() => text, () => mended(text)])
    try {
      return JSON.parse(json());
    } catch {
      // Mended next, or no value.
    }
  return undefined;
}

/** Without trailing commas, and with its strings' line ends and escapes as JSON has them. */
const mended = (text: string): string =>
  text.replace(/"[^"\\]*(?:\\[^][^"\\]*)*"|,(?=\s*[}\]])/g, (found) =>
    found === "," ? "" : found.replace(/\\(?:u[\da-f]{4}|[^])|[\0-\x1F]/gi, mendSign),
  );

function mendSign(sign: string): string {
  if (sign.length === 1) return JSON.stringify(sign).slice(1, -1);
  if (/^\\(?:["\\/bfnrt]|u.)/.test(sign)) return sign;
  // A letter may stand behind a backslash of the text's own; any other sign was escaped for nothing.
  return /[\w\0-\x1F]/.test(sign[1] ?? "") ? `\\\\${mendSign(sign.slice(1))}` : sign.slice(1);
}
