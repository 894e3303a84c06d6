// Drafts tweets and threads: sentences for a known domain, else English frames filled with the topic.
import { minTweets, WriterError } from "../port";
import { avoidedIn, emojiIn, hashtagsIn, type Voice } from "../voice";
import { domainOf, isWide, stockOf } from "./domains";
import { type Frame, framesOf } from "./frames";
import { finished, isShowcase, noThread, tooMuch } from "./showcase";
import { type Subject, subjectOf } from "./subject";
import { weightBound } from "./text";

export const maxWeight = 280;

interface DraftInput {
  topic: string;
  count: number;
  known: readonly string[];
  random: () => number;
  voice?: Voice | undefined;
}

/** Texts in `known` come last. Returns up to three finished tweets for a topic without a domain and a noun phrase. */
export function draft({ topic, count, known, random, voice }: DraftInput): string[] {
  const fits = (text: string) => weightBound(text) <= maxWeight && isInVoice(text, voice);
  const order = (texts: readonly string[]) =>
    [false, true].flatMap((isKnown) => texts.filter((text) => known.includes(text) === isKnown && fits(text)));
  const isNew = ({ text }: Frame) => !known.includes(text) && fits(text);
  const subject = subjectOf(voice?.hashtags === "never" ? topic.replace(/[#＃]/gu, "") : topic);
  const domain = isNews(subject) ? null : domainOf(topic);
  const stock = shuffled(stockOf(domain), random);
  const isStock = stock.length > 0;
  if (!subject) {
    const own = inForms(stock.filter(isNew)).slice(0, count);
    return own.length === count ? own : order(shuffled(finished, random)).slice(0, Math.min(count, minTweets));
  }
  const finishedFirst = isShowcase(topic) ? order(finished).filter((text) => !known.includes(text)) : [];
  const isShown = subject.line !== null && (!isStock || isWide(domain) || subject.kind === "story");
  const lines = shuffled(filled(isShown ? `${subject.kind}-line` : "", subject.line ?? ""), random).filter(isNew);
  const all = usesFor(subject).map((uses) => uses.flatMap((use) => filled(use, subject.noun)));
  const nouns = all.flatMap((list) => shuffled(list, random));
  const written = inForms([...lines.slice(0, 1), ...stock.filter(isNew), ...nouns.filter(isNew)]);
  // The whole line gets a random place among the first five.
  const at = Math.floor(random() * Math.min(5, count));
  const mixed = [...written.slice(1, at + 1), ...written.slice(0, 1), ...written.slice(at + 1)];
  return order([...new Set([...finishedFirst, ...mixed, ...[...stock, ...nouns].map(({ text }) => text)])]).slice(
    0,
    count,
  );
}

/** Throws WriterError: the frames are about learning a subject. The parts are in order, the first two and the last always the same. */
export function draftThread({ topic, count, random, voice }: Omit<DraftInput, "known">): string[] {
  const subject = subjectOf(topic);
  if (!subject) throw new WriterError("empty", tooMuch);
  if (subject.kind === "story" || isNews(subject)) throw new WriterError("empty", noThread);
  const isFit = (text: string) => weightBound(text) <= maxWeight && isInVoice(text, voice);
  const all = filled("thread", subject.noun).map(({ text }) => text);
  const chosen = shuffled(all.slice(2, -1).filter(isFit), random).slice(0, count - 3);
  const texts = all.filter((text, at) => at < 2 || at === all.length - 1 || chosen.includes(text));
  if (texts.length < count || !texts.every(isFit)) throw new WriterError("empty", tooMuch);
  return texts;
}

/** A writer's own news. General sentences would talk past it. */
const isNews = (subject: Subject | null): boolean =>
  subject !== null && ["loss", "launch", "trouble"].includes(subject.kind);

/** In the order of use: frames for an -ing form fit it best. */
function usesFor({ noun, kind, isDoing }: Subject): string[][] {
  if (kind === "launch") return [["launch"], ["product"]];
  const isGerund = isDoing || /^(?!parking|meeting|landing|shopping|morning|evening|spring)\p{L}{2,}ing\b/u.test(noun);
  if (kind === "claim" || kind === "order") return [["claim", "noun", ...(isGerund ? [] : ["thing"])]];
  if (kind === "story") return [["noun"]];
  if (isGerund) return [["doing", ...(isDoing ? ["practice"] : [])], ["noun"]];
  return [...(kind === "trouble" ? [["trouble"]] : []), ["noun", "thing"]];
}

export const filled = (use: string, words: string): Frame[] =>
  framesOf(use).map(({ form, text }) => ({ form, text: fill(text, words) }));

function fill(text: string, words: string): string {
  // Some frames have quotation marks already.
  const bare = text.includes("“{topic}") ? words.replace(/^“(.+)”$/, "$1") : words;
  // A function, because $& in a replacement string has a meaning.
  return text.replace(/\{(?:topic|line)\}/, () => bare).normalize("NFC");
}

/** No form and no second question in a round; a new round when all that are left have been in it. */
export function inForms(list: readonly Frame[]): string[] {
  const round = new Set<string>();
  const isNew = ({ form, text }: Frame) => {
    const signs = text.endsWith("?") ? [form, "question"] : [form];
    return !signs.some((sign) => round.has(sign)) && signs.every((sign) => round.add(sign));
  };
  const texts = list.filter(isNew);
  const left = list.filter((frame) => !texts.includes(frame));
  return [...texts.map(({ text }) => text), ...(left.length > 0 ? inForms(left) : [])];
}

const limits = { never: 0, one: 1, fits: Infinity };

export const isInVoice = (text: string, voice: Voice | undefined): boolean =>
  !voice ||
  (avoidedIn(text, voice.avoid) === null &&
    emojiIn(text).length <= limits[voice.emoji] &&
    hashtagsIn(text).length <= limits[voice.hashtags]);

export const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
