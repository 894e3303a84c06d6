// Asks a provider to rephrase a tweet or write one like it.
import type { Writer } from "../port";
import { askOnce, fitTo, type Means, rulesOf, unsearched } from "./once.server";
import { tweetsShape } from "./shapes";

export function forRefining(means: Means): Pick<Writer, "refine"> {
  const { provider, log, prompts, reading } = means;
  return {
    async refine({ signal, ...whole }) {
      const promptOf = (request: typeof whole) => prompts.asAuthor(request, prompts.refine(request));
      const request = fitTo(means, whole, promptOf);
      const question = { rules: rulesOf(means), prompt: promptOf(request), shape: tweetsShape(1) };
      const topic = [request.topic, request.text, request.words].join("\n");
      const { value, model, spent } = await askOnce(means, question, signal, (text) => reading.tweets(text, topic));
      log.info({ model: provider.model, ...spent, kind: request.instruction }, `${provider.kind}_refined`);
      return { texts: value.slice(0, 1), ...unsearched, model, ...spent };
    },
  };
}
