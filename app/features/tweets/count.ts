// The weighted length in the browser, without X's library: exact, or with the pieces that only the server can weigh. Pure.

/** What the server said of a piece. */
export interface Weighed {
  weight: number;
  hasLink: boolean;
}

export interface Count extends Weighed {
  /** The pieces not known yet; while there are any, the weight is a guess. */
  unsure: string[];
}

/** As in text.server.ts: what is longer is no tweet, and isn't counted but bounded from above. */
const unitLimit = 5_000;
const linkWeight = 23;
/** What stands for a link in a guess. */
const guessedLink = "-".repeat(linkWeight);

/** X's library finds no link without a dot before a letter; with one, it takes its list of all domains to tell. */
const maybeLink = /\.\p{L}/u;
const surelyLink = /https?:\/\/\S+/i;
/** Emoji that stand together; reserved ones too, since a browser may know fewer than the server, or more. */
const emojiRun = /([\p{Emoji}\p{Extended_Pictographic}\u200D\uFE0F\u20E3\u{E0020}-\u{E007F}]+)/u;
/** What makes one emoji of several characters. */
const joiner = /[\u200D\uFE0F\u20E3\p{RI}\p{Emoji_Modifier}\u{E0020}-\u{E007F}]/u;

/** X's configuration 3: these count 1, everything else 2. */
const isLight = (code: number): boolean =>
  code <= 4351 || (code >= 8192 && code <= 8205) || (code >= 8208 && code <= 8223) || (code >= 8242 && code <= 8247);

/** Of a text in NFC without links, whose emoji are one character each. */
export function plainWeight(text: string): number {
  let weight = 0;
  for (const character of text) weight += isLight(character.codePointAt(0) ?? 0) ? 1 : 2;
  return weight;
}

/** White space ends a link, and one before a link changes what belongs to it. To X's library U+FEFF is none. */
export const beforeSpace = /(?=[^\S\uFEFF])/;

/** Parts that weigh the same alone as together: words with the space before them, and within words the runs of emoji. */
const piecesOf = (text: string): string[] =>
  text.split(beforeSpace).flatMap((word) => (maybeLink.test(word) ? [word] : word.split(emojiRun)));

/** `known` is what the server has said so far, by piece. */
export function countText(text: string, known: ReadonlyMap<string, Weighed>): Count {
  const whole = text.normalize("NFC");
  const units = Math.max(text.length, whole.length);
  if (units > unitLimit) return { weight: linkWeight * text.length, hasLink: false, unsure: [] };
  const count: Count = { weight: 0, hasLink: false, unsure: [] };
  for (const piece of piecesOf(whole)) {
    const told = known.get(piece);
    const asks = maybeLink.test(piece) || joiner.test(piece);
    if (asks && !told) count.unsure.push(piece);
    count.weight += told?.weight ?? plainWeight(asks ? piece.replace(surelyLink, guessedLink) : piece);
    count.hasLink ||= told?.hasLink ?? (asks && surelyLink.test(piece));
  }
  return count;
}
