// Defines an author's example texts, from which a writer learns form and tone. Pure.

/** Newest first; no text is in two lists. */
export interface Examples {
  /** Posts with the best (`well`) and worst (`less`) response. */
  well: readonly string[];
  less: readonly string[];
  kept: readonly string[];
  edited: readonly { before: string; after: string }[];
  discarded: readonly string[];
}

export const textsIn = ({ well, less, kept, edited, discarded }: Examples): string[] => [
  ...[well, less, kept, discarded].flat(),
  ...edited.flatMap(({ before, after }) => [before, after]),
];
