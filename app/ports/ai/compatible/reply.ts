// Turns what a server sent into an answer, or into the WriterError that it stands for. Pure.
import type { CompatibleSettings } from "~/ground/config-ai";
import type { Answer, Question } from "../live/provider";
import { type SpentTokens, WriterError, type WriterFailure } from "../port";
import type { Reply } from "./call.server";
import { faultWithin, type FaultContext, noAnswerThere, plainFault, type Refusal } from "./faults";
import { costIn, countsSearch, sourcesIn, tokensIn } from "./usage";

export const finishes: Readonly<Record<string, "cut" | "blocked" | "malformed" | "busy">> = {
  length: "cut",
  max_tokens: "cut",
  model_length: "cut",
  model_context_window_exceeded: "cut",
  content_filter: "blocked",
  sensitive: "blocked",
  tool_calls: "malformed",
  function_call: "malformed",
  error: "busy",
  network_error: "busy",
  insufficient_system_resource: "busy",
};

type Context = FaultContext & Pick<CompatibleSettings, "price" | "isHome">;

/** Throws WriterError. */
export function readReply(reply: Reply, { search }: Question, context: Context): Answer {
  const { pieces, headers, ending } = reply;
  const tokens = tokensIn(pieces.usage);
  const header = headers["x-litellm-response-cost"];
  const cost = { usage: pieces.usage, header: typeof header === "string" ? header : null, tokens };
  const costMicros = costIn(cost, context);
  const spent = tokens && { inputTokens: tokens.input, outputTokens: tokens.output, costMicros, unmetered: 0 };
  const fail = (failure: WriterFailure, cause: unknown) =>
    plainFault(failure, context, { cause, ...(spent && { spent }) });
  const sources = search ? sourcesIn(pieces.citations) : [];
  const answer = (end: Answer["end"]): Answer => ({
    text: pieces.text,
    end,
    searched: search && (sources.length > 0 || countsSearch(pieces.usage)),
    sources,
    searchSuggestions: null,
    modelRetiresAt: null,
    tokens,
    costMicros,
    model: context.model,
  });

  const hasText = pieces.text.trim() !== "";
  const finish = pieces.finish === null ? null : (finishes[pieces.finish] ?? "whole");
  if (finish === "blocked" || pieces.refusal.trim() !== "") throw fail("blocked", pieces.finish);
  if (finish === "cut" && hasText) return answer("cut");
  if (finish === "cut") throw fail("cut", pieces.finish);
  if (pieces.isPage) throw fail("failed", noAnswerThere);
  if (pieces.error !== null && finish !== "whole") {
    const refusal: Refusal = { status: pieces.error.status ?? 200, headers, error: pieces.error, isApi: true };
    const fault = withSpent(faultWithin(refusal, context), spent);
    const written = pieces.error.failedGeneration ?? "";
    if (fault.reason !== "malformed" || written.trim() === "") throw fault;
    return { ...answer("cut"), text: written, fault };
  }
  if (finish === "busy" || finish === "malformed") throw fail(finish, pieces.finish);
  if (pieces.isTooLong) throw fail("malformed", "The answer has more than 4 MB");
  if (ending !== "ended" && finish === null && !pieces.isDone) {
    const fault = fail(ending === "late" ? "timeout" : "unreachable", "The answer broke off");
    if (!hasText) throw fault;
    return { ...answer("cut"), fault };
  }
  if (hasText) return answer("whole");
  throw fail(...emptiness(reply));
}

/** An answer without text. */
function emptiness({ pieces }: Reply): [WriterFailure, string] {
  if (pieces.isAnswer && (pieces.finish !== null || pieces.isDone || !pieces.isStream)) return ["empty", "No text"];
  if (pieces.isBlank || pieces.isStream) return ["unreachable", "The stream ended without an answer"];
  return ["malformed", "No choices"];
}

const withSpent = (fault: WriterError, spent: SpentTokens | null): WriterError =>
  spent === null ? fault : new WriterError(fault.reason, fault.message, { ...fault.more, spent });

/** The text that a server sent along with its refusal: to be salvaged, or `fault`. */
export const unfinished = (text: string, fault: WriterError, model: string): Answer => ({
  text,
  end: "cut",
  fault,
  searched: false,
  sources: [],
  searchSuggestions: null,
  modelRetiresAt: null,
  tokens: null,
  costMicros: null,
  model,
});
