// Where a batch's search suggestions are shown. Pure.

/** The path of the page's frame; null where the batch came without a search. */
export const suggestionsPath = (batch: { id: string; searchSuggestions: string | null }): string | null =>
  batch.searchSuggestions === null ? null : `/generate/suggestions/${batch.id}`;
