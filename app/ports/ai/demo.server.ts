// Implements the demo writer. It works offline, so everything can be tried without a Gemini key.
import { draft, draftThread } from "./demo/draft";
import { draftForProduct, judge } from "./demo/product";
import { refineText, refusalOf } from "./demo/refine";
import { isOfShowcase, isShowcase, noProduct, tooMuch, writtenBefore } from "./demo/showcase";
import { type WriteThread, type WriteTweets, type Writer, WriterError } from "./port";
import type { AnalyseProduct, WriteForProduct } from "./product";
import { demoLimits } from "./refine";

const free = { model: "demo", inputTokens: 0, outputTokens: 0, costMicros: 0, unmetered: 0 };
const plain = { ...free, searched: false, cut: false, sources: [], searchSuggestions: null };

/** Writes by rules, in English. Writes fewer tweets if a voice forbids what the topic says. */
export function createDemo({ random }: { random(): number }): Writer {
  return {
    kind: "demo",
    name: "demo",
    place: null,
    isHome: true,
    canSearch: false,
    limitMs: 0,
    limits: demoLimits,
    async writeTweets({ topic, count, signal, earlier = [], faulty = [], voice }: WriteTweets) {
      requireWanted(signal);
      const known = [...earlier, ...faulty.map(({ text }) => text)];
      const texts = draft({ topic, count, known, random, voice });
      const isSample = !isShowcase(topic) && texts.some(isOfShowcase);
      return { texts, ...(isSample && { note: `${tooMuch} ${writtenBefore}` }), ...plain };
    },
    async writeThread({ topic, parts, signal, voice }: WriteThread) {
      requireWanted(signal);
      return { texts: draftThread({ topic, count: parts, random, voice }), ...plain };
    },
    async refine({ signal, ...request }) {
      requireWanted(signal);
      const text = refineText(request, random);
      if (text === null) throw new WriterError("empty", refusalOf(request.instruction));
      return { texts: [text], ...plain };
    },
    async analyse({ description, signal }: AnalyseProduct) {
      requireWanted(signal);
      return { ...judge(description), ...free };
    },
    async writeForProduct({ signal, ...request }: WriteForProduct) {
      requireWanted(signal);
      const texts = draftForProduct(request, random);
      if (texts === null) throw new WriterError("empty", noProduct);
      if (texts.length === 0) throw new WriterError("empty", "The demo writer has said all it can about this product.");
      return { texts, ...plain };
    },
  };
}

function requireWanted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw new WriterError("aborted", "Writing was stopped before it finished. Try again.", { cause: signal.reason });
}
