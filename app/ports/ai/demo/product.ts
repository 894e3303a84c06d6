// Judges a product's description by simple signs, and writes a bot's tweets about the product.
import type { SpentTokens } from "../spent";
import { dropEnd } from "~/ground/trim-end";
import { type CriterionName, criterionNames, type AnalysedProduct, type WriteForProduct } from "../product";
import { filled, inForms, isInVoice, maxWeight, shuffled } from "./draft";
import { isBase } from "./gerund";
import { finishedNoun, isForeign, subjectOf } from "./subject";
import { cleanTopic, linkOrMarkup, sentencesIn, weightBound } from "./text";

const phrase = (starts: string, max: number, min = 1): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${starts})(?![\\p{L}\\p{N}])(?:\\s[\\p{L}\\p{N}'’%$€£-]+){${min},${max}}`, "giu");
const audience = `(?:built |made |designed )?for(?! (?:free|example|the first|an? (?:day|week|month|year))(?![\\p{L}]))`;
const difference = `unlike|instead of|without|the only|the first|no more|never again|in (?:seconds|minutes)|rather than`;
const call = "try|sign up|start (?:your|free|today|now|with)|book (?:a|your)|join|download|subscribe|get started";
const number = /(?<![\p{L}\p{N}])[$€£]?\p{N}[\p{N}.,]*(?![\p{L}\p{N}])(?:\s?%)?(?:\s[\p{L}\p{N}'’%$€£-]+){0,3}/gu;

const signs: Record<CriterionName, (text: string) => string[]> = {
  clarity: openingOf,
  audience: matches(phrase(audience, 3), phrase("helps|for people who|who (?:want|need)", 3)),
  differentiation: matches(phrase(difference, 4)),
  proof: matches(number, phrase("trusted by|rated|awarded|used by|reviewed", 3, 0)),
  call_to_action: matches(phrase(call, 3, 0), /https?:\/\/[!-~]+/gi),
};

/** The reason with a sign, and the one without. */
const reasons: Record<CriterionName, string> = {
  clarity: `It says in its first sentence what it is.|It does not open with a sentence that says what the product is.`,
  audience: "It names whom it is for.|It does not say whom it is for.",
  differentiation: `It sets itself apart from what people use today.|It does not say how it differs from what people use today.`,
  proof: `It backs itself with something one can check.|It has no number, name or result that one could check.`,
  call_to_action: "It says what to do next.|It does not ask the reader to do anything.",
};

const loose = /(?:\s(?:an?|and|as|at|by|for|from|in|is|it|of|on|or|that|the|this|to|with|your)){1,4}$/i;

function matches(...patterns: RegExp[]): (text: string) => string[] {
  return (text) => {
    const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([sign]) => sign.replace(loose, "")));
    return [...new Set(found)].filter((sign) => !found.some((other) => other !== sign && other.includes(sign)));
  };
}

/** The first 12 words of a first sentence of 4 to 30, and what it says the product is or does. */
function openingOf(text: string): string[] {
  const first = /^[^.!?\n]+/u.exec(text.slice(0, 600))?.[0].trim() ?? "";
  const opening = /^(?:\S+ +){3,11}[\p{L}\p{N}'’-]*[\p{L}\p{N}]/u.exec(first)?.[0].replace(loose, "");
  if (!opening || first.split(/ +/).length > 30) return [];
  return [opening, ...matches(phrase("(?:is|are) an?|turns?|lets?|helps?|makes?", 3))(first).slice(0, 1)];
}

const notRead = "The demo writer reads only English.";
export function judge(description: string): Omit<AnalysedProduct, "model" | keyof SpentTokens> {
  const cleaned = cleanTopic(description);
  const visible = description.normalize("NFC").replace(/<\/?[a-z!][^<>]*>/gi, " ");
  const judged = criterionNames.map((name) => {
    const [found = "", missing = ""] = reasons[name].split("|");
    const words = signs[name](visible).slice(0, 3);
    const why = words.length > 0 ? found : isForeign(cleaned) ? notRead : missing;
    return [name, { points: [0, 6, 8, 9][words.length] ?? 0, words, why }] as const;
  });
  const criteria = Object.fromEntries(judged) as AnalysedProduct["criteria"];
  // The words on the two sides of a link are no name.
  const tags = tagsOf(cleanTopic(description.replace(linkOrMarkup, " , ")));
  return { summary: summaryOf(cleaned), tags, criteria, improvements: [] };
}

function summaryOf(cleaned: string): string {
  const line = cleaned.split("\n").find((text) => /[\p{L}\p{N}\p{So}]/u.test(text));
  if (line === undefined) return "A product that its description does not put into words yet.";
  let summary = "";
  for (const sentence of sentencesIn(line)) {
    if (weightBound((summary + sentence).trim()) > maxWeight) break;
    summary += sentence;
  }
  return summary.trim() || "A product whose description has no sentence that is short enough to sum it up.";
}

const empty = `a an about above after again all almost also am among an and any are as at away back be because been before being below best better between both but by can cannot could day days did do does doing done down during each easy else end enough even ever every everything fast few find finds first for found free from full gave get gets give gives go goes good got great had has have having he help helps her here his how i if in into is it its just keep keeps know knows last let lets like live look looks lot made make makes making many may me mean means more most move moves much must my need needs never new next no nobody not nothing now of off on once one only or other our out over own pay pays people per put puts rather really right run runs same save saves say says see sell sells send sends set show shows simple since so some soon stop still such take takes tell tells than that the their them then there these they thing things this those through time to today too try turn turns two under unlike until up us use used users uses using very want wants was way we week well were what when where whether which while who whom whose why will with within without work works would year years yet you your start starts join book books download sign anybody somebody`;
const emptyWords = new Set(empty.split(" "));
const isEmpty = (word: string) => word.length < 3 || /^\p{N}/u.test(word) || emptyWords.has(word.toLowerCase());

/** Things that the description names: most frequent first, then longest, then earliest. */
function tagsOf(text: string): string[] {
  const names = text
    .slice(0, 5_000)
    .replace(/(?<![^\s.])[^\s.]+\.\p{L}{2,}\S*/gu, ",")
    .replace(/[\p{L}\p{M}\p{N}'’-]+/gu, (word) => (isEmpty(word) ? "," : word))
    .split(/[^\p{L}\p{M}\p{N}'’ -]+| - /u)
    .map((name) => name.trim().split(" "))
    .map((words) => (words.length > 3 ? words.slice(0, 2) : words).join(" "))
    .filter((name) => name !== "" && name.length <= 32)
    .map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isLong = (name: string): number => (name.includes(" ") ? 1 : 0);
  const ranked = [...counts].sort(([a, n], [b, m]) => m - n || isLong(b) - isLong(a));
  return ranked.slice(0, 5).map(([name]) => name);
}

const named =
  /^(?!It |This |We |They |There |Our )((?:\p{Lu}\S* )+)(?:is|are|helps?|lets?|turns?|makes?|answers|builds|checks|collects|connects|finds|keeps|manages|organizes|plans|posts|reads|records|saves|sells|sends|shows|sorts|tells|tracks|translates|watches|works|writes) /u;
const sold =
  /^(?:we|i)\b.*?\b(?:sell|make|build|offer|run|publish)s? (an? [^,.]+?)(?= (?:to|that|which|where|with) |,|$)/iu;

/** Null if the description does not begin with the product's name or a few words for it. */
function productNoun(description: string): string | null {
  const first = dropEnd(sentencesIn(cleanTopic(description).split("\n")[0] ?? "")[0] ?? "", /[.!?\s]/);
  const name = named.exec(first)?.[1]?.trim();
  if (name || isForeign(first)) return name ?? subjectOf(first)?.noun ?? null;
  const ours = sold.exec(first)?.[1];
  if (ours) return finishedNoun(ours);
  const words = first.split(/,|\s(?:that|which|who)\s/)[0] ?? "";
  if (isBase(words.split(" ")[0]?.toLowerCase() ?? "") || /^\w+ (?:your|our|my) /i.test(words)) return null;
  return finishedNoun(words.replace(/^\p{Lu}(?=\p{Ll}* \p{Ll})/u, (capital) => capital.toLowerCase()));
}

/** Leaves out tweets already posted. Null if the product has no name that fits a sentence. */
export function draftForProduct(request: Omit<WriteForProduct, "signal">, random: () => number): string[] | null {
  const { product, avoid, count, voice } = request;
  const noun = productNoun(product.description);
  if (noun === null) return null;
  const isFit = (text: string) => !avoid.includes(text) && weightBound(text) <= maxWeight && isInVoice(text, voice);
  const fresh = shuffled(filled("product", noun), random).filter(({ text }) => isFit(text));
  return inForms(fresh).slice(0, count);
}
