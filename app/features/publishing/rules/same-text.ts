// Finds the post with a tweet's text, allowing for the ways X changes text. Pure.
import { domainToUnicode } from "node:url";
import { asTyped } from "~/features/tweets/tweet";
import type { NetworkPost } from "~/ports/network/port";

/** Texts longer than this don't match by chance, so whitespace is ignored too. */
const longFrom = 280;
/** A match of this length at the beginning is enough to ask the user about the rest. */
const beginning = 80;

const gap = /[\s\u200B\u2060]+/;
const withoutProtocol = (text: string): string => text.replace(/https?:\/\//gi, "");
const withoutSlash = (text: string): string => text.replace(/\/(?=\s|$)/g, "");

/** Removes what X may change anywhere: line ends, emoji selectors, Unicode form, outer spaces. */
const normal = (text: string): string =>
  asTyped(text)
    .replace(/\uFE0F/g, "")
    .normalize("NFC")
    .trim();

/** Takes a normalized text. X may also add "http://" to a bare "example.com". */
const bare = (text: string): string => withoutSlash(withoutProtocol(text));

/** A character between the dots of a host, in any script. */
const letter = "[^\\s\\x00-\\x2C./:-@\\[-^`{-~\\u3000-\\u303F\\uFF00-\\uFFEF]";
const hostAndRest = new RegExp(
  `(?<!${letter})((?:${letter}+\\.)+${letter}+)([/?#:][^\\s\\u3000-\\u303F\\uFF00-\\uFFEF]*)?`,
  "gu",
);

const maybeLink = /[./%]|xn--/i;

/** Undoes what X may change in a link of a normalized word: escapes, letter case and punycode of the host. */
function foldedLink(word: string): string {
  if (!maybeLink.test(word)) return word;
  return withoutSlash(
    withoutProtocol(unescaped(word))
      .replace(/xn--[a-z0-9-]+/gi, (name) => domainToUnicode(name) || name)
      .replace(hostAndRest, (_, host: string, rest: string | undefined) => host.toLowerCase() + (rest ?? "")),
  )
    .replace(/\uFE0F/g, "")
    .normalize("NFC");
}

const unescaped = (word: string): string =>
  word.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped.toUpperCase();
    }
  });

const hasProtocol = (word: string): boolean => /https?:\/\//i.test(word);

/** Differences in links are forgiven only if one of the two words is surely a link. */
const isSameWord = (a: string, b: string): boolean =>
  bare(a) === bare(b) || ((hasProtocol(a) || hasProtocol(b)) && foldedLink(a) === foldedLink(b));

const areSameWords = (words: readonly string[], others: readonly string[]): boolean =>
  words.length === others.length && words.every((word, at) => isSameWord(word, others[at] ?? ""));

const gapsIn = (text: string): string => (text.match(/\s+/g) ?? []).join(".");

const joined = (words: readonly string[]): string => words.map(foldedLink).join("");

function isSameLongText(a: string, b: string): boolean {
  const [words, others] = [a.split(gap), b.split(gap)];
  if (words.length === others.length) return areSameWords(words, others);
  // Dropping a zero-width space joins two words.
  return joined(words) === joined(others);
}

function matcherOf(sent: string): (seen: string) => boolean {
  const other = normal(sent);
  const [plain, gaps, words] = [bare(other), gapsIn(other), other.split(/\s+/)];
  return (seen) => {
    const one = normal(seen);
    if (bare(one) === plain) return true;
    if (other.length > longFrom) return isSameLongText(one, other);
    return gapsIn(one) === gaps && areSameWords(one.split(/\s+/), words);
  };
}

export const isSameText = (seen: string, sent: string): boolean => matcherOf(sent)(seen);

/** Returns the oldest match; `posts` are newest first. With `replyTo`, replies to other posts never match. */
export function findSent(
  posts: readonly NetworkPost[],
  content: string,
  options: { replyTo?: string } = {},
): NetworkPost | undefined {
  const isSame = matcherOf(content);
  for (const some of candidates(posts, options)) {
    const found = findSaying(some, isSame);
    if (found) return found;
  }
  return undefined;
}

function candidates(posts: readonly NetworkPost[], { replyTo }: { replyTo?: string }): NetworkPost[][] {
  const own = posts.filter((post) => post.isRepost !== true);
  if (replyTo === undefined) return [own];
  return [own.filter((post) => post.replyTo === replyTo), own.filter((post) => post.replyTo === undefined)];
}

const findSaying = (posts: readonly NetworkPost[], isSame: (seen: string) => boolean): NetworkPost | undefined =>
  posts.findLast(({ text }) => isSame(text)) ??
  posts.findLast(({ bareText }) => bareText !== undefined && isSame(bareText));

function beginningOf(text: string): string {
  let kept = "";
  for (const word of normal(text).split(gap)) {
    kept += foldedLink(word);
    if (kept.length >= beginning) break;
  }
  return kept.slice(0, beginning);
}

/** Returns the oldest post that begins alike but goes on differently. Only the user can decide whether X cut it. */
export function findAlike(
  posts: readonly NetworkPost[],
  content: string,
  options: { replyTo?: string } = {},
): NetworkPost | undefined {
  const own = beginningOf(content);
  if (own.length < beginning) return undefined;
  const begins = (text: string | undefined): boolean => text !== undefined && beginningOf(text) === own;
  return candidates(posts, options)
    .flat()
    .findLast(({ text, bareText }) => begins(text) || begins(bareText));
}
