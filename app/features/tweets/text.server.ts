// Weighs and checks a tweet's text as X does. Server only: X's library is 42 kB gzipped.
import tt from "twitter-text";
import { AppError } from "~/ground/errors";
import { beforeSpace, countText, plainWeight, type Weighed } from "./count";
import { isCostly } from "./link-cost";
import { asTyped } from "./tweet";

/** X's limit for an account without a subscription, in weighted characters. */
export const weightLimit = 280;

export const unitLimit = 5_000;

/** X's limit for any account; text beyond it is not searched for links. */
const postUnits = 40_000;

// As strings, because the compiler's target doesn't know the v flag. Node 20 and later do.
const emoji = new RegExp("\\p{RGI_Emoji}", "gv");
const oneEmoji = new RegExp("^\\p{RGI_Emoji}$", "v");
const looseEmoji =
  /[0-9#*]\u20E3|\p{Emoji}[\p{Emoji_Modifier}\uFE0F]?(?:\u200D\p{Emoji}[\p{Emoji_Modifier}\uFE0F]?)+/gu;
const uncoloured = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;
const emojiOf2018 = "\u{1F600}";
/** Every emoji contains one of these. Matching emoji themselves costs a hundred times as much. */
const maybeEmoji = /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{RI}\u20E3]/gu;
/** 140 emoji fit, each of up to six of these characters (a kiss of two people with skin tones). */
const maxEmoji = 140 * 6;

function withEmojiOf2018(text: string): string {
  const count = text.match(maybeEmoji)?.length ?? 0;
  return count > 0 && count <= maxEmoji ? text.replace(looseEmoji, asOne).replace(emoji, emojiOf2018) : text;
}

function asOne(found: string): string {
  const whole = found.replaceAll("\uFE0F", "").replace(uncoloured, "$&\uFE0F");
  return oneEmoji.test(whole) ? emojiOf2018 : found;
}

// Text that has no link and weighs 1 per character: most tweets, a hundred times faster than the library.
const plain = /^[\0-\x7F\u2010-\u201F]*$/;
const maybeLink = /\.[^\s]/;

const farTooLong = "This is far too long for a tweet. Shorten it.";

const isHuge = (text: string): boolean => text.length > unitLimit || text.normalize("NFC").length > unitLimit;

/** Weight of any link, and the most that one code unit can add. */
const linkWeight = 23;

function linkPiecesOf(normal: string): string[] | null {
  const pieces = maybeLink.test(normal) ? normal.split(beforeSpace).filter((piece) => maybeLink.test(piece)) : [];
  return isCostly(pieces) ? null : pieces;
}

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
 * X's weighted length (twitter-text configuration 3). The library's emoji list is from 2018, so each emoji is first
 * replaced with one of that year. An upper bound for texts that are too long or too slow to search (link-cost.ts).
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

export const dearUnits = (text: string): number => (maybeLink.test(text) ? text.length : 0);

export const weigh = (text: string): number => weighOnce(text).weight;

const within = (text: string): string => text.slice(0, postUnits).normalize("NFC");

/** "example.com" without a protocol is a link too, and X charges for it. */
export function hasLink(text: string): boolean {
  if (!maybeLink.test(text)) return false;
  const pieces = linkPiecesOf(withEmojiOf2018(within(text)));
  return pieces === null || pieces.some((piece) => tt.extractUrls(piece).length > 0);
}

/** Hosts of the links that X would see, lower case, without "www.". Excludes port, user and path. */
export function hostsIn(text: string): string[] {
  const pieces = linkPiecesOf(withEmojiOf2018(within(text))) ?? [];
  return pieces.flatMap((piece) => tt.extractUrls(piece).map(hostOf));
}

function hostOf(link: string): string {
  const url = /^https?:\/\//i.test(link) ? link : `https://${link}`;
  // A string that is no URL is returned whole and matches no known host.
  const host = URL.canParse(url) ? new URL(url).hostname : link;
  return host.toLowerCase().replace(/^www\./, "");
}

export const mentionsIn = (text: string): string[] => tt.extractMentions(within(text));

export const cashtagsIn = (text: string): string[] => tt.extractCashtags(within(text));

export const weighPieces = (texts: readonly string[]): Weighed[] => texts.map(weighOnce);

export function knownOf(content: string): [string, Weighed][] {
  const { unsure } = countText(content, new Map());
  const told = weighPieces(unsure);
  return unsure.flatMap((piece, index) => {
    const weighed = told[index];
    return weighed ? [[piece, weighed] as [string, Weighed]] : [];
  });
}

const words = new Intl.Segmenter("und", { granularity: "word" });

/** Cuts at a space, else at a word boundary. Adds no ellipsis, because a writer would imitate it. */
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

/** Normalizes line ends. Throws invalid if X would reject it from an account without a subscription. */
export function requirePostable(input: string): string {
  const text = asTyped(input);
  const fit = isPostable(text);
  if (!fit.ok)
    throw new AppError("invalid", fit.message, { about: { field: "tweet_content", type: faults[fit.code] } });
  return text;
}

/** For drafts, which may be over the limit until they are posted. Throws invalid if empty, over 5,000 or refused by X. */
export function requireKeepable(input: string): string {
  const text = asTyped(input);
  const fit = isKeepable(text);
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

// The three characters that X's library refuses, and unpaired surrogates, which UTF-8 can't encode.
const invalid = /[\uFFFE\uFEFF\uFFFF\p{Cs}]/u;

/** Whether a draft may have this text: anything that could be posted once it is shorter. */
export function isKeepable(text: string): Postable {
  if (text.trim() === "") return { ok: false, code: "empty", message: "Write something first." };
  if (isHuge(text)) return { ok: false, code: "too_many_units", message: farTooLong };
  if (invalid.test(text))
    return {
      ok: false,
      code: "invalid_characters",
      message: "This contains a hidden character that X rejects. Type the text instead of pasting it.",
    };
  return { ok: true, length: weigh(text) };
}

export function isPostable(text: string): Postable {
  const kept = isKeepable(text);
  if (!kept.ok) return kept;
  const { length } = kept;
  if (length >= linkWeight * unitLimit) return { ok: false, code: "too_many_units", message: farTooLong };
  if (length <= weightLimit) return { ok: true, length };
  return {
    ok: false,
    code: "too_long",
    message: `${length - weightLimit} ${length - weightLimit === 1 ? "character" : "characters"} over the limit (${length} of ${weightLimit}).`,
  };
}
