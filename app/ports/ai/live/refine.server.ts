// Asks a provider to rephrase a tweet or write one like it.
import type { Writer } from "../port";
import { fitted } from "./budget";
import { askOnce, type Means, rulesOf, unsearched } from "./once.server";
import { tweetsShape } from "./shapes";

export function forRefining(means: Means): Pick<Writer, "refine"> {
  const { provider, log, prompts, reading } = means;
  return {
    async refine({ signal, ...whole }) {
      const rules = rulesOf(means);
      const promptOf = (ask: typeof whole) => prompts.asAuthor(ask, prompts.refine(ask));
      const { contextTokens } = provider;
      const ask = fitted(whole, { contextTokens, textOf: (smaller) => rules + promptOf(smaller) });
      const question = { rules, prompt: promptOf(ask), shape: tweetsShape(1) };
      const topic = [ask.topic, ask.text, ask.words].join("\n");
      const { value, model, spent } = await askOnce(means, question, signal, (text) => reading.tweets(text, topic));
      log.info({ model: provider.model, ...spent, kind: ask.instruction }, `${provider.kind}_refined`);
      return { texts: value.slice(0, 1), ...unsearched, model, ...spent };
    },
  };
}
