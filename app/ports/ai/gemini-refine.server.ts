// Asks Gemini to rephrase a tweet or write one like it.
import { readTweets } from "./gemini-answer.server";
import { askOnce, type Means } from "./gemini-once.server";
import type { Writer } from "./port";

export function forRefining(means: Means): Pick<Writer, "refine"> {
  const { model, clock, log, prompts } = means;
  return {
    async refine({ signal, ...ask }) {
      const rules = prompts.rules(new Date(clock.now()).toISOString().slice(0, 10));
      const question = { rules, prompt: prompts.asAuthor(ask, prompts.refine(ask)), json: 1 };
      const topic = [ask.topic, ask.text, ask.words].join("\n");
      const { value, tokens } = await askOnce(means, question, signal, (text) => readTweets(text, topic));
      log.info({ model, ...tokens, kind: ask.instruction }, "gemini_refined");
      return { texts: value.slice(0, 1), sources: [], searchSuggestions: null, model, ...tokens };
    },
  };
}
