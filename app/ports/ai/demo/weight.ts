// How long a text is for X, counted so that it can only err on the long side.

/** The ranges of twitter-text configuration 3 that weigh one; every other code point weighs two. */
const lightRanges = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

const linkWeight = 23;

/**
 * An upper bound of the weighted length. Emoji sequences count each code point, and each dot inside a word counts
 * as a link of its own, since X makes links of bare domains such as a.io too.
 */
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
