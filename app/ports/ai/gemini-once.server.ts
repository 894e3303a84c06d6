// Sends Gemini one question with a JSON answer and no search; retries and counts all tokens.
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import type { Tokens } from "./gemini-answer.server";
import type { AskGemini, Question } from "./gemini-call.server";
import { WriterError } from "./port";
import type { Prompts } from "./prompts.server";

export interface Means {
  model: string;
  clock: Clock;
  log: Pick<Log, "info">;
  prompts: Prompts;
  ask: AskGemini;
  patiently<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T>;
}

/** Throws WriterError with the tokens spent. */
export async function askOnce<T>(
  { ask, patiently }: Means,
  question: Omit<Question, "search">,
  signal: AbortSignal,
  read: (text: string) => T,
): Promise<{ value: T; tokens: Tokens }> {
  const tokens: Tokens = { inputTokens: 0, outputTokens: 0 };
  const spent = (more: Tokens): void => {
    tokens.inputTokens += more.inputTokens;
    tokens.outputTokens += more.outputTokens;
  };
  try {
    const value = await patiently(signal, async () =>
      read((await ask({ ...question, search: false }, { signal, spent })).text),
    );
    return { value, tokens };
  } catch (error) {
    if (error instanceof WriterError)
      throw new WriterError(error.reason, error.message, { ...error.more, spent: tokens });
    throw error;
  }
}
