// A tweet's words as X counts and accepts them. On the server only: X's own library is 42 kB gzipped.
import tt from "twitter-text";
import { AppError } from "~/ground/errors";
import { countText, type Weighed } from "./count";

/** The most that X takes from an account without a subscription, in weighted characters. */
export const weightLimit = 280;

/** The library takes time with the square of the length: 40,000 code units of "a." hold it up for seconds. */
export const unitLimit = 5_000;

// As a string, because the compiler's target doesn't know the v flag yet; every Node since 20 does.
const emoji = new RegExp("\\p{RGI_Emoji}", "gv");
const emojiOf2018 = "\u{1F600}";

// Nothing here can be a link or weigh anything but 1: most tweets, at a hundredth of the library's time.
const plain = /^[\0-\x7F\u2010-\u201F]*$/;
const maybeLink = /\.[^\s]/;

/** Whether the text, or what NFC makes of it (a few characters grow), is more than the library is given. */
const isHuge = (text: string): boolean => text.length > unitLimit || text.normalize("NFC").length > unitLimit;

/** What any link counts, and the most that a single code unit can bring. */
const linkWeight = 23;

/**
 * X's weighted length (twitter-text configuration 3: at most 280; a link 23, an emoji 2, CJK 2 each). The library's list
 * of emoji is from 2018, so each emoji is exchanged for one that it knows. Over 5,000 code units the answer is an upper
 * bound, never less than that of any text within them.
 */
export function weigh(text: string): number {
  if (isHuge(text)) return linkWeight * text.length;
  if (plain.test(text) && !maybeLink.test(text)) return text.length;
  return tt.parseTweet(text.normalize("NFC").replace(emoji, emojiOf2018)).weightedLength;
}

/** What the library is given to look through. */
const within = (text: string): string => text.slice(0, unitLimit).normalize("NFC");

/** Whether X would count, and charge for, a link; "example.com" is one without a protocol too. */
export const hasLink = (text: string): boolean => maybeLink.test(text) && tt.extractUrls(within(text)).length > 0;

/** The names behind an @ that X would notify, without it. */
export const mentionsIn = (text: string): string[] => tt.extractMentions(within(text));

export const cashtagsIn = (text: string): string[] => tt.extractCashtags(within(text));

/** The same for each of several texts: what the browser asks where it can't tell by itself (count.ts). */
export const weighPieces = (texts: readonly string[]): Weighed[] =>
  texts.map((text) => ({ weight: weigh(text), hasLink: hasLink(text) }));

/** What a box in which this text is edited would ask for at once: the pieces that the browser can't weigh by itself. */
export function knownOf(content: string): [string, Weighed][] {
  const { unsure } = countText(content, new Map());
  const told = weighPieces(unsure);
  return unsure.flatMap((piece, index) => {
    const weighed = told[index];
    return weighed ? [[piece, weighed] as [string, Weighed]] : [];
  });
}

/** Throws invalid where X would not take the text as a post of an account without a subscription. */
export function requirePostable(text: string): void {
  const fit = isPostable(text);
  if (!fit.ok)
    throw new AppError("invalid", fit.message, { about: { field: "tweet_content", type: faults[fit.code] } });
}

const faults = {
  empty: "too_short",
  too_long: "too_long",
  too_many_units: "too_long",
  invalid_characters: "invalid",
} as const;

export type Postable =
  | { ok: true; length: number }
  | { ok: false; code: "empty" | "too_long" | "too_many_units" | "invalid_characters"; message: string };

// The three that X's library refuses, and halves of surrogate pairs, which can't be sent as UTF-8 at all.
const invalid = /[\uFFFE\uFEFF\uFFFF\p{Cs}]/u;

/** Whether X would take the text as a post of an account without a subscription; if not, why, in a sentence to show. */
export function isPostable(text: string): Postable {
  if (text.trim() === "") return { ok: false, code: "empty", message: "Please write something first" };
  if (isHuge(text))
    return { ok: false, code: "too_many_units", message: "This is far too long for a tweet. Please shorten it" };
  if (invalid.test(text))
    return {
      ok: false,
      code: "invalid_characters",
      message: "This has a hidden character that X does not accept. Please type the text anew instead of pasting it",
    };
  const length = weigh(text);
  if (length <= weightLimit) return { ok: true, length };
  return {
    ok: false,
    code: "too_long",
    message: `This is ${length - weightLimit} too long: X counts ${length} and takes at most ${weightLimit}`,
  };
}
