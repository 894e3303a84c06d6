// Validates named keys, for the API and the form of /settings/programs.
import { z } from "zod";
import { isName, notOneLine } from "~/ground/plain-text";
import { expiries, forAgents, maxName, messages, overlapHours, scopes, scopesInForm, scopeWords } from "./scope";

export const nameSchema = z
  .string(messages.noName)
  .trim()
  .min(1, { error: messages.noName, abort: true })
  .refine(isName, notOneLine)
  // Counts code points, as the contract says ("Ids, types, states").
  .refine((name) => [...name].length <= maxName, { error: messages.longName, params: { type: "too_long" } })
  .meta({
    override: { minLength: 1, maxLength: maxName, pattern: "\\S" },
    description: "Must differ from the names of your other keys",
  });

export const scopesSchema = z
  .array(z.enum(scopes, messages.unknownScope), messages.noScope)
  .min(1, messages.noScope)
  .max(scopes.length, messages.unknownScope)
  .meta({ description: scopesInForm.map((scope) => `${scope}: ${scopeWords[scope]}`).join("; ") });

export const overlapSchema = z
  .int("overlap_hours must be a whole number")
  .min(0, "overlap_hours must be at least 0")
  .max(overlapHours.max, `overlap_hours must be at most ${overlapHours.max}`)
  .default(overlapHours.usual)
  .meta({ description: "How many hours the old secret keeps working" });

export const audienceSchema = z.literal(forAgents, messages.notAnAudience).nullable();

export const keySchema = z.object({ name: nameSchema, scopes: scopesSchema });

export const createKeySchema = z.object({
  name: nameSchema,
  scope: scopesSchema,
  agentsOnly: z
    .string()
    .optional()
    .transform((box) => (box === "on" ? forAgents : null)),
  expires: z.enum(expiries, "Choose when the key expires."),
});

export const formOverlapSchema = z.object({
  overlap: z
    .enum(["0", String(overlapHours.usual), String(overlapHours.max)], "Choose when the old secret expires.")
    .transform(Number),
});
