// Words the errors that every provider shares, with the provider's name. Pure.
import { WriterError } from "../port";
import type { Provider } from "./provider";

export interface Faults {
  malformed(cause: unknown): WriterError;
  empty(): WriterError;
  refused(cause: unknown): WriterError;
  cut(cause: unknown): WriterError;
}

interface Messages {
  malformed: string;
  empty: string;
  refused: string;
  cut: string;
}

const messages: Record<Provider["kind"], Messages> = {
  gemini: {
    malformed: "Couldn’t read Gemini’s response. Try again.",
    empty: "Gemini sent no tweets. Try again, or word the topic differently.",
    refused: "Gemini refused this topic. Word it differently.",
    cut: "Gemini’s response was cut off. Try again, or shorten the topic.",
  },
  compatible: {
    malformed: "Couldn’t read the model’s response, twice. A larger model usually answers in the right form.",
    empty: "The model sent no tweets. Try again, or word the topic differently.",
    refused: "The model refused this topic. Word it differently.",
    cut: "The model’s response was cut off. Try again, or shorten the topic.",
  },
};

export function faultsOf(kind: Provider["kind"]): Faults {
  const { malformed, empty, refused, cut } = messages[kind];
  return {
    malformed: (cause) => new WriterError("malformed", malformed, { cause }),
    empty: () => new WriterError("empty", empty),
    refused: (cause) => new WriterError("blocked", refused, { cause }),
    cut: (cause) => new WriterError("cut", cut, { cause }),
  };
}

export const aborted = (signal: AbortSignal, cause: unknown = signal.reason): WriterError =>
  new WriterError("aborted", "Writing was stopped before it finished. Try again.", { cause });
