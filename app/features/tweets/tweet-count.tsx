// How long a text is as X counts, while it is being typed.
import type { Weighed } from "./count";
import { useCount } from "./use-count";
import { Weight } from "./weight";

/** `known`: what the server has weighed of it. */
export function TweetCount({ text, known }: { text: string; known: [string, Weighed][] }) {
  const { weight, unsure } = useCount(text, known);
  return <Weight length={weight} about={unsure.length > 0} />;
}
