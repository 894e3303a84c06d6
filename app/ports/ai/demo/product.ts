// The demo writer on a product: what its description says of itself by simple signs, and tweets about its own phrases.
import { dropEnd } from "~/drop-end";
import type { AnalysedProduct, Judgement, WriteForProduct } from "../product";
import { criterionNames } from "../product";
import { fill, shuffled } from "./fill";
import { frameSets } from "./frames";
import { languageOf } from "./language";
import { signs } from "./signs";
import { cleanTopic, shorten } from "./topic";

const mostSummaryWeight = 280;
const mostTags = 5;

export function judge(description: string): Omit<AnalysedProduct, "model" | "inputTokens" | "outputTokens"> {
  const cleaned = cleanTopic(description);
  const visible = description.normalize("NFC").replace(/<\/?[a-z!][^<>]*>/gi, " ");
  const judged = criterionNames.map((name) => [name, judgementOf(visible, signs[name])] as const);
  return {
    summary: summaryOf(cleaned, description) || "A product that its description does not put into words yet.",
    tags: tagsOf(cleaned),
    criteria: Object.fromEntries(judged) as AnalysedProduct["criteria"],
    improvements: [],
  };
}

const mark = /[.!?。！？؟।]/u;

/** Its last sentence ends as it does in the description: `shorten` and `cleaned` lose some marks at the end. */
function summaryOf(cleaned: string, description: string): string {
  const { text: summary } = shorten(cleaned, mostSummaryWeight);
  const from = cleaned.indexOf(summary);
  if (!/[\p{L}\p{N}\p{S}]/u.test(summary)) return "";
  if (from < 0 || mark.test(summary.slice(-1))) return summary;
  const [next = description.trim().slice(-1)] = cleaned.slice(from + summary.length);
  return mark.test(next) ? summary + next : summary;
}

/** One sign is a good start, more of them a strong case. */
const pointsFor = [0, 6, 8, 9] as const;

function judgementOf(text: string, sign: (typeof signs)[keyof typeof signs]): Judgement {
  const words = sign.find(text).slice(0, 3);
  const points = pointsFor[words.length] ?? 0;
  return { points, words, why: points === 0 ? sign.missing : sign.found };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
/** Words that say nothing about what a product is. */
const empty = new Set(
  "about after also and any are before but can does each every for from has have her his how into its like made make makes more most not one only other our out over own people product products service so some such than that the their them then there they this those through turn turns unlike use used users using very was we well what when where which while who why will with without you your und der die das für mit eine einen ist sind nicht oder auch pour les des une est avec dans sur qui que para los las con por una del che per della sono".split(
    " ",
  ),
);

/** The words that come most often and longest first, as categories. */
function tagsOf(text: string): string[] {
  const counts = new Map<string, number>();
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const word = segment.toLowerCase();
    const short = [...word].length < (/^[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(word) ? 4 : 2);
    if (!isWordLike || short || /^\p{N}+$/u.test(word) || empty.has(word)) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || b.length - a.length || a.localeCompare(b))
    .slice(0, mostTags)
    .map(([word]) => word.charAt(0).toUpperCase() + word.slice(1));
}

/** Every sentence the demo writer knows, about every phrase of the description and every tag; what was said is left out. */
export function draftForProduct(
  { product, avoid, count }: Omit<WriteForProduct, "signal">,
  random: () => number,
): string[] {
  const cleaned = cleanTopic(product.description);
  const language = languageOf(cleaned);
  const set = frameSets[language ?? "en"];
  const subjects = [...new Set([cleaned, ...phrasesOf(cleaned), ...product.tags.map(cleanTopic)])].filter(Boolean);
  const pairs = (subjects.length > 0 ? subjects : [set.nothing]).flatMap((subject) =>
    set.frames.map((frame) => ({ frame, subject })),
  );
  const said = new Set(avoid);
  const found = new Set<string>();
  for (const { frame, subject } of shuffled(pairs, random)) {
    if (found.size >= count) break;
    const tweet = fill(frame, subject, set, language === null);
    if (!said.has(tweet)) found.add(tweet);
  }
  return [...found];
}

const mostPhrases = 40;

/** Clauses that are long enough to mean something and short enough to stand in a sentence. */
const phrasesOf = (text: string): string[] =>
  text
    .slice(0, 5_000)
    .split(/(?<=[.!?;:\n。！？；：，])(?=\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|, /u)
    .map((clause) => dropEnd(clause, /[.!?;:\n。！？；：，]/).trim())
    .filter((clause) => [...clause].length >= 4 && [...clause].length <= 60 && /\p{L}/u.test(clause))
    .slice(0, mostPhrases);
