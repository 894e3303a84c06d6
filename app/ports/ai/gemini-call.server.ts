// One call to Gemini through Google's client: its own time limit, the caller's abort, every failure a WriterError.
import {
  type GenerationConfig,
  GoogleGenerativeAI,
  type ObjectSchema,
  SchemaType,
  type Tool,
} from "@google/generative-ai";
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { type Answer, readAnswer, readTokens, type Tokens } from "./gemini-answer.server";
import { faultOf, wrongKey } from "./gemini-faults.server";
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
 * Asks once, never again. `spent` is told the tokens of every answer, also of one that then turns out unusable.
 * Throws WriterError and nothing else.
 */
export async function askGemini(
  settings: GeminiSettings,
  clock: Clock,
  question: Question,
  more: { signal: AbortSignal; spent(tokens: Tokens): void },
): Promise<Answer> {
  // The client ignores a signal that has fired already, and a header can't carry every character a key may have.
  if (more.signal.aborted) throw aborted(more.signal);
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
    const { response } = await model.generateContent(question.prompt, {
      signal: AbortSignal.any([more.signal, limit.signal]),
    });
    more.spent(readTokens(response));
    return readAnswer(response);
  } catch (cause) {
    if (more.signal.aborted) throw aborted(more.signal, cause);
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
