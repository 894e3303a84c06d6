// Gemini asked about a product: a judgement by response schema, and a bot's tweets.
import { type ObjectSchema, type Schema, SchemaType } from "@google/generative-ai";
import { z } from "zod";
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import { type Answer, readJson, readTweets, type Tokens } from "./gemini-answer.server";
import type { Question } from "./gemini-call.server";
import { malformed } from "./gemini-faults.server";
import type { Writer } from "./port";
import { type AnalysedProduct, criterionNames } from "./product";
import type { Prompts } from "./prompts.server";

/** What the client shares with the questions about topics. */
export interface Means {
  model: string;
  clock: Clock;
  log: Pick<Log, "info">;
  prompts: Prompts;
  ask(question: Question, more: { signal: AbortSignal; spent(tokens: Tokens): void }): Promise<Answer>;
  patiently<T>(signal: AbortSignal, attempt: () => Promise<T>): Promise<T>;
}

/** The last posts are enough to keep a model from repeating itself. */
const maxEarlier = 30;

/** The product's half of a Writer. */
export function forProducts({
  model,
  clock,
  log,
  prompts,
  ask,
  patiently,
}: Means): Pick<Writer, "analyse" | "writeForProduct"> {
  async function once<T>(question: Omit<Question, "search">, signal: AbortSignal, read: (text: string) => T) {
    const tokens: Tokens = { inputTokens: 0, outputTokens: 0 };
    const spent = (more: Tokens): void => {
      tokens.inputTokens += more.inputTokens;
      tokens.outputTokens += more.outputTokens;
    };
    const value = await patiently(signal, async () =>
      read((await ask({ ...question, search: false }, { signal, spent })).text),
    );
    return { value, tokens };
  }

  return {
    async analyse({ description, signal }) {
      const question = { rules: prompts.judge(), prompt: prompts.description(description), json: analysisShape };
      const { value, tokens } = await once(question, signal, readAnalysis);
      log.info({ model, ...tokens }, "gemini_judged");
      return { ...value, model, ...tokens };
    },
    async writeForProduct({ product, count, avoid, signal }) {
      const rules = prompts.rules(new Date(clock.now()).toISOString().slice(0, 10));
      const prompt = prompts.product({ product, count, earlier: avoid.slice(0, maxEarlier) });
      const question = { rules, prompt, json: count };
      const { value, tokens } = await once(question, signal, readTweets);
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

/** Throws WriterError malformed where the answer has not the shape that was asked for. */
function readAnalysis(answer: string): Omit<AnalysedProduct, "model" | keyof Tokens> {
  const parsed = analysis.safeParse(readJson(answer));
  if (!parsed.success) throw malformed(parsed.error);
  return parsed.data;
}
