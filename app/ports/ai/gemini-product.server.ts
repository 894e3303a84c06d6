// Asks Gemini about a product: judges it and writes a bot's tweets.
import { type ObjectSchema, type Schema, SchemaType } from "@google/generative-ai";
import { z } from "zod";
import { valuesIn } from "./answer/values";
import { readTweets, type Tokens } from "./gemini-answer.server";
import { malformed } from "./gemini-faults.server";
import { askOnce, type Means } from "./gemini-once.server";
import type { Writer } from "./port";
import { type AnalysedProduct, criterionNames } from "./product";

const maxEarlier = 30;

export function forProducts(means: Means): Pick<Writer, "analyse" | "writeForProduct"> {
  const { model, log, clock, prompts } = means;
  return {
    async analyse({ description, signal }) {
      const question = { rules: prompts.judge(), prompt: prompts.description(description), json: analysisShape };
      const { value, tokens } = await askOnce(means, question, signal, readAnalysis);
      log.info({ model, ...tokens }, "gemini_judged");
      return { ...value, model, ...tokens };
    },
    async writeForProduct({ product, count, plan, avoid, signal, ...author }) {
      const rules = prompts.rules(new Date(clock.now()).toISOString().slice(0, 10));
      const unvoiced = prompts.product({ product, count, plan, earlier: avoid.slice(0, maxEarlier) });
      const prompt = prompts.asAuthor(author, unvoiced);
      const question = { rules, prompt, json: count };
      const read = (answer: string) => readTweets(answer, product.description);
      const { value, tokens } = await askOnce(means, question, signal, read);
      log.info({ model, ...tokens, tweets: value.length }, "gemini_wrote_for_product");
      return { texts: value, sources: [], searchSuggestions: null, model, ...tokens };
    },
  };
}

const text: Schema = { type: SchemaType.STRING };
const list = (minItems: number, maxItems: number): Schema => ({
  type: SchemaType.ARRAY,
  items: text,
  minItems,
  maxItems,
});
const judgementShape: Schema = {
  type: SchemaType.OBJECT,
  properties: { points: { type: SchemaType.NUMBER }, words: list(0, 3), why: text },
  required: ["points", "words", "why"],
};
const analysisShape: ObjectSchema = {
  type: SchemaType.OBJECT,
  properties: {
    summary: text,
    tags: list(3, 6),
    criteria: {
      type: SchemaType.OBJECT,
      properties: Object.fromEntries(criterionNames.map((name) => [name, judgementShape])),
      required: [...criterionNames],
    },
    improvements: list(3, 3),
  },
  required: ["summary", "tags", "criteria", "improvements"],
};

const judgement = z.object({ points: z.number(), words: z.array(z.string()), why: z.string() });
const analysis = z.object({
  summary: z.string().trim().min(1),
  tags: z.array(z.string()),
  criteria: z.object({
    clarity: judgement,
    audience: judgement,
    differentiation: judgement,
    proof: judgement,
    call_to_action: judgement,
  }),
  improvements: z.array(z.string()),
});

/** Throws WriterError malformed if the shape is wrong. */
function readAnalysis(answer: string): Omit<AnalysedProduct, "model" | keyof Tokens> {
  const parsed = valuesIn(answer).map((value) => analysis.safeParse(value));
  const last = parsed.findLast(({ success }) => success) ?? parsed.at(-1);
  if (!last?.success) throw malformed(last?.error ?? "no JSON");
  return last.data;
}
