// Converts errors of the Gemini client to WriterErrors that say what to do.
import { utcTime } from "~/ground/time/zone";
import { GoogleGenerativeAIError, GoogleGenerativeAIFetchError } from "@google/generative-ai";
import { seconds } from "~/ground/time/duration";
import { faultsOf } from "../live/faults";
import { WriterError } from "../port";
import { nextPacificMidnight } from "./pacific";

export interface FaultContext {
  model: string;
  now: number;
}

/** Doesn't handle aborts. A lost connection is a GoogleGenerativeAIError, or a TypeError with a cause. */
export function faultOf(cause: unknown, context: FaultContext): WriterError {
  if (cause instanceof WriterError) return cause;
  if (cause instanceof GoogleGenerativeAIFetchError) return refusal(cause, context);
  if (cause instanceof SyntaxError) return malformed(cause);
  if (cause instanceof GoogleGenerativeAIError || (cause instanceof TypeError && cause.cause !== undefined))
    return new WriterError(
      "unreachable",
      "Can’t reach Gemini from this server. Check its internet connection, then try again.",
      { cause },
    );
  // The client throws a TypeError without a cause for a 200 whose JSON is null or a string.
  if (cause instanceof TypeError) return malformed(cause);
  return new WriterError("failed", "Writing failed unexpectedly. Try again.", { cause });
}

export const { malformed, empty: emptyAnswer, cut } = faultsOf("gemini");

const jsonWithTools = /response mime type.*unsupported|controlled generation is not supported with/i;

/** Models before 3 refuse JSON mode with a tool (HTTP 400, two wordings). Two calls avoid it. */
export const refusesJsonWithTools = (error: unknown): boolean =>
  error instanceof WriterError &&
  error.more.cause instanceof GoogleGenerativeAIFetchError &&
  error.more.cause.status === 400 &&
  jsonWithTools.test(error.more.cause.message);

export const refusesStore = (error: unknown): boolean =>
  error instanceof WriterError &&
  error.more.cause instanceof GoogleGenerativeAIFetchError &&
  error.more.cause.status === 400 &&
  /unknown name "store"/i.test(error.more.cause.message);

function refusal(cause: GoogleGenerativeAIFetchError, context: FaultContext): WriterError {
  const { model } = context;
  const reasons = (cause.errorDetails ?? []).map((detail) => detail.reason);
  switch (cause.status) {
    case 429:
      return tooMany(cause, context);
    case 503:
      return new WriterError("busy", overloaded(cause.message, model), { cause });
    case 401:
      return wrongKey(cause);
    case 403:
      return new WriterError(
        "key",
        "Gemini doesn’t allow this key to write. In Google AI Studio, check that the key is active and the Gemini API is on for its project, or set another key in GEMINI_API_KEY.",
        { cause },
      );
    case 404:
      return new WriterError(
        "model",
        `Gemini doesn’t offer the model "${model}" to this key. It may be misspelled or retired. Change GEMINI_MODEL.`,
        { cause },
      );
    case 504:
      return new WriterError("timeout", "Gemini took too long to respond. Try again, or use a shorter topic.", {
        cause,
      });
    case 400:
      // The client drops FAILED_PRECONDITION, so its two known wordings are matched.
      if (/location is not supported|not available in your country|available in your region/i.test(cause.message))
        return new WriterError(
          "region",
          "Google doesn’t offer free use of Gemini in this server’s region. Turn on billing for the key’s project in Google AI Studio, or use a key that has it.",
          { cause },
        );
      if (reasons.includes("API_KEY_INVALID") || /API key not valid|API key expired/i.test(cause.message))
        return wrongKey(cause);
      return new WriterError("failed", invalid(cause.message, model), { cause });
    default:
      return new WriterError(
        "failed",
        `Gemini had an internal error (HTTP ${cause.status}). Try again in a few minutes.`,
        { cause },
      );
  }
}

const overloaded = (message: string, model: string): string =>
  /high demand/i.test(message)
    ? `The model "${model}" is in high demand at the moment. Try again in a minute, or choose another GEMINI_MODEL.`
    : "Gemini is overloaded at the moment. Try again in a minute.";

function invalid(message: string, model: string): string {
  if (jsonWithTools.test(message))
    return `The model "${model}" can't search the web and answer in one go. Turn web search off, or change GEMINI_MODEL.`;
  if (/unknown name/i.test(message))
    return "Gemini’s API has changed and doesn’t support Linnet’s request. Update Linnet.";
  return `Gemini rejected the request as invalid. Word the topic differently. If it keeps happening, change GEMINI_MODEL (now "${model}").`;
}

export const wrongKey = (cause?: unknown): WriterError =>
  new WriterError("key", "Gemini doesn’t accept the API key. Set a valid key in GEMINI_API_KEY and restart Linnet.", {
    cause,
  });

function tooMany(cause: GoogleGenerativeAIFetchError, { model, now }: FaultContext): WriterError {
  const details: Record<string, unknown>[] = cause.errorDetails ?? [];
  const violations = details.flatMap((detail) =>
    Array.isArray(detail.violations) ? (detail.violations as unknown[]) : [],
  );
  const quotas = violations.map((violation) => {
    const { quotaId, quotaValue } = (violation ?? {}) as { quotaId?: unknown; quotaValue?: unknown };
    return { id: String(quotaId ?? ""), value: String(quotaValue ?? "") };
  });
  if (quotas.some(({ value }) => value === "0") || /\blimit: 0\b/.test(cause.message))
    return new WriterError(
      "quota",
      `This key has no quota at all for the model "${model}". Choose another in GEMINI_MODEL, or turn on billing in Google AI Studio.`,
      { cause },
    );
  // An exhausted daily quota also says "retry in 45 s", so check the quota's name first.
  if (quotas.some(({ id }) => /PerDay/i.test(id))) {
    const midnight = nextPacificMidnight(now);
    return new WriterError(
      "quota",
      `Today's Gemini quota for "${model}" is used up. It resets at midnight Pacific time (${utcTime(midnight, now)}). To continue before that, choose another GEMINI_MODEL or turn on billing.`,
      { cause, retryAfterMs: midnight - now },
    );
  }
  const retryAfterMs = retryDelay(details);
  return new WriterError("busy", busy(quotas.length > 0, details.length > 0, retryAfterMs), { cause, retryAfterMs });
}

function busy(isNamed: boolean, isExplained: boolean, retryAfterMs: number | null): string {
  const wait = retryAfterMs ? `${Math.ceil(retryAfterMs / seconds(1))} seconds` : "a minute";
  if (isNamed) return `Gemini’s limit per minute is reached. Try again in ${wait}.`;
  if (isExplained)
    return `Gemini says that this key’s quota is used up, but not which one. Try again in ${wait}. If it keeps happening, check the quota in Google AI Studio.`;
  return `Gemini isn’t accepting requests right now. Try again in ${wait}. If it keeps happening, check the key’s quota in Google AI Studio.`;
}

/** Parses google.rpc.RetryInfo durations ("45s", "29.943570175s") to ms, rounded up. */
function retryDelay(details: Record<string, unknown>[]): number | null {
  for (const { retryDelay } of details) {
    const match = typeof retryDelay === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(retryDelay) : null;
    if (match) return Math.ceil(seconds(Number(match[1])));
  }
  return null;
}
