// The demo writer: works offline, so that a visitor without a Gemini key can try everything else for real.
import { fill, shuffled } from "./demo/fill";
import { frameSets } from "./demo/frames";
import { languageOf } from "./demo/language";
import { draftForProduct, judge } from "./demo/product";
import { cleanTopic, withoutRequest } from "./demo/topic";
import { type WriteTweets, type Writer, WriterError } from "./port";
import type { AnalyseProduct, WriteForProduct } from "./product";

/** What a writer that calls nobody costs, and has to show. */
const free = { model: "demo", inputTokens: 0, outputTokens: 0 };
const unsearched = { ...free, sources: [], searchSuggestions: null };

/**
 * A Writer that needs no network: sentences that hold for any topic, in the topic's language (13 of them, English
 * for all others), picked and ordered by `random` in [0, 1). It knows no facts, so web search adds no sources.
 * A language has 12 sentences or more; asked for more tweets than that, it gives one of each. A product's description
 * it judges by simple signs, and writes of the description's own phrases.
 */
export function createDemo({ random }: { random(): number }): Writer {
  return {
    kind: "demo",
    async writeTweets({ topic, count, signal, earlier = [], faulty = [] }: WriteTweets) {
      requireWanted(signal);
      const known = [...earlier, ...faulty.map(({ text }) => text)];
      return { texts: draft(topic, count, known, random), ...unsearched };
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
