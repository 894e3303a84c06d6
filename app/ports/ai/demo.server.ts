// The demo writer: works offline, so that a visitor without a Gemini key can try everything else for real.
import { type FrameSet, frameSets, slot } from "./demo/frames";
import { languageOf } from "./demo/language";
import { cleanTopic, shorten, withoutRequest } from "./demo/topic";
import { weightAtMost } from "./demo/weight";
import { type WriteTweets, type Writer, WriterError } from "./port";

/** X allows 280; the rest is left for an edit. */
const mostWeight = 270;
/** A quoted topic longer than this would drown the sentence around it. */
const mostTopicWeight = 90;

/**
 * A Writer that needs no network: sentences that hold for any topic, in the topic's language (13 of them, English
 * for all others), picked and ordered by `random` in [0, 1). It knows no facts, so web search adds no sources.
 * A language has 12 sentences or more; asked for more tweets than that, it gives one of each.
 */
export function createDemo({ random }: { random(): number }): Writer {
  return {
    kind: "demo",
    async writeTweets({ topic, count, signal, earlier = [], faulty = [] }: WriteTweets) {
      if (signal.aborted)
        throw new WriterError("aborted", "Writing was stopped before it was done. Please try again.", {
          cause: signal.reason,
        });
      return {
        texts: draft(topic, count, [...earlier, ...faulty.map(({ text }) => text)], random),
        sources: [],
        searchSuggestions: null,
        model: "demo",
        inputTokens: 0,
        outputTokens: 0,
      };
    },
  };
}

/** What is in `known` comes last: the demo writer knows only so many sentences. */
function draft(topic: string, count: number, known: readonly string[], random: () => number): string[] {
  const cleaned = cleanTopic(topic);
  const language = languageOf(cleaned);
  const set = frameSets[language ?? "en"];
  const subject = withoutRequest(cleaned, set.requests) || set.nothing;
  const texts = shuffled(set.frames, random).map((frame) => fill(frame, subject, set, language === null));
  const isKnown = (text: string) => known.includes(text);
  return [...texts.filter((text) => !isKnown(text)), ...texts.filter(isKnown)].slice(0, count);
}

/** The frame with the topic in it, never heavier than `mostWeight`. */
function fill(frame: string, subject: string, set: FrameSet, foreign: boolean): string {
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

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
