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
 *
 * `replyTo`: it was sent as an answer to this post. Then one that answers it goes before any other, and one that answers
 * another post is none of ours: X has each answer name what it answers.
 */
export function findSent(
  posts: readonly NetworkPost[],
  content: string,
  { replyTo }: { replyTo?: string } = {},
): NetworkPost | undefined {
  if (replyTo === undefined) return findSaying(posts, content);
  const answers = posts.filter((post) => post.replyTo === replyTo);
  const others = posts.filter((post) => post.replyTo === undefined);
  return findSaying(answers, content) ?? findSaying(others, content);
}

const findSaying = (posts: readonly NetworkPost[], content: string): NetworkPost | undefined =>
  posts.findLast(({ text }) => isSameText(text, content)) ??
  posts.findLast(({ bareText }) => bareText !== undefined && isSameText(bareText, content));
