// Reads docs/glossary.md and checks it against words.json and the program.
import { isRefusedTerm, type WordList, wordsOf } from "./words";

export interface Entry {
  /** The bold words before the colon. */
  terms: string[];
  /** Every name in backticks. */
  names: string[];
}

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** One entry for each line "- **term**, `name`: Meaning." */
export const readGlossary = (page: string): Entry[] =>
  page
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map((line) => ({
      terms: matchesOf(line.replace(/: .*$/, ""), /\*\*(.+?)\*\*/g),
      names: matchesOf(line, /`([^`]+)`/g),
    }));

/** Terms and names that words.json refuses, unless one of its exceptions keeps them. */
export const refusedIn = (entries: Entry[], list: WordList): string[] =>
  entries.flatMap(({ terms, names }) => [...terms, ...names]).filter((word) => isRefusedTerm(word, list));

/** Replacements in words.json that words.json refuses itself. */
export const refusedAdvice = (list: WordList): string[] =>
  [...list.words, ...list.names]
    .flatMap(({ say }) => say.replace(/\(.*?\)|…/g, "").split("·"))
    .map((word) => word.trim())
    .filter((word) => isRefusedTerm(word, list));

export function repeatedIn(entries: Entry[]): string[] {
  const terms = entries.flatMap((entry) => entry.terms);
  return terms.filter((term, at) => terms.indexOf(term) !== at);
}

/** Names that the program doesn't have, and terms without a name that it doesn't have either. */
export function unusedIn(entries: Entry[], texts: readonly string[]): string[] {
  const program = texts.join("\n");
  const isUsed = (term: string) => new RegExp(wordsOf(term).join("[\\s_-]*"), "i").test(program);
  return entries.flatMap(({ terms, names }) => [
    ...(names.length === 0 ? terms.filter((term) => !isUsed(term)) : []),
    ...names.filter((name) => !program.includes(name)),
  ]);
}
