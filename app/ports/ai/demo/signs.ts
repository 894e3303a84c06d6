// Lists wordings, in several languages, by which the demo writer judges a product's description.
import type { CriterionName } from "../product";

interface Sign {
  find(text: string): string[];
  found: string;
  missing: string;
}

const word = String.raw`[\p{L}\p{N}'’%$€£-]+`;
const wording = (starts: string, max: number, min = 1): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${starts})(?![\p{L}\p{N}])(?:\s${word}){${min},${max}}`, "giu");
/** For scripts without spaces between words. */
const unspaced = (starts: string): RegExp =>
  new RegExp(String.raw`(?:${starts})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{L}\p{N}]{2,10}`, "giu");

const loose = /^(?:an?|and|as|at|by|for|from|in|is|it|of|on|or|that|the|this|to|with|your)$/i;

function withoutLoose(found: string): string {
  const words = [...found.matchAll(/\S+/gu)];
  while (words.length > 1 && loose.test(words.at(-1)?.[0] ?? "")) words.pop();
  const last = words.at(-1);
  return last ? found.slice(0, last.index + last[0].length) : found;
}

const matches =
  (...patterns: RegExp[]) =>
  (text: string): string[] => {
    const all = new Set(
      patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => withoutLoose(found))),
    );
    return [...all].filter((sign) => ![...all].some((other) => other !== sign && other.includes(sign)));
  };

export const signs: Record<CriterionName, Sign> = {
  clarity: {
    find: openingOf,
    found: "It says in its first sentence what it is.",
    missing: "It does not open with a sentence that says what the product is.",
  },
  audience: {
    find: matches(
      wording(
        "(?:built |made |designed )?for(?! (?:free|example|the first|an? (?:day|week|month|year))(?![\\p{L}]))",
        3,
      ),
      wording("helps|for people who|who (?:want|need)|für|hilft|pour|aide|para|ayuda|ajuda|per|aiuta|для", 3),
      unspaced("面向|适合|专为|帮助|給|针对"),
    ),
    found: "It names whom it is for.",
    missing: "It does not say whom it is for.",
  },
  differentiation: {
    find: matches(
      wording("unlike|instead of|without|the only|the first|no more|never again|in (?:seconds|minutes)|rather than", 4),
      wording(
        "anders als|statt|ohne|als einzige\\p{L}*|contrairement|sans|au lieu|seul|a diferencia|sin|em vez|sem",
        4,
      ),
      unspaced("不同于|无需|唯一|首个|而不是"),
    ),
    found: "It sets itself apart from what people use today.",
    missing: "It does not say how it differs from what people use today.",
  },
  proof: {
    find: matches(
      new RegExp(String.raw`(?<![\p{L}\p{N}])[$€£]?\p{N}[\p{N}.,]*(?:\s?%)?(?:\s${word}){0,3}`, "gu"),
      wording("trusted by|rated|awarded|used by|reviewed", 3, 0),
    ),
    found: "It backs itself with something one can check.",
    missing: "It has no number, name or result that one could check.",
  },
  call_to_action: {
    find: matches(
      wording(
        "try|sign up|start (?:your|free|today|now|with)|book (?:a|your)|join|download|subscribe|get started",
        3,
        0,
      ),
      wording("jetzt|teste\\p{L}*|essayez|inscrivez|prueba|regístrate|experimente|prova", 3, 0),
      unspaced("立即|免费|注册|试用|下载|预约"),
      /https?:\/\/[!-~]+/gi,
    ),
    found: "It says what to do next.",
    missing: "It does not ask the reader to do anything.",
  },
};

const minWords = 4;
const maxWords = 30;
const quotedWords = 12;
const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

function openingOf(text: string): string[] {
  const first = /^[^.!?。！？\n]+/u.exec(text.slice(0, 600))?.[0] ?? "";
  const words = [...segmenter.segment(first)].filter((part) => part.isWordLike);
  if (words.length < minWords || words.length > maxWords) return [];
  const last = words[Math.min(words.length, quotedWords) - 1];
  const opening = last ? first.slice(0, last.index + last.segment.length).trim() : "";
  return opening === "" ? [] : [withoutLoose(opening), ...tellsWhat(first).slice(0, 1)];
}

const tellsWhat = matches(
  wording("(?:is|are) an?|turns?|lets?|helps?|makes?|ist ein\\p{L}*|est une?|es una?|è una?", 3),
);
