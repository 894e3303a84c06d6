// Detects tweets that say nearly the same, by the Jaccard index of their word 3-grams. Pure.

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** Scripts without spaces need the segmenter. A pattern is ten times faster for all others. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function wordsOf(text: string): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const spoken = folded.replace(/https?:\/\/[!-~]*/g, " ");
  const words = unspaced.test(spoken)
    ? [...segmenter.segment(spoken)].filter((part) => part.isWordLike).map((part) => part.segment)
    : (spoken.match(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu) ?? []);
  return words.length > 0 ? words : [...folded.replace(/\s/g, "")];
}

export type Grams = ReadonlySet<string>;

/** Twelve thousand Japanese characters would take a third of a second. */
const comparedUnits = 2_000;

export function gramsOf(text: string): Grams {
  const words = wordsOf(text.slice(0, comparedUnits));
  if (words.length < 3) return new Set([words.join(" ")]);
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
}

export function likeness(a: Grams, b: Grams): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let common = 0;
  for (const gram of small) if (large.has(gram)) common += 1;
  return common / (a.size + b.size - common);
}

export const tooLike = 0.8;

export const isTooLike = (grams: Grams, earlierTexts: readonly Grams[]): boolean =>
  earlierTexts.some((earlier) => likeness(grams, earlier) >= tooLike);
