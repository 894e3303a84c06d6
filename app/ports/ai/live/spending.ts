// Sums what the answers to one request cost.
import { type SpentTokens, WriterError } from "../port";
import { addSpent, nothingSpent } from "../spent";
import type { Answer, Provider, Question } from "./provider";

export const spentOn = ({ tokens, costMicros }: Pick<Answer, "tokens" | "costMicros">): SpentTokens => ({
  inputTokens: tokens?.input ?? 0,
  outputTokens: tokens?.output ?? 0,
  costMicros,
  unmetered: tokens === null ? 1 : 0,
});

export type AnswerOf = (question: Question) => Promise<Answer>;

/** Runs `work`. Every answer it asks for counts, usable or not. Throws WriterError with the tokens spent. */
export async function counting<T>(
  provider: Pick<Provider, "ask">,
  signal: AbortSignal,
  work: (answerOf: AnswerOf) => Promise<T>,
): Promise<{ value: T; spent: SpentTokens }> {
  const spent = nothingSpent();
  const answerOf: AnswerOf = async (question) => {
    try {
      const answer = await provider.ask(question, { signal });
      addSpent(spent, spentOn(answer));
      return answer;
    } catch (error) {
      if (error instanceof WriterError) addSpent(spent, error.more.spent);
      throw error;
    }
  };
  try {
    return { value: await work(answerOf), spent };
  } catch (error) {
    if (error instanceof WriterError) throw new WriterError(error.reason, error.message, { ...error.more, spent });
    throw error;
  }
}
