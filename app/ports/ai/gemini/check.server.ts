// Checks Gemini's key and model with a free call that writes nothing.
import { GoogleGenerativeAIFetchError } from "@google/generative-ai";
import { z } from "zod";
import type { Clock } from "~/ground/time/clock.server";
import { seconds } from "~/ground/time/duration";
import { WriterError } from "../port";
import { type GeminiSettings, googleOrigin } from "./call.server";
import { faultOf, wrongKey } from "./faults.server";

export interface GeminiCheck {
  fault: WriterError | null;
  serverTime: number | null;
}

const patience = seconds(8);

const modelSchema = z.object({ supportedGenerationMethods: z.array(z.string()).optional() });
const errorSchema = z.object({
  error: z.object({ message: z.string().catch(""), details: z.array(z.record(z.string(), z.unknown())).catch([]) }),
});

/** Reads the model's metadata (models.get). Never throws. */
export async function checkGemini(settings: GeminiSettings, clock: Clock): Promise<GeminiCheck> {
  const { apiKey, model, baseUrl } = settings;
  if (!/^[\x21-\x7e]+$/.test(apiKey)) return { fault: wrongKey(), serverTime: null };
  const url = `${baseUrl ?? googleOrigin}/v1beta/models/${encodeURIComponent(model)}`;
  try {
    const answer = await fetch(url, { headers: { "x-goog-api-key": apiKey }, signal: AbortSignal.timeout(patience) });
    const serverTime = Date.parse(answer.headers.get("date") ?? "") || null;
    const body: unknown = await answer.json().catch(() => null);
    return { fault: faultIn(answer, body, model, clock.now()), serverTime };
  } catch (cause) {
    const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
    const late = new WriterError("timeout", "Gemini took too long to respond. Try again.", { cause });
    return { fault: isLate ? late : faultOf(cause, { model, now: clock.now() }), serverTime: null };
  }
}

function faultIn(answer: Response, body: unknown, model: string, now: number): WriterError | null {
  if (!answer.ok) {
    const error = errorSchema.safeParse(body).data?.error;
    const { message = "", details = [] } = error ?? {};
    const refusal = new GoogleGenerativeAIFetchError(message, answer.status, answer.statusText, details);
    return faultOf(refusal, { model, now });
  }
  const methods = modelSchema.safeParse(body).data?.supportedGenerationMethods;
  if (methods === undefined || methods.includes("generateContent")) return null;
  return new WriterError("model", `The model "${model}" can't write text. Change GEMINI_MODEL.`);
}
