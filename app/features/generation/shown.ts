// Describes the posts that the writer saw for a batch. Pure.
import { truncate } from "~/features/tweets/text";

interface ShownPost {
  href: string;
  words: string;
}

export interface ShownView {
  sentence: string;
  lists: { title: string; posts: ShownPost[] }[];
}

const maxWords = 80;

export function toShownView(
  { well, less }: { well: readonly number[]; less: readonly number[] },
  words: ReadonlyMap<number, string>,
): ShownView | null {
  const parts = [
    ...(well.length > 0 ? [`${well.length} of your best received tweets`] : []),
    ...(less.length > 0 ? [well.length > 0 ? `${less.length} of the least` : leastAlone(less.length)] : []),
  ];
  if (parts.length === 0) return null;
  const postsOf = (ids: readonly number[]): ShownPost[] =>
    ids.flatMap((id) => {
      const text = words.get(id);
      return text === undefined ? [] : [{ href: `/timeline?tweet=${id}`, words: truncate(text, maxWords) }];
    });
  const lists = [
    { title: "Received best", posts: postsOf(well) },
    { title: "Received least", posts: postsOf(less) },
  ];
  return { sentence: `Written after ${parts.join(" and ")}.`, lists: lists.filter(({ posts }) => posts.length > 0) };
}

const leastAlone = (count: number): string => `${count} of your least received tweets`;
