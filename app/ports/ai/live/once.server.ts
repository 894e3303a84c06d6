// Sends a provider one question with a JSON answer and no search; retries and counts all tokens.
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import type { SpentTokens } from "../port";
import type { Prompts } from "../prompts.server";
import { fitted, type Reducible } from "./budget";
import type { Faults } from "./faults";
import type { Patiently } from "./patience.server";
import type { Provider, Question } from "./provider";
import type { Reading } from "./reading";
import { counting } from "./spending";

export interface Means {
  provider: Provider;
  clock: Clock;
  log: Pick<Log, "info" | "warn">;
  prompts: Prompts;
  faults: Faults;
  reading: Reading;
  patiently: Patiently;
}

/** The parts that an answer without a search shares. */
export const unsearched = { searched: false, cut: false, sources: [], searchSuggestions: null };

export const rulesOf = ({ prompts, clock }: Pick<Means, "prompts" | "clock">): string =>
  prompts.rules(new Date(clock.now()).toISOString().slice(0, 10));

/** Leaves out what the model's context has no room for. `promptOf`: without the rules. */
export function fitTo<T extends Reducible>(means: Means, request: T, promptOf: (request: T) => string): T {
  const rules = rulesOf(means);
  const { contextTokens } = means.provider;
  return fitted(request, { contextTokens, textOf: (smaller) => rules + promptOf(smaller) });
}

interface ReadOnce<T> {
  value: T;
  model: string;
  spent: SpentTokens;
}

/** Throws WriterError with the tokens spent. */
export async function askOnce<T>(
  { provider, patiently, reading }: Means,
  question: Omit<Question, "search">,
  signal: AbortSignal,
  read: (text: string) => T,
): Promise<ReadOnce<T>> {
  const { value, spent } = await counting(provider, signal, (answerOf) =>
    patiently(signal, async () => {
      const answer = await answerOf({ ...question, search: false });
      return { read: reading.answer(answer, read), model: answer.model };
    }),
  );
  return { value: value.read, model: value.model, spent };
}
