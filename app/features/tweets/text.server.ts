// A tweet's words as X counts and accepts them. On the server only: X's own library is 42 kB gzipped.
import tt from "twitter-text";
import { AppError } from "~/ground/errors";
import { beforeSpace, countText, plainWeight, type Weighed } from "./count";
import { isCostly } from "./link-cost";
import { asTyped } from "./tweet";

/** The most that X takes from an account without a subscription, in weighted characters. */
export const weightLimit = 280;

/** No tweet is longer: twelve links of 400 code units each. */
export const unitLimit = 5_000;

/** No post is longer, of whatever account. What stands in it is looked for as far as here. */
const postUnits = 40_000;

// As strings, because the compiler's target doesn't know the v flag yet; every Node since 20 does.
const emoji = new RegExp("\\p{RGI_Emoji}", "gv");
const oneEmoji = new RegExp("^\\p{RGI_Emoji}$", "v");
/** Keycaps and joined emoji as they are also typed: without some of the selectors that their coloured form has. */
const looseEmoji =
  /[0-9#*]\u20E3|\p{Emoji}[\p{Emoji_Modifier}\uFE0F]?(?:\u200D\p{Emoji}[\p{Emoji_Modifier}\uFE0F]?)+/gu;
/** What needs a selector to be shown in colour. */
const uncoloured = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;
const emojiOf2018 = "\u{1F600}";
/** One of these is in each emoji. Looking for emoji costs a hundred times as much. */
const maybeEmoji = /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{RI}\u20E3]/gu;
/** 140 emoji fit, and none is made of more than six of these characters (a kiss of two people, both with a colour). */
const maxEmoji = 140 * 6;

/** With more than fit each character stays and counts for itself: the weight is an upper bound then, in half of the time. */
function withEmojiOf2018(text: string): string {
  const count = text.match(maybeEmoji)?.length ?? 0;
  return count > 0 && count <= maxEmoji ? text.replace(looseEmoji, asOne).replace(emoji, emojiOf2018) : text;
}

/** One emoji where it is one once it has its selectors; else as it stands. */
function asOne(found: string): string {
  const whole = found.replaceAll("\uFE0F", "").replace(uncoloured, "$&\uFE0F");
  return oneEmoji.test(whole) ? emojiOf2018 : found;
}

// Nothing here can be a link or weigh anything but 1: most tweets, at a hundredth of the library's time.
const plain = /^[\0-\x7F\u2010-\u201F]*$/;
const maybeLink = /\.[^\s]/;

const farTooLong = "This is far too long for a tweet. Please shorten it";

/** Whether the text, or what NFC makes of it (a few characters grow), is more than the library is given. */
const isHuge = (text: string): boolean => text.length > unitLimit || text.normalize("NFC").length > unitLimit;

/** What any link counts, and the most that a single code unit can bring. */
const linkWeight = 23;

/** The pieces in which X could see a link, without their emoji; null where looking would take too long. */
function linkPiecesOf(normal: string): string[] | null {
  const pieces = maybeLink.test(normal) ? normal.split(beforeSpace).filter((piece) => maybeLink.test(piece)) : [];
  return isCostly(pieces) ? null : pieces;
}

/** A piece in which there may be links: each counts what any link does, the rest by its characters. */
function weighPiece(piece: string): Weighed {
  const links = tt.extractUrlsWithIndices(piece);
  let [weight, at] = [linkWeight * links.length, 0];
  for (const { url, indices } of links) {
    weight += plainWeight(piece.slice(at, indices[0]));
    at = indices[0] + url.length;
  }
  return { weight: weight + plainWeight(piece.slice(at)), hasLink: links.length > 0 };
}

/**
 * X's weighted length (twitter-text configuration 3: at most 280; a link 23, an emoji 2, CJK 2 each), and whether X sees a
 * link. Where the links are the library says; its list of emoji is from 2018, so each is exchanged for one of that year. Over 5,000 code units,
 * with more emoji than fit, and where looking for links would take too long (link-cost.ts), the weight is an upper bound,
 * never less than that of any text within them.
 */
export function weighOnce(text: string): Weighed {
  if (isHuge(text)) return { weight: linkWeight * text.length, hasLink: hasLink(text) };
  if (plain.test(text) && !maybeLink.test(text)) return { weight: text.length, hasLink: false };
  const normal = withEmojiOf2018(text.normalize("NFC"));
  const pieces = linkPiecesOf(normal);
  if (!pieces) return { weight: linkWeight * unitLimit, hasLink: true };
  if (pieces.length === 0) return { weight: plainWeight(normal), hasLink: false };
  const words = normal.split(beforeSpace).filter((piece) => !maybeLink.test(piece));
  const links = pieces.map(weighPiece);
  return {
    weight: links.reduce((sum, { weight }) => sum + weight, plainWeight(words.join(""))),
    hasLink: links.some((link) => link.hasLink),
  };
}

/** The code units in which links must be looked for, which is what takes time. */
export const dearUnits = (text: string): number => (maybeLink.test(text) ? text.length : 0);

/** The weight alone. */
export const weigh = (text: string): number => weighOnce(text).weight;

/** What the library is given to look through. */
const within = (text: string): string => text.slice(0, postUnits).normalize("NFC");

/** Whether X would count, and charge for, a link; "example.com" is one without a protocol too. */
export function hasLink(text: string): boolean {
  if (!maybeLink.test(text)) return false;
  const pieces = linkPiecesOf(withEmojiOf2018(within(text)));
  return pieces === null || pieces.some((piece) => tt.extractUrls(piece).length > 0);
}

/** The hosts of the links that X would see, lower case and without "www."; those that name no port, user or path. */
export function hostsIn(text: string): string[] {
  const pieces = linkPiecesOf(withEmojiOf2018(within(text))) ?? [];
  return pieces.flatMap((piece) => tt.extractUrls(piece).map(hostOf));
}

function hostOf(link: string): string {
  const url = /^https?:\/\//i.test(link) ? link : `https://${link}`;
  // What is no URL stands for itself, and so is named by nothing.
  const host = URL.canParse(url) ? new URL(url).hostname : link;
  return host.toLowerCase().replace(/^www\./, "");
}

/** The names behind an @ that X would notify, without it. */
export const mentionsIn = (text: string): string[] => tt.extractMentions(within(text));

export const cashtagsIn = (text: string): string[] => tt.extractCashtags(within(text));

/** The same for each of several texts: what the browser asks where it can't tell by itself (count.ts). */
export const weighPieces = (texts: readonly string[]): Weighed[] => texts.map(weighOnce);

/** What a box in which this text is edited would ask for at once: the pieces that the browser can't weigh by itself. */
export function knownOf(content: string): [string, Weighed][] {
  const { unsure } = countText(content, new Map());
  const told = weighPieces(unsure);
  return unsure.flatMap((piece, index) => {
    const weighed = told[index];
    return weighed ? [[piece, weighed] as [string, Weighed]] : [];
  });
}

const words = new Intl.Segmenter("und", { granularity: "word" });

/**
 * The text itself where it has at most `max` code points, else its beginning up to the last space within them; where that
 * would lose more than half, as without spaces, up to the last word that the segmenter finds, and of one endless word the
 * first `max`. No ellipsis stands for the rest: a writer would learn it.
 */
export function firstWords(text: string, max: number): string {
  const characters = [...text];
  if (characters.length <= max) return text;
  const head = characters.slice(0, max).join("");
  const spaceAt = /\s/u.test(characters[max] ?? "") ? head.length : head.search(/\s\S*$/u);
  const tearsLink = spaceAt > 0 && /^\s*https?:/iu.test(head.slice(spaceAt));
  if (tearsLink || spaceAt > head.length / 2) return head.slice(0, spaceAt).trimEnd();
  let end = 0;
  for (const { index, segment } of words.segment(text)) {
    if (index + segment.length > head.length) break;
    end = index + segment.length;
  }
  return (end > 0 ? head.slice(0, end) : head).trimEnd();
}

/**
 * The text as it is kept: as typed, but that a line ends with one character, as X has it. Throws invalid where X would not
 * take it as a post of an account without a subscription.
 */
export function requirePostable(typed: string): string {
  const text = asTyped(typed);
  const fit = isPostable(text);
  if (!fit.ok)
    throw new AppError("invalid", fit.message, { about: { field: "tweet_content", type: faults[fit.code] } });
  return text;
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
  if (isHuge(text)) return { ok: false, code: "too_many_units", message: farTooLong };
  if (invalid.test(text))
    return {
      ok: false,
      code: "invalid_characters",
      message: "This has a hidden character that X does not accept. Please type the text anew instead of pasting it",
    };
  const length = weigh(text);
  if (length >= linkWeight * unitLimit) return { ok: false, code: "too_many_units", message: farTooLong };
  if (length <= weightLimit) return { ok: true, length };
  return {
    ok: false,
    code: "too_long",
    message: `This is ${length - weightLimit} too long: X counts ${length} and takes at most ${weightLimit}`,
  };
}
