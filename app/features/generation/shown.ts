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
    ...(well.length > 0 ? [`${well.length} of your top tweets`] : []),
    ...(less.length > 0 ? [well.length > 0 ? `${less.length} of your weakest` : leastAlone(less.length)] : []),
  ];
  if (parts.length === 0) return null;
  const postsOf = (ids: readonly number[]): ShownPost[] =>
    ids.flatMap((id) => {
      const text = words.get(id);
      return text === undefined ? [] : [{ href: `/timeline?tweet=${id}`, words: truncate(text, maxWords) }];
    });
  const lists = [
    { title: "Top posts", posts: postsOf(well) },
    { title: "Weakest posts", posts: postsOf(less) },
  ];
  return { sentence: `Based on ${parts.join(" and ")}.`, lists: lists.filter(({ posts }) => posts.length > 0) };
}

const leastAlone = (count: number): string => `${count} of your weakest tweets`;
