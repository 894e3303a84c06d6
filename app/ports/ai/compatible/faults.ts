// Converts refusals of a server of chat completions to WriterErrors that say what to do. Pure.
import { utcTime } from "~/ground/time/zone";
import { type SpentTokens, WriterError, type WriterFailure } from "../port";
import type { ServerError } from "./server-error";
import { type Headers, waitOf } from "./waits";

export interface FaultContext {
  model: string;
  place: string;
  apiKey: string | null;
  contextTokens: number | null;
  now: number;
}

export interface Refusal {
  status: number;
  headers: Headers;
  error: ServerError;
  /** The body has the form of an API's error. A proxy's or another program's page hasn't. */
  isApi: boolean;
}

export const noAnswerThere = "Nothing answers there. AI_BASE_URL usually ends in /v1.";
export const redirects = "The address redirects. Put the final one into AI_BASE_URL.";

/** The first that fits counts. `status` is HTTP's, or that of an error within a 200. */
const kinds: readonly [WriterFailure, (refusal: Refusal, text: string) => boolean][] = [
  ["malformed", (_, text) => /json_validate_failed|tool_use_failed|output that does not match/.test(text)],
  [
    "context",
    ({ status }, text) =>
      /exceed_context_size|context_length_exceeded|context (?:window|length|size)|prompt (?:is )?too long|too large for model|reduce the length of|tokens to keep from the initial prompt|when context the overflows/i.test(
        text,
      ) || status === 413,
  ],
  [
    "blocked",
    ({ status, error }, text) =>
      error.isModerated ||
      /\bcontent_filter|ResponsibleAIPolicy|content management policy/i.test(text) ||
      (status === 403 && /moderation|flagged/i.test(text)),
  ],
  [
    "quota",
    ({ status }, text) =>
      status === 402 ||
      /insufficient[_ ](?:quota|balance|credits?|funds)|more credits|credit balance|per[- ]day|current quota/i.test(
        text,
      ),
  ],
  [
    "region",
    ({ status }, text) =>
      /unsupported_country|location is not supported/i.test(text) ||
      (status === 403 && /country|region|territory|location/i.test(text)),
  ],
  [
    "key",
    ({ status, error }, text) =>
      status === 401 || (status === 403 && error.code !== "model_not_found") || isAboutKey(text),
  ],
  [
    "model",
    ({ status, isApi }, text) =>
      (status === 404 && isApi) ||
      /model_not_found|model_decommissioned|invalid_model|does not exist|try pulling it|no endpoints (?:found|available)|not a valid model|invalid model|model not exist|no models? loaded|supported api model names|decommissioned/i.test(
        text,
      ),
  ],
  [
    "busy",
    ({ status }, text) =>
      [429, 503, 529].includes(status) ||
      /overloaded|loading model|server busy|rate[_ ]limit|capacity exceeded|insufficient_system_resource/i.test(text),
  ],
  ["timeout", ({ status }) => [408, 504, 524].includes(status)],
];

const isAboutKey = (text: string): boolean =>
  /(?:invalid|incorrect|wrong)[_ ]api[_ ]?key|api[_ ]?key[^.]{0,30}(?:invalid|not valid|incorrect)|authentication_error/i.test(
    text,
  );

/** The words of a page that isn't an API's say nothing about the model. */
const textOf = ({ isApi, error: { code, type, words } }: Refusal): string =>
  isApi ? [code, type, words].filter(Boolean).join(" ") : "";

/** LM Studio says so in a 200. */
export const isWrongPath = ({ words }: ServerError): boolean => /unexpected endpoint or method/i.test(words);

export const failureOf = (refusal: Refusal): WriterFailure => {
  if (refusal.status >= 300 && refusal.status < 400) return "failed";
  if (isWrongPath(refusal.error)) return "failed";
  const text = textOf(refusal);
  return kinds.find(([, fits]) => fits(refusal, text))?.[0] ?? "failed";
};

export function faultOf(refusal: Refusal, context: FaultContext): WriterError {
  return faultFor(failureOf(refusal), refusal, context);
}

/** An error within a 200 is about a busy server unless its code says more. */
export function faultWithin(refusal: Refusal, context: FaultContext): WriterError {
  const failure = failureOf(refusal);
  return faultFor(failure === "failed" && !isWrongPath(refusal.error) ? "busy" : failure, refusal, context);
}

function faultFor(failure: WriterFailure, refusal: Refusal, context: FaultContext): WriterError {
  const { headers, error } = refusal;
  const waitMs = failure === "busy" || failure === "quota" ? waitOf(headers, error, context.now) : null;
  const tokens = error.contextTokens ?? context.contextTokens;
  const message = {
    ...messagesFor(context),
    context: `The question is longer than this model reads${tokens === null ? "" : ` (${tokens.toLocaleString("en")} tokens)`}. Shorten the topic or the voice samples.`,
    quota: quotaWords(context, waitMs),
  }[failure];
  return new WriterError(failure, message, {
    cause: causeOf(failure, refusal, context.apiKey),
    ...(failure === "busy" && { retryAfterMs: waitMs }),
  });
}

function quotaWords({ place, now }: FaultContext, waitMs: number | null): string {
  const retry = waitMs === null ? "Ask your Linnet admin." : `Try again after ${utcTime(now + waitMs, now)}.`;
  return `The limit or credit at ${place} is used up. ${retry}`;
}

const admin = "Ask your Linnet admin.";

const messagesFor = ({ model, place }: Pick<FaultContext, "model" | "place">): Record<WriterFailure, string> => ({
  unreachable: `Couldn’t reach ${model} at ${place}. Nothing was written. ${admin}`,
  key: `${place} didn’t accept the API key. ${admin}`,
  model: `“${model}” isn’t available at ${place}. ${admin}`,
  region: `${place} doesn’t offer its models in this server’s country. ${admin}`,
  context: "The question is longer than this model reads. Shorten the topic or the voice samples.",
  blocked: "The model refused this topic. Word it differently.",
  malformed: "The model’s answer couldn’t be read, twice. A larger model usually answers in the right form.",
  empty: "The model’s answer was empty. Try again, or word the topic differently.",
  ["cut"]: "The model stopped before its answer was complete. Try again, or shorten the topic.",
  quota: `The limit or credit at ${place} is used up. ${admin}`,
  busy: `${model} at ${place} is busy. Try again in a minute.`,
  timeout: `${model} at ${place} took too long to respond. Try again.`,
  aborted: "Writing was stopped before it finished. Try again.",
  failed: `${place} couldn’t answer. Nothing was written. ${admin}`,
});

export const plainFault = (
  failure: WriterFailure,
  context: Pick<FaultContext, "model" | "place">,
  more: { cause?: unknown; retryAfterMs?: number | null; spent?: SpentTokens } = {},
): WriterError => new WriterError(failure, messagesFor(context)[failure], more);

/** For the log. Words about a key may show parts of the key; words about a refused topic may show the topic. */
function causeOf(failure: WriterFailure, { status, error, isApi }: Refusal, apiKey: string | null): string {
  if (status >= 300 && status < 400) return redirects;
  if (isWrongPath(error) || (status === 404 && !isApi)) return noAnswerThere;
  const isQuiet = failure === "key" || failure === "blocked" || failure === "malformed";
  const parts = [`HTTP ${status}`, ...(isQuiet ? [] : [error.code, error.type, error.words])];
  return withoutKey(parts.filter(Boolean).join(" "), apiKey);
}

/** Servers repeat the key, masked or whole. */
export function withoutKey(words: string, apiKey: string | null): string {
  const ends = apiKey === null ? [] : apiKey.length < 12 ? [apiKey] : [apiKey.slice(0, 8), apiKey.slice(-8)];
  const isSecret = (word: string) => word.includes("**") || ends.some((end) => word.includes(end));
  return words
    .split(" ")
    .map((word) => (isSecret(word) ? "[redacted]" : word))
    .join(" ");
}
