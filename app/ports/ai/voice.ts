// How an author wants to sound, as a writer is told it, and whether a text has a word that they avoid: pure.

export const tones = ["plain", "warm", "dry", "playful", "bold", "precise", "curious", "contrarian"] as const;
export type Tone = (typeof tones)[number];

/** never · at most one · as it fits */
export const amounts = ["never", "one", "fits"] as const;
export type Amount = (typeof amounts)[number];

export interface Voice {
  /** Who writes, in their own words; "" where they don't say. */
  about: string;
  /** Who reads it. */
  audience: string;
  tone: readonly Tone[];
  /** A BCP 47 tag; null: the topic's. */
  language: string | null;
  emoji: Amount;
  hashtags: Amount;
  /** Words and phrases that may not be in what is written. */
  avoid: readonly string[];
  /** Texts of their own: style, never facts. */
  samples: readonly string[];
}

/** Written without spaces between the words: there a word is found inside a longer run too. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const letter = /[\p{L}\p{M}\p{N}]/u;

/**
 * Folds as the near-duplicate guard does: case, spaces and forms of one letter are alike. Hyphens count as spaces. A mark
 * that no screen shows becomes `unseen`.
 */
function foldWords(text: string, unseen: "" | " " = ""): string {
  const shown = text.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, unseen);
  // Upper case first: ß and SS, final and other sigma then meet in one form.
  const folded = shown.toUpperCase().toLowerCase().normalize("NFKC");
  return folded
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[\s\p{Pd}]+/gu, " ")
    .trim();
}

/** Whether anything is left of a word to avoid once it is folded. */
export const canBeAvoided = (word: string): boolean => foldWords(word) !== "";

/** The word of the list that the text has, whole and in any case, as it was typed; null where it has none. */
export function avoidedIn(text: string, avoid: readonly string[]): string | null {
  if (avoid.length === 0) return null;
  // A mark that no screen shows may stand inside a word, or in the place of a space.
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

/** Whether a word may end or begin between these two characters. */
const isEdge = (left: string, right: string): boolean =>
  !letter.test(left) || !letter.test(right) || unspaced.test(left) || unspaced.test(right);

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const isEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{RI}{2}|\u20E3/u;
/** Signs of writing that a font may draw as pictures: they count only where the picture is asked for. */
const isSign = /^[\u00A9\u00AE\u203C\u2049\u2122\u2139\u2190-\u21FF\u2934\u2935\u2B05-\u2B07\u3030\u303D](?!\uFE0F)/;

/** The emoji of a text, as they stand; one of several characters is one. */
export const emojiIn = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment).filter((one) => isEmoji.test(one) && !isSign.test(one));

const hashtag = /(?<![\p{L}\p{M}\p{N}_&/])[#＃](?=[\p{M}\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+/gu;

/** The hashtags of a text as X finds them, in lower case; one of digits alone is none. */
export const hashtagsIn = (text: string): string[] => (text.match(hashtag) ?? []).map((tag) => tag.toLowerCase());
