// Calls Gemini through Google's client, with a time limit and abort. Throws only WriterError.
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
  rules: string;
  prompt: string;
  /** Number of tweets in the JSON, or its schema; null for plain text. */
  json: number | ObjectSchema | null;
  search: boolean;
}

export interface GeminiSettings {
  apiKey: string;
  model: string;
  baseUrl: string | null;
}

/** Plain answers come within 30 s; searches took 24 to 45 s when measured. */
const limitOf = (question: Question): number => seconds(question.search ? 60 : 30);

/** Reports the tokens of every answer to `spent`, usable or not. Throws only WriterError. */
export type AskGemini = (
  question: Question,
  more: { signal: AbortSignal; spent(tokens: Tokens): void },
) => Promise<Answer>;

/** Paid projects made since 2026-10-26 keep prompts unless `store` is false. Some interfaces reject the field. */
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
  isTold: boolean;
}

async function askGemini(settings: GeminiSettings, clock: Clock, question: Asking): Promise<Answer> {
  const { signal } = question;
  // The client ignores a signal that has already fired, and headers can't carry every character.
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
        // The client's types only know googleSearchRetrieval, which current models reject.
        ...(question.search ? { tools: [{ googleSearch: {} } as Tool] } : {}),
      },
      settings.baseUrl ? { baseUrl: settings.baseUrl } : {},
    );
    const contents = [{ role: "user", parts: [{ text: question.prompt }] }];
    const request = { contents, ...(question.isTold && { store: false }) } as GenerateContentRequest;
    const { response } = await model.generateContent(request, { signal: AbortSignal.any([signal, limit.signal]) });
    question.spent(readTokens(response));
    return readAnswer(response);
  } catch (cause) {
    if (signal.aborted) throw aborted(signal, cause);
    if (limit.signal.aborted)
      throw new WriterError("timeout", "Gemini took too long to respond. Try again.", { cause });
    throw faultOf(cause, { model: settings.model, now: clock.now() });
  } finally {
    stopLimit();
  }
}

export const aborted = (signal: AbortSignal, cause: unknown = signal.reason): WriterError =>
  new WriterError("aborted", "Writing was stopped before it finished. Try again.", { cause });

// No sampling parameters: they are deprecated. No token cap: thinking counts, which cuts off the JSON.
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
