// Calls Gemini through Google's client, with a time limit and abort. Throws only WriterError.
import {
  type GenerateContentRequest,
  type GenerationConfig,
  GoogleGenerativeAI,
  type ResponseSchema,
  type Tool,
} from "@google/generative-ai";
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import { seconds } from "~/ground/time/duration";
import { aborted } from "../live/faults";
import type { Answer, JsonSchema, Provider, Question } from "../live/provider";
import { spentOn } from "../live/spending";
import { WriterError } from "../port";
import { readAnswer, readTokens } from "./answer.server";
import { faultOf, refusesStore, wrongKey } from "./faults.server";
import { costOf, type PricedAs } from "./models";

export interface GeminiSettings {
  apiKey: string;
  model: string;
  baseUrl: string | null;
}

export const googleOrigin = "https://generativelanguage.googleapis.com";

/** Plain answers come within 30 s; searches took 24 to 45 s when measured. */
export const limitOf = ({ search }: Pick<Question, "search">): number => seconds(search ? 60 : 30);

/** Paid projects made since 2026-10-26 keep prompts unless `store` is false. Some interfaces reject the field. */
export function askingGemini(settings: GeminiSettings, clock: Clock, log: Pick<Log, "warn">): Provider["ask"] {
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
        ...(question.shape === null ? {} : { generationConfig: jsonMode(question.shape) }),
        // The client's types only know googleSearchRetrieval, which current models reject.
        ...(question.search ? { tools: [{ googleSearch: {} } as Tool] } : {}),
      },
      settings.baseUrl ? { baseUrl: settings.baseUrl } : {},
    );
    const contents = [{ role: "user", parts: [{ text: question.prompt }] }];
    const request = { contents, ...(question.isTold && { store: false }) } as GenerateContentRequest;
    const { response } = await model.generateContent(request, { signal: AbortSignal.any([signal, limit.signal]) });
    return toAnswer(response, { model: settings.model, searched: question.search, now: clock.now() });
  } catch (cause) {
    if (signal.aborted) throw aborted(signal, cause);
    if (limit.signal.aborted)
      throw new WriterError("timeout", "Gemini took too long to respond. Try again.", { cause });
    throw faultOf(cause, { model: settings.model, now: clock.now() });
  } finally {
    stopLimit();
  }
}

function toAnswer(response: unknown, pricedAs: PricedAs): Answer {
  const tokens = readTokens(response);
  const costMicros = (searched = pricedAs.searched) => tokens && costOf(tokens, { ...pricedAs, searched });
  try {
    const read = readAnswer(response);
    return { ...read, tokens, costMicros: costMicros(read.searched), model: pricedAs.model };
  } catch (error) {
    if (!(error instanceof WriterError)) throw error;
    throw new WriterError(error.reason, error.message, {
      ...error.more,
      spent: spentOn({ tokens, costMicros: costMicros() }),
    });
  }
}

// No sampling parameters: they are deprecated. No token cap: thinking counts, which cuts off the JSON.
const jsonMode = (shape: JsonSchema): GenerationConfig => ({
  responseMimeType: "application/json",
  // The client's names of types are JSON Schema's own.
  responseSchema: shape as ResponseSchema,
});
