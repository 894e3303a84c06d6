// Detects texts that repeat the examples the writer was shown. Pure.
import { gramsOf, isTooLike } from "~/features/tweets/similar";
import { type Examples, textsIn } from "~/ports/ai/examples";

const tooLikeExample = "It says nearly what one of the examples says, and they are not to be repeated.";

/** Allows examples that are like `before`, or an edited post could hardly be rewritten. */
export function likenessFaults(examples: Examples | null, before?: string): (text: string) => string | null {
  const all = examples ? textsIn(examples).map(gramsOf) : [];
  const own = before === undefined ? null : gramsOf(before);
  const barred = own ? all.filter((grams) => !isTooLike(grams, [own])) : all;
  return (text) => (isTooLike(gramsOf(text), barred) ? tooLikeExample : null);
}
