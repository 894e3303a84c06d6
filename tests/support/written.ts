// The parts of a writer's answer that most tests don't look at: it was free, whole, and nothing was searched.
export const free = { costMicros: 0, unmetered: 0 };
export const plain = { ...free, searched: false, cut: false, sources: [], searchSuggestions: null };
