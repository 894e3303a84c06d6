// Which of an account's posts says what a tweet was to say, though X changes texts on their way. Pure.
import type { NetworkPost } from "~/ports/network/port";

/**
 * What X may change in a text on its way: the normal form, the space around it, and a bare "example.com", which it
 * shows as "http://example.com".
 */
const folded = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/https?:\/\//gi, "")
    .replace(/\/(?=\s|$)/g, "")
    .trim();

export const isSameText = (a: string, b: string): boolean => folded(a) === folded(b);

/**
 * The oldest of the posts (newest first) that says this, or undefined. One whose words fit as they stand goes before one
 * that fits only without what X may have put around them (`bareText`).
 */
export const findSent = (posts: readonly NetworkPost[], content: string): NetworkPost | undefined =>
  posts.findLast(({ text }) => isSameText(text, content)) ??
  posts.findLast(({ bareText }) => bareText !== undefined && isSameText(bareText, content));
