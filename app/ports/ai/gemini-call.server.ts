// One call to Gemini through Google's client: its own time limit, the caller's abort, every failure a WriterError.
import {
  type GenerateContentRequest,
  type GenerationConfig,
  GoogleGenerativeAI,
  type ObjectSchema,
  SchemaType,
  type Tool,
} from "@google/generative-ai";
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import { seconds } from "~/ground/time/duration";
import { type Answer, readAnswer, readTokens, type Tokens } from "./gemini-answer.server";
import { faultOf, refusesStore, wrongKey } from "./gemini-faults.server";
import { WriterError } from "./port";

export interface Question {
  /** The rules, sent as the system instruction. */
  rules: string;
  prompt: string;
  /** How many tweets the JSON should hold, or its own shape; null asks for plain text. */
  json: number | ObjectSchema | null;
  search: boolean;
}

export interface GeminiSettings {
  apiKey: string;
  model: string;
  /** An origin to use instead of Google's; null for Google's. */
  baseUrl: string | null;
}

/** Plain answers come within 30 s; searching took 24 to 45 s where it was measured. */
const limitOf = (question: Question): number => seconds(question.search ? 60 : 30);

/**
 * Asks one question. `spent` is told the tokens of every answer, also of one that then turns out unusable. Throws
 * WriterError and nothing else.
 */
export type AskGemini = (
  question: Question,
  more: { signal: AbortSignal; spent(tokens: Tokens): void },
) => Promise<Answer>;

/**
 * Paid projects made since 2026-10-26 keep prompts and answers unless each request says not to. An interface that
 * doesn't know the word refuses the whole request: then it is left out, for as long as the process runs.
 */
export function askingGemini(settings: GeminiSettings, clock: Clock, log: Pick<Log, "warn">): AskGemini {
  let knowsStore = true;
  return async (question, more) => {
    const isTold = knowsStore;
    try {
      return await askGemini(settings, clock, { ...question, ...more, isTold });
    } catch (error) {
      if (!isTold || !refusesStore(error)) throw error;
      log.warn({ model: settings.model }, "gemini_store_unknown");
      knowsStore = false;
      return askGemini(settings, clock, { ...question, ...more, isTold: false });
    }
  };
}

interface Asking extends Question {
  signal: AbortSignal;
  spent(tokens: Tokens): void;
  /** Google is told not to keep the question and its answer. */
  isTold: boolean;
}

async function askGemini(settings: GeminiSettings, clock: Clock, question: Asking): Promise<Answer> {
  const { signal } = question;
  // The client ignores a signal that has fired already, and a header can't carry every character a key may have.
  if (signal.aborted) throw aborted(signal);
  if (!/^[\x21-\x7e]+$/.test(settings.apiKey)) throw wrongKey();
  const limit = new AbortController();
  const stopLimit = clock.after(limitOf(question), () => limit.abort());
  try {
    const model = new GoogleGenerativeAI(settings.apiKey).getGenerativeModel(
      {
        model: settings.model,
        systemInstruction: question.rules,
        ...(question.json === null ? {} : { generationConfig: jsonMode(question.json) }),
        // The client's types only know the older googleSearchRetrieval, which current models refuse.
        ...(question.search ? { tools: [{ googleSearch: {} } as Tool] } : {}),
      },
      settings.baseUrl ? { baseUrl: settings.baseUrl } : {},
    );
    const contents = [{ role: "user", parts: [{ text: question.prompt }] }];
    // The client's types don't know `store`; it sends what it is given.
    const request = { contents, ...(question.isTold && { store: false }) } as GenerateContentRequest;
    const { response } = await model.generateContent(request, { signal: AbortSignal.any([signal, limit.signal]) });
    question.spent(readTokens(response));
    return readAnswer(response);
  } catch (cause) {
    if (signal.aborted) throw aborted(signal, cause);
    if (limit.signal.aborted)
      throw new WriterError("timeout", "Gemini took too long to answer. Please try again.", { cause });
    throw faultOf(cause, { model: settings.model, now: clock.now() });
  } finally {
    stopLimit();
  }
}

export const aborted = (signal: AbortSignal, cause: unknown = signal.reason): WriterError =>
  new WriterError("aborted", "Writing was stopped before it was done. Please try again.", { cause });

// Sampling parameters and token caps are left out on purpose: the former are deprecated, and thinking counts
// against the latter, which cuts the JSON.
const jsonMode = (json: number | ObjectSchema): GenerationConfig => ({
  responseMimeType: "application/json",
  responseSchema: typeof json === "number" ? tweetsShape(json) : json,
});

const tweetsShape = (count: number): ObjectSchema => ({
  type: SchemaType.OBJECT,
  properties: {
    tweets: { type: SchemaType.ARRAY, items: { type: SchemaType.STRING }, minItems: count, maxItems: count },
  },
  required: ["tweets"],
});
