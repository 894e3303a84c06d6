// Finds the JSON values in a model's answer, among prose, fences or thoughts. Pure.

export const maxStarts = 64;
export const maxCharacters = 200_000;

export interface Work {
  starts: number;
  characters: number;
}

/** Returns the outermost objects and lists, in order. Never throws. */
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

/** An answer that begins as JSON has no thoughts before it, and may mention them. */
export function withoutThoughts(answer: string): string {
  const end = /^\s*[{[]/.test(answer) ? -1 : answer.lastIndexOf(thoughtsEnd);
  return end < 0 ? answer : answer.slice(end + thoughtsEnd.length);
}

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
      // Repaired next, or not a value.
    }
  return undefined;
}

const mended = (text: string): string =>
  text.replace(/"[^"\\]*(?:\\[^][^"\\]*)*"|,(?=\s*[}\]])/g, (found) =>
    found === "," ? "" : found.replace(/\\(?:u[\da-f]{4}|[^])|[\0-\x1F]/gi, mendSign),
  );

function mendSign(sign: string): string {
  if (sign.length === 1) return JSON.stringify(sign).slice(1, -1);
  if (/^\\(?:["\\/bfnrt]|u.)/.test(sign)) return sign;
  // A backslash before a letter may be the text's own; before any other character it's dropped.
  return /[\w\0-\x1F]/.test(sign[1] ?? "") ? `\\\\${mendSign(sign.slice(1))}` : sign.slice(1);
}
