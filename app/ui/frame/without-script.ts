// Pages that come without any script: nothing on them waits for one, and what they show is not sent a second time as data.

/** The `handle` of a route whose page is such a one. */
export const withoutScript = { hasScript: false } as const;
