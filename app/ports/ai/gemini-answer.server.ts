// Reads Gemini's answers: the text without the thoughts, the sources, the tokens; and the tweets in the text.
import { z } from "zod";
import { emptyAnswer, malformed } from "./gemini-faults.server";
import { type Source, WriterError } from "./port";

export interface Answer {
  text: string;
  /** It names what was searched for, or what was found. */
  searched: boolean;
  sources: Source[];
  searchSuggestions: string | null;
  modelRetiresAt: number | null;
}

export interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

const count = z.number().int().nonnegative().catch(0);

const answerSchema = z.object({
  candidates: z
    .array(
      z.object({
        finishReason: z.string().optional(),
        content: z
          .object({
            parts: z.array(z.object({ text: z.string().optional(), thought: z.boolean().optional() })).optional(),
          })
          .optional(),
        groundingMetadata: z.unknown().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
  modelStatus: z.unknown().optional(),
});

const statusSchema = z.object({ retirementTime: z.string() });

// Sources are a courtesy beside the tweets: one that can't be read is left out, and breaks nothing.
const groundingSchema = z.object({
  webSearchQueries: z.array(z.unknown()).catch([]),
  groundingChunks: z.array(z.unknown()).catch([]),
  searchEntryPoint: z
    .object({ renderedContent: z.string().nullable().catch(null) })
    .nullable()
    .catch(null),
});
const chunkSchema = z.object({ web: z.object({ uri: z.string(), title: z.string().catch("") }) });

const usageSchema = z.object({
  usageMetadata: z.object({
    promptTokenCount: count,
    toolUsePromptTokenCount: count,
    candidatesTokenCount: count,
    thoughtsTokenCount: count,
  }),
});

/** What the call cost; thinking is billed as output, pages read by the search as input. 0 where nothing is said. */
export function readTokens(response: unknown): Tokens {
  const parsed = usageSchema.safeParse(response);
  if (!parsed.success) return { inputTokens: 0, outputTokens: 0 };
  const usage = parsed.data.usageMetadata;
  return {
    inputTokens: usage.promptTokenCount + usage.toolUsePromptTokenCount,
    outputTokens: usage.candidatesTokenCount + usage.thoughtsTokenCount,
  };
}

/** The first candidate's text and grounding. Throws WriterError: blocked, cut, empty, malformed, failed. */
export function readAnswer(response: unknown): Answer {
  const parsed = answerSchema.safeParse(response);
  if (!parsed.success) throw malformed(parsed.error);
  const { candidates, promptFeedback } = parsed.data;
  const candidate = candidates?.[0];
  if (!candidate && promptFeedback?.blockReason) throw blockedPrompt(promptFeedback.blockReason);
  if (!candidate) throw emptyAnswer();
  const fault = badFinish(candidate.finishReason ?? "STOP");
  if (fault) throw fault;
  const parts = candidate.content?.parts ?? [];
  const text = parts.map((part) => (part.thought ? "" : (part.text ?? ""))).join("");
  if (text.trim() === "") throw emptyAnswer();
  const modelRetiresAt = readRetirement(parsed.data.modelStatus);
  return { text, modelRetiresAt, ...readGrounding(candidate.groundingMetadata) };
}

function readRetirement(status: unknown): number | null {
  const at = Date.parse(statusSchema.safeParse(status).data?.retirementTime ?? "");
  return Number.isNaN(at) ? null : at;
}

function readGrounding(metadata: unknown): Pick<Answer, "searched" | "sources" | "searchSuggestions"> {
  const parsed = groundingSchema.safeParse(metadata);
  if (!parsed.success) return { searched: false, sources: [], searchSuggestions: null };
  const { webSearchQueries, groundingChunks, searchEntryPoint } = parsed.data;
  const byUrl = new Map<string, Source>();
  for (const chunk of groundingChunks) {
    const web = chunkSchema.safeParse(chunk).data?.web;
    const url = web && URL.canParse(web.uri) ? new URL(web.uri) : null;
    if (!web || !url || !/^https?:$/.test(url.protocol) || byUrl.has(url.href)) continue;
    byUrl.set(url.href, { title: web.title.trim() || url.hostname, url: url.href });
  }
  return {
    searched: webSearchQueries.length > 0 || groundingChunks.length > 0,
    sources: [...byUrl.values()],
    searchSuggestions: searchEntryPoint?.renderedContent || null,
  };
}

function blockedPrompt(blockReason: string): WriterError {
  const why =
    blockReason === "BLOCKLIST"
      ? "a word in the topic is on Google's list of blocked terms"
      : blockReason === "PROHIBITED_CONTENT"
        ? "the topic touches content Google prohibits"
        : "Google's safety rules refused the topic";
  return new WriterError("blocked", `Gemini wrote nothing: ${why}. Word the topic differently.`, {
    cause: blockReason,
  });
}

/** Reasons are Google's FinishReason values (v1beta, revision 20260717). */
function badFinish(reason: string): WriterError | null {
  const blocked = (why: string) => new WriterError("blocked", `${why} Word the topic differently.`, { cause: reason });
  switch (reason) {
    case "STOP":
    case "FINISH_REASON_UNSPECIFIED":
      return null;
    case "MAX_TOKENS":
      return new WriterError("cut", "Gemini's answer stopped in the middle. Try again, or shorten the topic.", {
        cause: reason,
      });
    case "SAFETY":
      return blocked("Gemini stopped: its safety rules refused what it was about to write.");
    case "RECITATION":
      return blocked("Gemini stopped because it was about to repeat somebody's text word for word.");
    case "LANGUAGE":
      return new WriterError("blocked", "Gemini doesn't write in the topic's language. Try the topic in another one.", {
        cause: reason,
      });
    case "BLOCKLIST":
      return blocked("Gemini stopped at a word on Google's list of blocked terms.");
    case "PROHIBITED_CONTENT":
    case "ESCALATION":
      return blocked("Gemini stopped: the topic leads to content Google prohibits.");
    case "SPII":
      return blocked("Gemini stopped because the answer might have held personal data.");
    case "IMAGE_SAFETY":
    case "IMAGE_PROHIBITED_CONTENT":
    case "IMAGE_RECITATION":
    case "IMAGE_OTHER":
    case "NO_IMAGE":
      return new WriterError("failed", "This Gemini model makes pictures, not text. Change GEMINI_MODEL.", {
        cause: reason,
      });
    case "MALFORMED_FUNCTION_CALL":
    case "MALFORMED_RESPONSE":
    case "UNEXPECTED_TOOL_CALL":
    case "TOO_MANY_TOOL_CALLS":
    case "MISSING_THOUGHT_SIGNATURE":
      return malformed(reason);
    default:
      return new WriterError("failed", "Gemini stopped without saying why. Try again, or word the topic differently.", {
        cause: reason,
      });
  }
}

const tweetsSchema = z.union([
  z.object({ tweets: z.array(z.string()) }).transform((answer) => answer.tweets),
  z.array(z.string()),
]);

/**
 * The tweets in an answer: `{"tweets": […]}` or a bare list of strings, fenced or not, in the order written;
 * blank ones are left out. Throws WriterError: malformed, empty.
 */
export function readTweets(text: string): string[] {
  const parsed = tweetsSchema.safeParse(readJson(text));
  if (!parsed.success) throw malformed(parsed.error);
  const texts = parsed.data.map((tweet) => tweet.trim()).filter((tweet) => tweet !== "");
  if (texts.length === 0) throw emptyAnswer();
  return texts;
}

const threadSchema = z.object({ parts: z.array(z.string()) });

/** The parts of a thread in an answer, in their order: so many, none blank. Throws WriterError malformed. */
export function readThread(text: string, count: number): string[] {
  const parsed = threadSchema.safeParse(readJson(text));
  if (!parsed.success) throw malformed(parsed.error);
  return requireCount(
    parsed.data.parts.map((part) => part.trim()),
    count,
  );
}

/** A thread that lacks a part lacks a thought, and one that has too many can't be cut. Throws WriterError malformed. */
export function requireCount(parts: string[], count: number): string[] {
  if (parts.length !== count || parts.includes("")) throw malformed(`${parts.length} parts instead of ${count}`);
  return parts;
}

/** The JSON of an answer, fenced or not. Throws WriterError malformed. */
export function readJson(text: string): unknown {
  const bare = text.trim();
  const fence = bare.endsWith("```") ? /^```(?:json)?/i.exec(bare)?.[0] : undefined;
  try {
    return JSON.parse(fence === undefined ? bare : bare.slice(fence.length, -"```".length));
  } catch (error) {
    throw malformed(error);
  }
}
