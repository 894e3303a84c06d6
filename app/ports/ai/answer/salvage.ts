// Keeps the finished texts of a JSON list that was cut off. Pure.
import { findTexts } from "./texts";
import { maxCharacters, withoutThoughts } from "./values";

const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Null if no element of a list was finished. Never throws. */
export function salvage(answer: string): string[] | null {
  const text = withoutThoughts(answer);
  const start = text.search(/[{[]/);
  if (start < 0) return null;
  const finished = finishedPart(text.slice(start, start + maxCharacters));
  if (finished === null) return null;
  try {
    return findTexts([JSON.parse(finished)]);
  } catch {
    return null;
  }
}

/** The JSON up to the last finished element of a list, with what is open closed. */
function finishedPart(json: string): string | null {
  const open: string[] = [];
  let isInString = false;
  let [end, ending] = [0, ""];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at] ?? "";
    if (isInString && sign === "\\") at += 1;
    else if (sign === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (sign === "{" || sign === "[") open.push(sign);
    else if (sign === "}" || sign === "]") open.pop();
    const isElement = !isInString && /["}\]]/.test(sign) && open.at(-1) === "[";
    if (isElement) [end, ending] = [at + 1, closing(open)];
  }
  return end === 0 ? null : json.slice(0, end) + ending;
}

const closing = (open: readonly string[]): string =>
  open
    .map((bracket) => closers[bracket])
    .toReversed()
    .join("");
