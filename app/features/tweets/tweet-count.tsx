// Shows the weighted length of a text while it is typed.
import type { Weighed } from "./count";
import { useCount } from "./use-count";
import { Weight } from "./weight";

export function TweetCount({ text, known }: { text: string; known: [string, Weighed][] }) {
  const { weight, unsure } = useCount(text, known);
  return <Weight length={weight} about={unsure.length > 0} />;
}
