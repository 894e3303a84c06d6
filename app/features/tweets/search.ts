// What a person searches for in their tweets: words, each folded as the near-duplicate guard folds. Pure.
import { fingerprint, foldWords } from "./text";

/** One word of a search: a tweet has it where its fingerprint has `folded`, or its text has `typed`. */
export interface SearchTerm {
  folded: string;
  /** As typed, in lower case, where it is ASCII: links and marks at the end are not in the fingerprint. Null: it isn't. */
  typed: string | null;
  /** Where it isn't ASCII, the ways to write it that stand for all: the fingerprint of a long text ends before it. */
  spellings: string[];
}

/** So much of a search is looked for. */
const maxUnits = 200;
const maxTerms = 8;

/** The words of a search; a tweet must have all of them. None: everything is found. */
export const searchTerms = (query: string): SearchTerm[] =>
  query
    .slice(0, maxUnits)
    .split(/[\s\u200B\u2060]+/)
    .filter(Boolean)
    .slice(0, maxTerms)
    .map((word) => {
      const isAscii = /^[!-~]+$/.test(word);
      const [typed, spellings] = isAscii ? [word.toLowerCase(), []] : [null, spellingsOf(word)];
      return { folded: fingerprint(word), typed, spellings };
    });

/** As typed, in small letters, in capitals, and with a capital. */
function spellingsOf(word: string): string[] {
  const [typed, small] = [word.normalize("NFC"), word.normalize("NFC").toLowerCase()];
  const [first = "", ...rest] = [...small];
  return [...new Set([typed, small, small.toUpperCase(), first.toUpperCase() + rest.join("")])];
}

/** Whether a text that has no folded column has all of them. */
export function hasTerms(text: string, terms: readonly SearchTerm[]): boolean {
  if (terms.length === 0) return true;
  const [folded, typed] = [foldWords(text), text.toLowerCase()];
  return terms.every((term) => folded.includes(term.folded) || (term.typed !== null && typed.includes(term.typed)));
}
