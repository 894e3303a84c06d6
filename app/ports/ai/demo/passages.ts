// Splits a text into passages that can stand alone in a tweet: whole sentences only.
import { weightBound } from "./weight";

const maxWeight = 255;
const maxTogether = 200;

export function wholeOf(text: string): string[] {
  const isOne = text.includes("\n") || sentencesIn(text).length < 2;
  return !isOne && weightBound(text) <= maxTogether && isQuotable(text) ? [text] : [];
}

/** Returns whole sentences, each with those before it that it depends on. If none fits, parts between strong marks. */
export function passagesOf(text: string, leans: (sentence: string) => boolean): string[] {
  const lines = text.split("\n").map((line) => sentencesIn(line.replace(bullet, "")));
  const complete = lines.flatMap((sentences) =>
    sentences.map((_, at) => sentences.slice(beginOf(sentences, at, leans), at + 1).join("")),
  );
  const found = complete
    .map((candidate) => candidate.replace(/^[\p{M}\u200c\u200d\s]+/u, "").trim())
    .filter(isQuotable);
  const passages = found.length > 0 ? found : lines.flat().flatMap(partsOf).filter(isQuotable);
  const free = passages.filter((passage) => !leans(passage));
  return [...new Set(free.length > 0 ? free : passages)];
}

const bullet = /^\s*(?:[-*•–→▪]|\d{1,2}[.)])\s+(?=\S)/u;

function beginOf(sentences: readonly string[], at: number, leans: (sentence: string) => boolean): number {
  let begin = at;
  while (begin > 0 && leans((sentences[begin] ?? "").trim())) begin -= 1;
  return begin;
}

const isQuotable = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text) && weightBound(text) <= maxWeight && isBalanced(text);

const closers = `["”“»’」』)）\\]】》]*`;
const ends = new RegExp(
  `(?:[。！？]+|(?<![.!?؟।…])[.!?؟।…]+(?=${closers}(?:\\s|$|[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])))${closers}\\s*`,
  "gu",
);
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|\p{L}\.\s?\p{L}|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|etc|bzw|ca|approx|Sr|Sra|Jr|Inc|Ltd|Co|т|г|ул)\.$/iu;

/** Keeps marks and spaces, so the parts join to the line. Doesn't split quotes and brackets. */
export function sentencesIn(line: string): string[] {
  const sentences: string[] = [];
  let begin = 0;
  for (const match of line.matchAll(ends)) {
    const end = match.index + match[0].length;
    const sentence = line.slice(begin, end);
    const goesOn = /^\p{Ll}/u.test(line.slice(end, end + 2)) || abbreviation.test(sentence.trimEnd());
    // An unclosed quote must not swallow the rest of the text.
    if (goesOn || (sentence.length < 600 && !isBalanced(sentence))) continue;
    sentences.push(sentence);
    begin = end;
  }
  if (begin < line.length) sentences.push(line.slice(begin));
  return sentences.filter((sentence) => sentence.trim() !== "");
}

const partsOf = (sentence: string): string[] =>
  sentence
    .split(/(?<=[;；:：])\s*(?=\S)|\s[—–]\s|——/u)
    .map((part) => part.trim())
    .filter((part) => weightBound(part) >= 16);

const brackets = new Map([
  [")", "("],
  ["）", "（"],
  ["]", "["],
  ["】", "【"],
  ["」", "「"],
  ["』", "『"],
  ["》", "《"],
]);

export function isBalanced(text: string): boolean {
  const plain = text.replace(/(\d)["”]/gu, "$1").replace(/[:;]['’]?-?[()[\]]/gu, "");
  const count = (marks: RegExp): number => plain.match(marks)?.length ?? 0;
  if ((count(/"/g) % 2) + (count(/[“”„]/g) % 2) + (count(/[«»]/g) % 2) > 0) return false;
  const open: string[] = [];
  for (const char of plain.match(/[()（）[\]【】「」『』《》]/gu) ?? []) {
    const opener = brackets.get(char);
    if (opener === undefined) open.push(char);
    else if (open.pop() !== opener) return false;
  }
  return open.length === 0;
}
