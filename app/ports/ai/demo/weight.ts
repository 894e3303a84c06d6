// Estimates a text's weighted length for X, never too low.

const linkWeight = 23;

/** Counts each dot in a word as a link, because X links bare domains such as a.io. */
export function weightBound(text: string): number {
  const normal = text.normalize("NFC");
  const possibleLinks = normal.match(/\.(?=[^\s.])/gu)?.length ?? 0;
  // The light ranges of twitter-text's configuration 3.
  const heavy = normal.match(/[^\u0000-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/gu)?.length ?? 0;
  return [...normal].length + heavy + possibleLinks * linkWeight;
}
