// The demo writer: works offline, so that a visitor without a Gemini key can try everything else for real.
import { draft } from "./demo/draft";
import { draftForProduct, judge } from "./demo/product";
import { refineText } from "./demo/refine";
import { type WriteThread, type WriteTweets, type Writer, WriterError } from "./port";
import type { AnalyseProduct, WriteForProduct } from "./product";

/** What a writer that calls nobody costs, and has to show. */
const free = { model: "demo", inputTokens: 0, outputTokens: 0 };
const unsearched = { ...free, sources: [], searchSuggestions: null };

/**
 * A Writer that needs no network: frames for nouns, statements, questions and other lines, in the topic's language (13
 * of them, English for all others), picked and ordered by `random` in [0, 1). It knows no facts, so web search adds no
 * sources. It never cuts a sentence: what doesn't fit is left out. Asked for ten tweets or fewer, it writes as many,
 * unless a voice forbids what the topic itself says. A thread is as many of these, one below the other. Of a voice it takes the language, the emoji, the hashtags and the words to avoid.
 * A tweet it refines by rules: sentences are dropped or added. A product's description it judges by simple signs, and
 * writes around the description's own sentences.
 */
export function createDemo({ random }: { random(): number }): Writer {
  return {
    kind: "demo",
    async writeTweets({ topic, count, signal, earlier = [], faulty = [], voice }: WriteTweets) {
      requireWanted(signal);
      const known = [...earlier, ...faulty.map(({ text }) => text)];
      return { texts: draft({ topic, count, known, random, voice }), ...unsearched };
    },
    async writeThread({ topic, parts, signal, earlier = [], voice }: WriteThread) {
      requireWanted(signal);
      const texts = draft({ topic, count: parts, known: earlier, random, voice });
      if (texts.length < parts)
        throw new WriterError("empty", "The demo writer knows too little of this for a thread.");
      return { texts, ...unsearched };
    },
    async refine({ signal, ...ask }) {
      requireWanted(signal);
      const text = refineText(ask, random);
      if (text === null) throw new WriterError("empty", "The demo writer knows no other way to say this.");
      return { texts: [text], ...unsearched };
    },
    async analyse({ description, signal }: AnalyseProduct) {
      requireWanted(signal);
      return { ...judge(description), ...free };
    },
    async writeForProduct({ signal, ...ask }: WriteForProduct) {
      requireWanted(signal);
      const texts = draftForProduct(ask, random);
      if (texts.length === 0) throw new WriterError("empty", "The demo writer has said all it can about this product.");
      return { texts, ...unsearched };
    },
  };
}

function requireWanted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  const sentence = "Writing was stopped before it was done. Please try again.";
  throw new WriterError("aborted", sentence, { cause: signal.reason });
}
