// What the writer was shown must not come back as if it were new: pure.
import { gramsOf, isTooLike } from "~/features/tweets/similar";
import { type Examples, textsIn } from "~/ports/ai/examples";

const tooLikeExample = "It says nearly what one of the examples says, and they are not to be repeated.";

/**
 * What is wrong with a text that says nearly what an example says, as a sentence for the writer; null where nothing is.
 * `before` is a post whose other words are asked for: an example that says nearly the same bars nothing, or a post that
 * was edited could hardly be written in other words.
 */
export function likenessFaults(examples: Examples | null, before?: string): (text: string) => string | null {
  const all = examples ? textsIn(examples).map(gramsOf) : [];
  const own = before === undefined ? null : gramsOf(before);
  const barred = own ? all.filter((grams) => !isTooLike(grams, [own])) : all;
  return (text) => (isTooLike(gramsOf(text), barred) ? tooLikeExample : null);
}
