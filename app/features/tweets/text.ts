// A tweet's words on the screen and in the near-duplicate guard: previews, cuts, the fingerprint. Small enough for the browser.

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

// Scripts written without spaces, so that a "word" between two spaces can be the whole tweet.
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const unspacedCharacters = 8;

/** The first `max` characters as a person counts them (a family emoji is one), or null where there are no more than that. */
function firstCharacters(text: string, max: number): string | null {
  // A character is at least one code unit.
  if (text.length <= max) return null;
  // Of plain ASCII each is one, and 40 of them take as long to find as everything else about a tweet in a list.
  if (/^[ -~]+$/.test(text.slice(0, max + 1))) return text.slice(0, max);
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return text.slice(0, index);
    count += 1;
  }
  return null;
}

/** A third of the time that splitting at white space takes, and a week has hundreds. */
const firstWords = /(\S+)(?:\s+(\S+))?(?:\s+(\S+))?/;

/**
 * The first three words and an ellipsis (spec, "Week view"), white space collapsed. A word of a script without spaces is
 * cut at eight characters, and ends the preview.
 */
export function preview(text: string): string {
  const words: string[] = [];
  for (const word of firstWords.exec(text)?.slice(1) ?? []) {
    if (word === undefined) break;
    const mayBeTruncated = word.length > unspacedCharacters && unspaced.test(word);
    const truncated = mayBeTruncated ? firstCharacters(word, unspacedCharacters) : null;
    words.push(truncated ?? word);
    if (truncated !== null) break;
  }
  return `${words.join(" ")}…`;
}

/** The text itself where it has at most `max` characters, else that many and an ellipsis; no character is torn apart. */
export function truncate(text: string, max: number): string {
  const kept = firstCharacters(text, max);
  return kept === null ? text : `${kept.trimEnd()}…`;
}

/** What stands for a tweet whose words are still on their way. */
export const placeholder = (id: number): string => `Tweet #${id} (Loading content...)`;

/** An index of Postgres takes 2,704 bytes a row, and a code unit has three at most. */
const maxPrint = 600;

/** What of a text is kept beside it for the near-duplicate guard and for search: its fold, or the beginning of a long one. */
export const fingerprint = (text: string): string => bounded(foldWords(text));

/** Of a long fold its beginning, an ellipsis and 64 bits of a hash of all of it. */
function bounded(fold: string): string {
  if (fold.length <= maxPrint) return fold;
  const beginning = fold.slice(0, maxPrint).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning}…${hashOf(fold)}`;
}

/** Two lanes of 32 bits, each mixed into the other at the end. It only has to tell long texts apart. */
function hashOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    other = Math.imul(other ^ unit, 1_597_334_677);
  }
  const mixed = (lane: number, beside: number): number =>
    Math.imul(lane ^ (lane >>> 16), 2_246_822_507) ^ Math.imul(beside ^ (beside >>> 13), 3_266_489_909);
  return [mixed(one, other), mixed(other, one)].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * Folds a text for the near-duplicate guard: two texts have one fold when they are equal after NFC, case, spaces,
 * links and trailing punctuation. A text of nothing but links or punctuation is only normalised, lest all of them be equal.
 */
export function foldWords(text: string): string {
  const plain = collapse(text.normalize("NFC"));
  // Upper case first: ß and SS, final and other sigma then meet in one form.
  const folded = withoutLinks(plain).toUpperCase().toLowerCase().normalize("NFC");
  return withoutTrailingPunctuation(collapse(folded)) || plain;
}

/** Runs of white space, zero-width spaces among them, become one space; none at the ends. */
const collapse = (text: string): string => text.replace(/[\s\u200B\u2060]+/g, " ").trim();

/**
 * Takes out what has a protocol, begins with "www." or is a domain with a path. A bare "example.com" stays: by its looks
 * alone it can't be told from "Node.js" or the end of one sentence and the beginning of the next.
 */
const withoutLinks = (text: string): string =>
  text.replace(/https?:\/\/[!-~]*/gi, " ").replace(/(^| )(?:www\.[!-~]+|[a-z0-9.-]+\.[a-z]{2,}\/[!-~]*)/gi, "$1");

/** A loop, because the plain pattern starts anew at each punctuation mark: quadratic on a row of dots. */
function withoutTrailingPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && /[\p{P}\s]/u.test(text.slice(end - 1, end))) end -= 1;
  return text.slice(0, end);
}
