// Splits a search into words, folded like the near-duplicate guard folds them. Pure.
import { fingerprint, foldWords } from "./text";

export interface SearchTerm {
  folded: string;
  typed: string | null;
  /** For a word outside ASCII: case variants to look for in the text, since a long text's fingerprint is cut. */
  spellings: string[];
}

const maxUnits = 200;
const maxTerms = 8;

/** A tweet must contain all of these words. An empty list matches everything. */
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

function spellingsOf(word: string): string[] {
  const [typed, small] = [word.normalize("NFC"), word.normalize("NFC").toLowerCase()];
  const [first = "", ...rest] = [...small];
  return [...new Set([typed, small, small.toUpperCase(), first.toUpperCase() + rest.join("")])];
}

export function hasTerms(text: string, terms: readonly SearchTerm[]): boolean {
  if (terms.length === 0) return true;
  const [folded, typed] = [foldWords(text), text.toLowerCase()];
  return terms.every((term) => folded.includes(term.folded) || (term.typed !== null && typed.includes(term.typed)));
}
