// Makes previews, cuts and fingerprints of a tweet's text. Small enough for the browser.

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

// In scripts without spaces, one "word" can be the whole tweet.
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const unspacedCharacters = 8;

/** Counts graphemes (a family emoji is one). Null if the text is not longer than `max`. */
function firstCharacters(text: string, max: number): string | null {
  if (text.length <= max) return null;
  // Fast path: segmenting 40 graphemes takes as long as the rest of a list row.
  if (/^[ -~]+$/.test(text.slice(0, max + 1))) return text.slice(0, max);
  let count = 0;
  for (const { index } of graphemes.segment(text)) {
    if (count === max) return text.slice(0, index);
    count += 1;
  }
  return null;
}

const firstWords = /(\S+)(?:\s+(\S+))?(?:\s+(\S+))?/;

/**
 * The first three words and an ellipsis (spec, "Week view"). A word of a script without spaces is cut at 8 characters.
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

export function truncate(text: string, max: number): string {
  const kept = firstCharacters(text, max);
  return kept === null ? text : `${kept.trimEnd()}…`;
}

export const placeholder = (id: number): string => `Tweet #${id} (Loading content...)`;

/** A Postgres index takes 2,704 bytes a row, and a code unit has up to three. */
const maxPrint = 600;

export const fingerprint = (text: string): string => bounded(foldWords(text));

function bounded(fold: string): string {
  if (fold.length <= maxPrint) return fold;
  const beginning = fold.slice(0, maxPrint).replace(/[\uD800-\uDBFF]$/, "");
  return `${beginning}…${hashOf(fold)}`;
}

/** Not cryptographic: it only tells long texts apart. */
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

/** Ignores case, spaces, links and trailing punctuation, except in texts of nothing but links or punctuation. */
export function foldWords(text: string): string {
  const plain = collapse(text.normalize("NFC"));
  // Upper case first, so that ß and SS, and both forms of sigma, become equal.
  const folded = withoutLinks(plain).toUpperCase().toLowerCase().normalize("NFC");
  return withoutTrailingPunctuation(collapse(folded)) || plain;
}

const collapse = (text: string): string => text.replace(/[\s\u200B\u2060]+/g, " ").trim();

/** Keeps a bare "example.com", because it looks like "Node.js" or two sentences without a space. */
const withoutLinks = (text: string): string =>
  text.replace(/https?:\/\/[!-~]*/gi, " ").replace(/(^| )(?:www\.[!-~]+|[a-z0-9.-]+\.[a-z]{2,}\/[!-~]*)/gi, "$1");

/** A loop, because a regular expression is quadratic on a row of dots. */
function withoutTrailingPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && /[\p{P}\s]/u.test(text.slice(end - 1, end))) end -= 1;
  return text.slice(0, end);
}
