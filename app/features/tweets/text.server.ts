// A tweet's words as X counts and accepts them. On the server only: X's own library is 42 kB gzipped.
import tt from "twitter-text";
import { AppError } from "~/ground/errors";
import { beforeSpace, countText, type Weighed } from "./count";
import { isCostly } from "./link-cost";

/** The most that X takes from an account without a subscription, in weighted characters. */
export const weightLimit = 280;

/** No tweet is longer: twelve links of 400 code units each. */
export const unitLimit = 5_000;

// As a string, because the compiler's target doesn't know the v flag yet; every Node since 20 does.
const emoji = new RegExp("\\p{RGI_Emoji}", "gv");
const emojiOf2018 = "\u{1F600}";

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

/** A link for the library's scales: as heavy as one, and none. */
const asHeavyAsLink = "-".repeat(linkWeight);

/** A piece with what is as heavy as each of its links in their place, and how many those were. */
function withoutLinks(piece: string): { rest: string; links: number } {
  const found = new Map(tt.extractUrlsWithIndices(piece).map(({ url, indices }) => [indices[0], url.length]));
  let [rest, at] = ["", 0];
  while (at < piece.length) {
    const length = found.get(at) ?? 0;
    // A dot that is left is no link's: another sign of its weight keeps the library from looking once more.
    rest += length > 0 ? asHeavyAsLink : (piece[at] ?? "").replace(".", ",");
    at += Math.max(length, 1);
  }
  return { rest, links: found.size };
}

/**
 * X's weighted length (twitter-text configuration 3: at most 280; a link 23, an emoji 2, CJK 2 each), and whether X sees a
 * link. The library's list of emoji is from 2018, so each emoji is exchanged for one that it knows. Over 5,000 code units,
 * and where looking for links would take too long (link-cost.ts), the weight is an upper bound, never less than that of
 * any text within them.
 */
export function weighOnce(text: string): Weighed {
  if (isHuge(text)) return { weight: linkWeight * text.length, hasLink: hasLink(text) };
  if (plain.test(text) && !maybeLink.test(text)) return { weight: text.length, hasLink: false };
  const normal = text.normalize("NFC").replace(emoji, emojiOf2018);
  const pieces = linkPiecesOf(normal);
  if (!pieces) return { weight: linkWeight * unitLimit, hasLink: true };
  let [counted, links] = [normal, 0];
  if (pieces.length > 0) {
    counted = "";
    for (const piece of normal.split(beforeSpace)) {
      const without = maybeLink.test(piece) ? withoutLinks(piece) : { rest: piece.replaceAll(".", ","), links: 0 };
      counted += without.rest;
      links += without.links;
    }
  } else counted = normal.replaceAll(".", ",");
  return { weight: tt.parseTweet(counted).weightedLength, hasLink: links > 0 };
}

/** The weight alone. */
export const weigh = (text: string): number => weighOnce(text).weight;

/** What the library is given to look through. */
const within = (text: string): string => text.slice(0, unitLimit).normalize("NFC");

/** Whether X would count, and charge for, a link; "example.com" is one without a protocol too. */
export function hasLink(text: string): boolean {
  if (!maybeLink.test(text)) return false;
  const pieces = linkPiecesOf(within(text).replace(emoji, emojiOf2018));
  return pieces === null || pieces.some((piece) => tt.extractUrls(piece).length > 0);
}

/** The hosts of the links that X would see, lower case and without "www."; those that name no port, user or path. */
export function hostsIn(text: string): string[] {
  const pieces = linkPiecesOf(within(text).replace(emoji, emojiOf2018)) ?? [];
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
