// Builds the path of a batch's search suggestions. Pure.

export const suggestionsPath = (batch: { id: string; searchSuggestions: string | null }): string | null =>
  batch.searchSuggestions === null ? null : `/generate/suggestions/${batch.id}`;
