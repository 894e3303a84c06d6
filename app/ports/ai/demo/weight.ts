// Estimates a text's weighted length for X, never too low.

/** Ranges of twitter-text configuration 3 with weight one; all others weigh two. */
const lightRanges = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

const linkWeight = 23;

/** Counts each dot in a word as a link, because X links bare domains such as a.io. */
export function weightBound(text: string): number {
  const normal = text.normalize("NFC");
  const possibleLinks = normal.match(/\.(?=[^\s.])/gu)?.length ?? 0;
  let weight = possibleLinks * linkWeight;
  for (const char of normal) {
    const point = char.codePointAt(0) ?? 0;
    weight += lightRanges.some(([from, to]) => point >= from && point <= to) ? 1 : 2;
  }
  return weight;
}
