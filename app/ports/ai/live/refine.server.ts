// Asks a provider to rephrase a tweet or write one like it.
import type { Writer } from "../port";
import { askOnce, type Means, rulesOf, unsearched } from "./once.server";
import { tweetsShape } from "./shapes";

export function forRefining(means: Means): Pick<Writer, "refine"> {
  const { provider, log, prompts, reading } = means;
  return {
    async refine({ signal, ...ask }) {
      const prompt = prompts.asAuthor(ask, prompts.refine(ask));
      const question = { rules: rulesOf(means), prompt, shape: tweetsShape(1) };
      const topic = [ask.topic, ask.text, ask.words].join("\n");
      const { value, model, spent } = await askOnce(means, question, signal, (text) => reading.tweets(text, topic));
      log.info({ model: provider.model, ...spent, kind: ask.instruction }, `${provider.kind}_refined`);
      return { texts: value.slice(0, 1), ...unsearched, model, ...spent };
    },
  };
}
