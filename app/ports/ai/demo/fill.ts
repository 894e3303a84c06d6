// Puts a phrase into a frame, in a few of the frames at random.
import { type FrameSet, slot } from "./frames";
import { shorten } from "./topic";
import { weightAtMost } from "./weight";

/** X allows 280; the rest is left for an edit. */
const mostWeight = 270;
/** A quoted topic longer than this would drown the sentence around it. */
const mostTopicWeight = 90;

/** The frame with the topic in it, never heavier than `mostWeight`. */
export function fill(frame: string, subject: string, set: FrameSet, foreign: boolean): string {
  const [open, close] = set.quotes;
  const room = mostWeight - weightAtMost(frame.replace(slot, open + close));
  const phrase = shorten(subject, Math.min(room, mostTopicWeight));
  const bare =
    !phrase.cut &&
    !foreign &&
    !/[?!？！¿¡.,:;…。，、；："“”«»「」『』]/u.test(phrase.text) &&
    set.bare.test(phrase.text);
  // A function, since a replacement string would give $& in a topic a meaning.
  return frame.replace(slot, () => (bare ? phrase.text : open + phrase.text + close)).normalize("NFC");
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
