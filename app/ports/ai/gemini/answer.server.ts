// Reads Gemini's answers: text without thoughts, sources, tokens.
import { z } from "zod";
import type { Answer } from "../live/provider";
import { type Source, WriterError } from "../port";
import { cut, emptyAnswer, malformed } from "./faults.server";

type ReadAnswer = Omit<Answer, "tokens" | "costMicros" | "model">;

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

/** Thinking is billed as output, pages read by the search as input. Null if the answer names none. */
export function readTokens(response: unknown): Answer["tokens"] {
  const parsed = usageSchema.safeParse(response);
  if (!parsed.success) return null;
  const usage = parsed.data.usageMetadata;
  return {
    input: usage.promptTokenCount + usage.toolUsePromptTokenCount,
    output: usage.candidatesTokenCount + usage.thoughtsTokenCount,
  };
}

/** Reads the first candidate. Throws WriterError: blocked, cut, empty, malformed, failed. */
export function readAnswer(response: unknown): ReadAnswer {
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
  return { text, end: "whole", modelRetiresAt, ...readGrounding(candidate.groundingMetadata) };
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

const promptBlocks: Record<string, string> = {
  BLOCKLIST: "a word in the topic is on Google’s list of blocked terms",
  PROHIBITED_CONTENT: "the topic touches content Google prohibits",
};

function blockedPrompt(cause: string): WriterError {
  const why = promptBlocks[cause] ?? "Google’s safety rules blocked the topic";
  return new WriterError("blocked", `Gemini wrote nothing: ${why}. Word the topic differently.`, { cause });
}

const differently = "Word the topic differently.";
const prohibited = `Gemini stopped: the topic leads to content Google prohibits. ${differently}`;

/** Google's FinishReason values (v1beta, revision 20260717) that refuse a topic. */
const refusals: Record<string, string> = {
  SAFETY: `Gemini stopped: its safety rules refused what it was about to write. ${differently}`,
  RECITATION: `Gemini stopped because it was about to repeat someone’s text word for word. ${differently}`,
  LANGUAGE: "Gemini doesn’t write in the topic’s language. Try the topic in another one.",
  BLOCKLIST: `Gemini stopped at a word on Google’s list of blocked terms. ${differently}`,
  PROHIBITED_CONTENT: prohibited,
  ESCALATION: prohibited,
  SPII: `Gemini stopped because the response might contain personal data. ${differently}`,
};

function badFinish(cause: string): WriterError | null {
  if (cause === "STOP" || cause === "FINISH_REASON_UNSPECIFIED") return null;
  if (Object.hasOwn(refusals, cause)) return new WriterError("blocked", refusals[cause] ?? "", { cause });
  if (cause === "MAX_TOKENS") return cut(cause);
  if (/IMAGE/.test(cause))
    return new WriterError("failed", "This Gemini model creates images, not text. Change GEMINI_MODEL.", { cause });
  if (/^MALFORMED_|_TOOL_CALLS?$|^MISSING_/.test(cause)) return malformed(cause);
  const sentence = "Gemini stopped without giving a reason. Try again, or word the topic differently.";
  return new WriterError("failed", sentence, { cause });
}
