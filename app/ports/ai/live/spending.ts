// Sums what the answers to one request cost.
import { type SpentTokens, WriterError } from "../port";
import type { Answer, Provider, Question } from "./provider";

export type AnswerOf = (question: Question) => Promise<Answer>;

/** Runs `work`. Every answer it asks for counts, usable or not. Throws WriterError with the tokens spent. */
export async function counting<T>(
  provider: Pick<Provider, "ask">,
  signal: AbortSignal,
  work: (answerOf: AnswerOf) => Promise<T>,
): Promise<{ value: T; spent: SpentTokens }> {
  const spent: SpentTokens = { inputTokens: 0, outputTokens: 0 };
  const add = ({ inputTokens, outputTokens }: SpentTokens): void => {
    spent.inputTokens += inputTokens;
    spent.outputTokens += outputTokens;
  };
  const answerOf: AnswerOf = async (question) => {
    try {
      const answer = await provider.ask(question, { signal });
      if (answer.tokens) add({ inputTokens: answer.tokens.input, outputTokens: answer.tokens.output });
      return answer;
    } catch (error) {
      if (error instanceof WriterError && error.more.spent) add(error.more.spent);
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
