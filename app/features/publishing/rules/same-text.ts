// Which of an account's posts says what a tweet was to say, though X changes texts on their way. Pure.
import { domainToUnicode } from "node:url";
import { asTyped } from "~/features/tweets/tweet";
import type { NetworkPost } from "~/ports/network/port";

/** From here on no two texts are alike by chance, so white space is forgiven, too. */
const longFrom = 280;
/** So much of a beginning is enough to ask a person whether the rest was changed. */
const beginning = 80;

const gap = /[\s\u200B\u2060]+/;
const withoutProtocol = (text: string): string => text.replace(/https?:\/\//gi, "");
const withoutSlash = (text: string): string => text.replace(/\/(?=\s|$)/g, "");

/** What X may change anywhere in a text: line ends, the selector of coloured emoji, the normal form, the space around. */
const normal = (text: string): string =>
  asTyped(text)
    .replace(/\uFE0F/g, "")
    .normalize("NFC")
    .trim();

/** Of a normal text: X may also have put "http://" before a bare "example.com". */
const bare = (text: string): string => withoutSlash(withoutProtocol(text));

/** What a host is made of between its dots, in any script. */
const letter = "[^\\s\\x00-\\x2C./:-@\\[-^`{-~\\u3000-\\u303F\\uFF00-\\uFFEF]";
const hostAndRest = new RegExp(
  `(?<!${letter})((?:${letter}+\\.)+${letter}+)([/?#:][^\\s\\u3000-\\u303F\\uFF00-\\uFFEF]*)?`,
  "gu",
);

/** No word without one of these is an address, or has anything that X may change in one. */
const maybeLink = /[./%]|xn--/i;

/**
 * One word of a normal text, with a link in it: what X may change in its address, too. That is how characters are escaped,
 * the host's letter case, and a host of another script, which is then written as "xn--".
 */
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

/** An address is forgiven only where one of the two is one for sure. */
const isSameWord = (one: string, other: string): boolean =>
  bare(one) === bare(other) || ((hasProtocol(one) || hasProtocol(other)) && foldedLink(one) === foldedLink(other));

const areSameWords = (words: readonly string[], others: readonly string[]): boolean =>
  words.length === others.length && words.every((word, at) => isSameWord(word, others[at] ?? ""));

const gapsIn = (text: string): string => (text.match(/\s+/g) ?? []).join(".");

/** Of words: all that is forgiven, wherever it stands, and all white space. */
const joined = (words: readonly string[]): string => words.map(foldedLink).join("");

function isSameLongText(one: string, other: string): boolean {
  const [words, others] = [one.split(gap), other.split(gap)];
  if (words.length === others.length) return areSameWords(words, others);
  // A space of no width that was dropped makes one word of two.
  return joined(words) === joined(others);
}

/** Asked of the words of many posts: whether one says what was sent, whatever X may have changed of it. */
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

/** Whether a post of these words says what was sent, whatever X may have changed of it. */
export const isSameText = (seen: string, sent: string): boolean => matcherOf(sent)(seen);

/**
 * The oldest of the posts (newest first) that says this, or undefined. One whose words fit as they stand goes before one
 * that fits only without what X may have put around them (`bareText`).
 *
 * `replyTo`: it was sent as an answer to this post. Then one that answers it goes before any other, and one that answers
 * another post is none of ours: X has each answer name what it answers.
 */
export function findSent(
  posts: readonly NetworkPost[],
  content: string,
  which: { replyTo?: string } = {},
): NetworkPost | undefined {
  const isSame = matcherOf(content);
  for (const some of candidates(posts, which)) {
    const found = findSaying(some, isSame);
    if (found) return found;
  }
  return undefined;
}

/** The likelier ones first. What only repeats another's post is no post of ours. */
function candidates(posts: readonly NetworkPost[], { replyTo }: { replyTo?: string }): NetworkPost[][] {
  const own = posts.filter((post) => post.isRepost !== true);
  if (replyTo === undefined) return [own];
  return [own.filter((post) => post.replyTo === replyTo), own.filter((post) => post.replyTo === undefined)];
}

const findSaying = (posts: readonly NetworkPost[], isSame: (seen: string) => boolean): NetworkPost | undefined =>
  posts.findLast(({ text }) => isSame(text)) ??
  posts.findLast(({ bareText }) => bareText !== undefined && isSame(bareText));

/** The first units of a text without all that is forgiven; fewer where it has no more. */
function beginningOf(text: string): string {
  let kept = "";
  for (const word of normal(text).split(gap)) {
    kept += foldedLink(word);
    if (kept.length >= beginning) break;
  }
  return kept.slice(0, beginning);
}

/**
 * The oldest post that begins as this does, and goes on otherwise: X may have cut it or changed it, or somebody edited
 * it there. Nobody but a person can tell whether it is the tweet's.
 */
export function findAlike(
  posts: readonly NetworkPost[],
  content: string,
  which: { replyTo?: string } = {},
): NetworkPost | undefined {
  const own = beginningOf(content);
  if (own.length < beginning) return undefined;
  const begins = (text: string | undefined): boolean => text !== undefined && beginningOf(text) === own;
  return candidates(posts, which)
    .flat()
    .findLast(({ text, bareText }) => begins(text) || begins(bareText));
}
