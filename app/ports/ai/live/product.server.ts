// Asks a provider about a product: judges it and writes a bot's tweets.
import { z } from "zod";
import { valuesIn } from "../answer/values";
import type { Writer } from "../port";
import type { AnalysedProduct } from "../product";
import type { Faults } from "./faults";
import { askOnce, fitTo, type Means, rulesOf, unsearched } from "./once.server";
import { analysisShape, tweetsShape } from "./shapes";

const maxEarlier = 30;

export function forProducts(means: Means): Pick<Writer, "analyse" | "writeForProduct"> {
  const { provider, log, prompts, faults, reading } = means;
  return {
    async analyse({ description, signal }) {
      const question = { rules: prompts.judge(), prompt: prompts.description(description), shape: analysisShape };
      const read = (answer: string) => readAnalysis(answer, faults);
      const { value, model, spent } = await askOnce(means, question, signal, read);
      log.info({ model: provider.model, ...spent }, `${provider.kind}_judged`);
      return { ...value, model, ...spent };
    },
    async writeForProduct({ product, count, plan, signal, ...whole }) {
      const promptOf = ({ avoid, ...author }: typeof whole) =>
        prompts.asAuthor(author, prompts.product({ product, count, plan, earlier: avoid.slice(0, maxEarlier) }));
      const question = {
        rules: rulesOf(means),
        prompt: promptOf(fitTo(means, whole, promptOf)),
        shape: tweetsShape(count),
      };
      const read = (answer: string) => reading.tweets(answer, product.description);
      const { value, model, spent } = await askOnce(means, question, signal, read);
      log.info({ model: provider.model, ...spent, tweets: value.length }, `${provider.kind}_wrote_for_product`);
      return { texts: value, ...unsearched, model, ...spent };
    },
  };
}

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

type Analysis = Pick<AnalysedProduct, "summary" | "tags" | "criteria" | "improvements">;

/** Throws WriterError malformed if the shape is wrong. */
function readAnalysis(answer: string, faults: Faults): Analysis {
  const parsed = valuesIn(answer).map((value) => analysis.safeParse(value));
  const last = parsed.findLast(({ success }) => success) ?? parsed.at(-1);
  if (!last?.success) throw faults.malformed(last?.error ?? "no JSON");
  return last.data;
}
