// Computes an explained quality score: criteria with points, reasons and quoted words. Pure.
import { dropEnd } from "~/ground/trim-end";
import type { CriterionName, Judgement } from "~/ports/ai/product";

interface Criterion {
  name: CriterionName;
  title: string;
  weight: number;
  missing: string;
  advice: string;
}

export const criteria: readonly Criterion[] = [
  {
    name: "clarity",
    title: "Clarity",
    weight: 25,
    missing: "Nothing in the description says plainly what the product is.",
    advice: "Open with one short sentence that says what the product is and what it does.",
  },
  {
    name: "audience",
    title: "Audience",
    weight: 20,
    missing: "Nothing in the description says who it’s for.",
    advice: "Say who it’s for, specifically enough that they recognize themselves.",
  },
  {
    name: "differentiation",
    title: "Differentiation",
    weight: 25,
    missing: "Nothing in the description sets it apart.",
    advice: "Say what people use today instead, and how yours is different.",
  },
  {
    name: "proof",
    title: "Proof",
    weight: 15,
    missing: "Nothing in the description can be checked.",
    advice: "Add one number, name or result that a reader could check.",
  },
  {
    name: "call_to_action",
    title: "Call to action",
    weight: 15,
    missing: "Nothing in the description says what to do next.",
    advice: "End with one thing the reader can do now: try it, book it, join the list.",
  },
];

export interface ExplainedCriterion {
  name: CriterionName;
  title: string;
  weight: number;
  points: number;
  why: string;
  words: string[];
}

export interface Score {
  /** Tenths of a point, 0 to 100. */
  tenths: number;
  criteria: ExplainedCriterion[];
}

/** Weighted sum of the criteria. Points shrink by the share of quotes that aren't in the description. */
export function explainScore(description: string, judged: Record<CriterionName, Judgement>): Score {
  const text = description.normalize("NFC");
  const explained = criteria.map((criterion) => explain(text, criterion, judged[criterion.name]));
  const weighted = explained.reduce((sum, { points, weight }) => sum + Math.round(points * 10) * weight, 0);
  return { tenths: Math.round(weighted / 100), criteria: explained };
}

const maxWords = 3;

function explain(text: string, { name, title, weight, missing }: Criterion, judgement: Judgement): ExplainedCriterion {
  const claimed = judgement.words.map((words) => words.trim()).filter(Boolean);
  const found = claimed.map((words) => findWords(text, words)).filter((words) => words !== null);
  const points = Math.min(Math.max(Number.isFinite(judgement.points) ? judgement.points : 0, 0), 10);
  const earned = claimed.length === 0 ? 0 : Math.round((points * 10 * found.length) / claimed.length) / 10;
  const why = line(judgement.why, maxWhy);
  return {
    name,
    title,
    weight,
    points: earned,
    why: why === "" || (earned === 0 && points > 0) ? missing : why,
    words: [...new Set(found)].slice(0, maxWords),
  };
}

const maxQuote = 300;
const maxWhy = 300;
const marks = { quotes: /["“”„«»]/u, apostrophes: /['’‘]/u };

/** Finds the words, ignoring case, spaces and kind of quotation mark. Returns them as in the text, or null. */
export function findWords(text: string, words: string): string | null {
  const bare = words
    .normalize("NFC")
    .trim()
    .replace(/^["“”„«»]+/u, "");
  const quote = dropEnd(bare, /["“”„«».…]/).trim();
  if (quote.length === 0 || quote.length > maxQuote || !/[\p{L}\p{N}]/u.test(quote)) return null;
  const pattern = quote
    .split(/\s+/)
    .map((part) => [...part].map(patternOf).join(""))
    .join("\\s+");
  // scx instead of sc, because the long vowel mark in メニュー belongs to no script alone.
  const spaced = /[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\P{L}]|\p{N}/u;
  const [first = "", last = ""] = [[...quote][0], [...quote].at(-1)];
  const before = spaced.test(first) ? "(?<![\\p{L}\\p{N}])" : "";
  const after = spaced.test(last) ? "(?![\\p{L}\\p{N}])" : "";
  return new RegExp(`${before}${pattern}${after}`, "iu").exec(text)?.[0] ?? null;
}

function patternOf(char: string): string {
  if (marks.quotes.test(char)) return marks.quotes.source;
  if (marks.apostrophes.test(char)) return marks.apostrophes.source;
  return /[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char;
}

const wanted = 3;
const maxImprovement = 300;

export function chooseImprovements(texts: readonly string[], { criteria: explained }: Score): string[] {
  const missingPoints = (criterion: ExplainedCriterion): number => (10 - criterion.points) * criterion.weight;
  const own = [...explained]
    .sort((a, b) => missingPoints(b) - missingPoints(a))
    .map(({ name }) => criteria.find((criterion) => criterion.name === name)?.advice ?? "");
  const all = [...texts.map((text) => line(text, maxImprovement)), ...own].filter(Boolean);
  return [...new Set(all)].slice(0, wanted);
}

const maxTags = 8;
const maxTag = 40;

export function chooseTags(texts: readonly string[]): string[] {
  const byFold = new Map<string, string>();
  for (const tag of texts.map((text) => line(text, maxTag).replace(/^#+/, "").trim()))
    if (tag !== "" && !byFold.has(tag.toLowerCase())) byFold.set(tag.toLowerCase(), tag);
  return [...byFold.values()].slice(0, maxTags);
}

const maxSummary = 1_000;

export const chooseSummary = (text: string): string => line(text, maxSummary);

function line(text: string, max: number): string {
  const plain = text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/\p{Cs}/gu, "")
    .trim();
  const points = [...plain];
  return points.length <= max
    ? plain
    : `${points
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}

export function verdict({ criteria: explained }: Pick<Score, "criteria">, tenths: number): string {
  const weakest = [...explained].sort((a, b) => a.points - b.points)[0];
  const grade = tenths >= 80 ? "Strong" : tenths >= 60 ? "Good" : tenths >= 35 ? "Fair" : "Weak";
  return weakest && weakest.points < 7 ? `${grade}. Weakest: ${weakest.title.toLowerCase()}` : grade;
}
