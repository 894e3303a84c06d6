// Holds docs/glossary.md against the list of replaced words (words.json) and against the code.
import { declaresOldWord, type WordList, wordsOf } from "./words";

interface Row {
  /** What is in bold before the last column: the words to say. */
  say: string[];
  /** The last column, without what stands in brackets. */
  not: string[];
}

export interface Glossary {
  rows: Row[];
  /** What stands in bold or in `code` anywhere but in the last column: the words that the code must know. */
  named: { bold: string[]; code: string[] };
}

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);
const boldIn = (text: string): string[] => matchesOf(text, /\*\*(.+?)\*\*/g);

export function readGlossary(page: string): Glossary {
  const lines = page.split("\n");
  const cells = lines.filter((line) => /^\| \*\*/.test(line)).map((line) => line.split("|").slice(1, -1));
  const rows = cells.map((row) => ({
    say: boldIn(row.slice(0, -1).join(" ")),
    not: (row.at(-1) ?? "")
      .replace(/\(.*?\)/g, "")
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
  }));
  const kept = lines.filter((line) => line.startsWith("- "));
  const known = [...cells.map((row) => row.slice(0, -1).join(" ")), ...kept].join("\n");
  return { rows, named: { bold: boldIn(known), code: matchesOf(known, /`([^`]+)`/g) } };
}

/** What one of the two says and the other doesn't. */
export function driftOf({ rows }: Glossary, list: WordList): string[] {
  const unchecked = rows.flatMap(({ not }) =>
    not
      .filter((word) => !declaresOldWord(word, list))
      .map((word) => `docs/glossary.md replaces "${word}", and words.json refuses no name of it`),
  );
  const entries = [
    ...list.words.map(({ word, say }) => ({ refused: word.split("|"), say })),
    ...list.names.map(({ name, say }) => ({ refused: name.split("|").filter((one) => /^\w+$/.test(one)), say })),
    ...list.files.map((file) => ({ refused: [file], say: null })),
  ];
  const untold = entries.flatMap(({ refused, say }) =>
    refused.flatMap((name) => {
      const about = rows.filter(({ not }) => not.some((word) => isFormOf(name, word)));
      if (about.length === 0) return [`words.json refuses "${name}", and docs/glossary.md does not replace it`];
      const agreed = say === null || about.some((row) => row.say.some((word) => isSaid(word, say)));
      return agreed ? [] : [`for "${name}" words.json says "${say}", docs/glossary.md ${saidBy(about)}`];
    }),
  );
  return [...unchecked, ...untold];
}

const saidBy = (rows: Row[]): string => rows.flatMap(({ say }) => say.map((word) => `"${word}"`)).join(", ");

/** "doubtful" is a form of "doubt", "needsLook" of "needs look", "mostAtOnce" of "at once". */
function isFormOf(name: string, term: string): boolean {
  const words = wordsOf(name);
  const wanted = wordsOf(term);
  return words.some((_, from) => wanted.every((word, at) => isInflected(words[from + at], word)));
}

function isInflected(one: string | undefined, other: string): boolean {
  if (one === undefined) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= Math.max(3, Math.min(one.length, other.length) - 2) || one === other;
}

/** Both written as one word: "inFlight · …" says "in flight", "crashPoints" says "crash point". */
const isSaid = (word: string, say: string): boolean => {
  const plain = (text: string) => wordsOf(text.replace(/[^\w\s-]/g, "")).join("");
  return say.split("·").some((one) => plain(one).includes(plain(word)));
};

/** Words of the glossary that no file of the program has. */
export function unusedIn({ named }: Glossary, texts: readonly string[]): string[] {
  const program = texts.join("\n");
  const isUsed = (word: string): boolean => {
    const letters = wordsOf(word.replace(/…/g, ""));
    return new RegExp(letters.join("[\\s_-]*"), "i").test(program);
  };
  return [...named.bold.filter((word) => !isUsed(word)), ...named.code.filter((code) => !program.includes(code))];
}
