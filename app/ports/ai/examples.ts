// Texts of one author that a writer may learn form and tone from, as it is shown them: pure.

/** In words alone, newest first. What there is none of is empty, and no text is in two lists. */
export interface Examples {
  /** Posts of the author's that were received best. */
  well: readonly string[];
  /** And least. */
  less: readonly string[];
  /** Posted as the writer had written them. */
  kept: readonly string[];
  edited: readonly { before: string; after: string }[];
  discarded: readonly string[];
}

/** All of their texts, in no order. */
export const textsIn = ({ well, less, kept, edited, discarded }: Examples): string[] => [
  ...[well, less, kept, discarded].flat(),
  ...edited.flatMap(({ before, after }) => [before, after]),
];
