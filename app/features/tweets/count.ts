// Counts a text's weighted length in the browser, without X's library. Pure.

export interface Weighed {
  weight: number;
  hasLink: boolean;
}

export interface Count extends Weighed {
  unsure: string[];
}

const unitLimit = 5_000;
const linkWeight = 23;
const guessedLink = "-".repeat(linkWeight);

/** X's library sees no link without a dot before a letter. With one, only its list of all domains can decide. */
const maybeLink = /\.\p{L}/u;
const surelyLink = /https?:\/\/\S+/i;
/** Includes reserved emoji: browser and server may support different Unicode versions. */
const emojiRun = /([\p{Emoji}\p{Extended_Pictographic}\u200D\uFE0F\u20E3\u{E0020}-\u{E007F}]+)/u;
const joiner = /[\u200D\uFE0F\u20E3\p{RI}\p{Emoji_Modifier}\u{E0020}-\u{E007F}]/u;

/** X's configuration 3: these count 1, everything else 2. */
const isLight = (code: number): boolean =>
  code <= 4351 || (code >= 8192 && code <= 8205) || (code >= 8208 && code <= 8223) || (code >= 8242 && code <= 8247);

/** `text` must be in NFC, without links, with each emoji replaced by one character. */
export function plainWeight(text: string): number {
  let weight = 0;
  for (const character of text) weight += isLight(character.codePointAt(0) ?? 0) ? 1 : 2;
  return weight;
}

/** White space ends a link and changes what may follow it. X's library does not treat U+FEFF as white space. */
export const beforeSpace = /(?=[^\S\uFEFF])/;

const piecesOf = (text: string): string[] =>
  text.split(beforeSpace).flatMap((word) => (maybeLink.test(word) ? [word] : word.split(emojiRun)));

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
