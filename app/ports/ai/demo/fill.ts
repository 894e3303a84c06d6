// Fills frames with a noun phrase or a passage. Never cuts text.
import { dropEnd } from "~/ground/trim-end";
import { type FrameSet, lineSlot, slot } from "./frames";
import { weightBound } from "./weight";

const maxWeight = 280;

const fits = (tweet: string): boolean => weightBound(tweet) <= maxWeight;

export function fillNoun(frame: string, noun: string, set: FrameSet, foreign: boolean): string | null {
  const [open, close] = set.quotes;
  const own = withoutCapital(noun, set);
  const bare = !foreign && !/[?!？！¿¡,:;。，、；：]|\.(?![\p{L}\p{N}])/u.test(own) && set.bare.test(own);
  // A function, because $& in a replacement string has a meaning.
  const tweet = frame.replace(slot, () => (bare ? own : open + noun + close)).normalize("NFC");
  return fits(tweet) ? tweet : null;
}

export function fillLine(frame: string, line: string): string | null {
  const tweet = frame.replace(lineSlot, () => line).normalize("NFC");
  return fits(tweet) ? tweet : null;
}

/** Lower-cases "The cost of coffee", but not "The Who" or "Berlin in winter". */
function withoutCapital(noun: string, { grammar }: FrameSet): string {
  const isGerund =
    /^\p{Lu}\p{Ll}{2,}ing \p{Ll}/u.test(noun) && !/^(?:Beijing|Boeing|Nanjing|Wyoming|Turing)/u.test(noun);
  const isHeading = (grammar.article.test(noun) || isGerund) && !/\s\p{Lu}/u.test(noun);
  return isHeading ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun;
}

export function lineOf(passage: string, isQuestion: boolean, set: FrameSet): string {
  const bare = dropEnd(passage, /[\s,;:，、；：–—-]/u) || passage;
  return withCapital(isQuestion ? asQuestion(bare, set) : stopped(bare, set));
}

const writesMarks =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Mn}\p{Mc}\p{Nd}ー%€£$)）\]】"”»」』]$/u;

function stopped(line: string, { stop }: FrameSet): string {
  if (/[.!?。！？؟।…]["”“»’」』)）\]】]*$/u.test(line) || !writesMarks.test(line) || endsInLink(line)) return line;
  return line + stop;
}

function asQuestion(line: string, { ask, quotes }: FrameSet): string {
  if (/[?？؟]["”“»’」』)）\]】!！]*$/u.test(line)) return line;
  const bare = dropEnd(line, /[.。।\s]/u) || line;
  if (!writesMarks.test(bare) || endsInLink(bare)) return line;
  const opens =
    quotes[0] === "«" && /^(?:cómo|por qué|para qué|qué|cuándo|d[oó]nde|adónde|qui[eé]n|cuál|cuánt)/iu.test(bare);
  return (opens ? "¿" : "") + bare + ask;
}

/** A full stop after a bare domain would look like part of it. */
const endsInLink = (line: string): boolean => /[\p{L}\p{N}-]\.\p{L}{2,}$/u.test(line);

function withCapital(line: string): string {
  const word = /^[¿¡"“„«(]*(\p{Ll}[^\s]*)/u.exec(line);
  const name = word?.[1];
  if (!word || !name || /[\p{Lu}\p{N}._/@]\p{L}|\p{Ll}\p{Lu}|\d/u.test(name)) return line;
  const at = word[0].length - name.length;
  const capital = line.charAt(at).toUpperCase();
  return capital.length === 1 ? line.slice(0, at) + capital + line.slice(at + 1) : line;
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
