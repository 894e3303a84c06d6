// Schema of a rewrite request, for the form and the API. Lengths are in code points.
import { z } from "zod";
import type { oas31 } from "zod-openapi";
import { alsoOneOf } from "~/ground/api-shapes.server";
import { instructions } from "~/ports/ai/refine";
import { maxWishWords } from "./words";

const missing = "Say what the AI should change.";

const theOne = (properties: Record<string, oas31.SchemaObject>, ...more: string[]) => ({
  properties,
  required: ["instruction", ...more],
});

export const wishSchema = z
  .object({
    instruction: z.enum(instructions, "instruction must be shorter, bolder, personal, simpler, own or another"),
    words: z
      .string("words must be text")
      .trim()
      .refine((words) => [...words].length <= maxWishWords, {
        error: `Use up to ${maxWishWords} characters.`,
        params: { type: "too_long" },
      })
      .meta({ description: "Your own instruction, only with `own`", override: { maxLength: maxWishWords } })
      .optional()
      .transform((words) => words || null),
  })
  .refine(({ instruction, words }) => instruction !== "own" || words !== null, {
    path: ["words"],
    error: missing,
    params: { type: "required" },
  })
  .refine(({ instruction, words }) => instruction === "own" || words === null, {
    path: ["words"],
    error: "words can only be used with the instruction own",
    params: { type: "invalid" },
  })
  .meta({
    override: alsoOneOf([
      theOne({ instruction: { enum: instructions.filter((name) => name !== "own") }, words: { type: "null" } }),
      theOne({ instruction: { const: "own" }, words: { type: "string", pattern: "\\S" } }, "words"),
    ]),
  });
