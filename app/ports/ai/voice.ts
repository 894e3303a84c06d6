// Defines an author's voice, and finds avoided words, emoji and hashtags in a text. Pure.

export const tones = ["plain", "warm", "dry", "playful", "bold", "precise", "curious", "contrarian"] as const;
export type Tone = (typeof tones)[number];

export const amounts = ["never", "one", "fits"] as const;
export type Amount = (typeof amounts)[number];

export interface Voice {
  about: string;
  audience: string;
  tone: readonly Tone[];
  /** BCP 47 tag; null for the topic's language. */
  language: string | null;
  emoji: Amount;
  hashtags: Amount;
  avoid: readonly string[];
  /** Texts by the author: for style, never for facts. */
  samples: readonly string[];
}

/** Scripts without spaces: a word also matches inside a longer run. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const letter = /[\p{L}\p{M}\p{N}]/u;

/** Folds case, spaces, hyphens and letter forms. Invisible characters become `unseen`. */
function foldWords(text: string, unseen: "" | " " = ""): string {
  const shown = text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, unseen);
  // Upper case first: it merges ß with SS and both sigmas.
  const folded = shown.toUpperCase().toLowerCase().normalize("NFKC");
  return folded
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[\s\p{Pd}]+/gu, " ")
    .trim();
}

export const canBeAvoided = (word: string): boolean => foldWords(word) !== "";

/** Returns the first avoided word found as a whole word, ignoring case, or null. */
export function avoidedIn(text: string, avoid: readonly string[]): string | null {
  if (avoid.length === 0) return null;
  // An invisible character may be inside a word or replace a space.
  const readings = new Set([foldWords(text), foldWords(text, " ")]);
  return avoid.find((word) => [...readings].some((reading) => hasWord(reading, foldWords(word)))) ?? null;
}

function hasWord(text: string, word: string): boolean {
  if (word === "") return false;
  const [first = "", last = ""] = [[...word][0], [...word].at(-1)];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
    const [after = ""] = text.slice(at + word.length, at + word.length + 2);
    if (isEdge(before, first) && isEdge(last, after)) return true;
  }
  return false;
}

const isEdge = (left: string, right: string): boolean =>
  !letter.test(left) || !letter.test(right) || unspaced.test(left) || unspaced.test(right);

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const isEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{RI}{2}|\u20E3/u;
/** Symbols that fonts may draw as emoji. They count only with the emoji selector. */
const isSign = /^[\u00A9\u00AE\u203C\u2049\u2122\u2139\u2190-\u21FF\u2934\u2935\u2B05-\u2B07\u3030\u303D](?!\uFE0F)/;

export const emojiIn = (text: string): string[] =>
  [...graphemes.segment(text)]
    .map(({ segment }) => segment)
    .filter((candidate) => isEmoji.test(candidate) && !isSign.test(candidate));

const hashtag = /(?<![\p{L}\p{M}\p{N}_&/])[#＃](?=[\p{M}\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

export const hashtagsIn = (text: string): string[] => (text.match(hashtag) ?? []).map((tag) => tag.toLowerCase());
