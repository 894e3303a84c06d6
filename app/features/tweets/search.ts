// What a person searches for in their tweets: words, each folded as the near-duplicate guard folds. Pure.
import { fingerprint } from "./text";

/** One word of a search: a tweet has it where its fingerprint has `folded`, or its text has `typed`. */
export interface SearchTerm {
  folded: string;
  /** As typed, in lower case, where it is ASCII: links and marks at the end are not in the fingerprint. Null: it isn't. */
  typed: string | null;
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
    .map((word) => ({ folded: fingerprint(word), typed: /^[!-~]+$/.test(word) ? word.toLowerCase() : null }));

/** Whether a text that has no folded column has all of them. */
export function hasTerms(text: string, terms: readonly SearchTerm[]): boolean {
  if (terms.length === 0) return true;
  const [folded, typed] = [fingerprint(text), text.toLowerCase()];
  return terms.every((term) => folded.includes(term.folded) || (term.typed !== null && typed.includes(term.typed)));
}
