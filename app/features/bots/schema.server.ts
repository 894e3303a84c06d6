// API schemas of analyses and bots.
import { writerKinds } from "~/ground/config-ai";
import { z } from "zod";
import { criterionNames } from "~/ports/ai/product";
import { idSchema, momentSchema } from "~/ground/api-shapes.server";

const inputType = z.literal("product_description");
const status = z.enum(["pending", "completed", "failed"]);
const score = z.number().min(0).max(10).nullable().meta({ description: "At most one decimal; null until completed" });
export const botStatus = z.enum(["not_started", "running", "paused", "stopped"]).meta({ id: "BotStatus" });

const criterionSchema = z.object({
  name: z.enum(criterionNames),
  title: z.string(),
  weight: z.int().meta({ description: "Percentage of the score" }),
  points: z.number().min(0).max(10),
  why: z.string(),
  words: z.array(z.string()).meta({ description: "The parts of the description that the score is based on" }),
});

const metadataSchema = z.object({
  criteria: z.array(criterionSchema),
  improvements: z.array(z.string()),
  writer: z.enum(writerKinds),
  model: z.string(),
  input_tokens: z.int(),
  output_tokens: z.int(),
});

export const recordSchema = z
  .object({
    analysis_id: idSchema,
    input_id: idSchema,
    input_info: z.object({
      id: idSchema,
      user_id: z.string(),
      original_content: z.string(),
      input_type: inputType,
      status,
      created_at: momentSchema,
      updated_at: momentSchema,
    }),
    analysis_result: z.object({
      id: idSchema,
      input_id: idSchema,
      user_id: z.string(),
      summary: z.string(),
      tags: z.array(z.string()),
      analysis_metadata: metadataSchema.nullable(),
      quality_score: score,
      status,
      bot_enabled: z.boolean(),
      bot_status: botStatus,
      bot_started_at: momentSchema.nullable(),
      created_at: momentSchema,
      updated_at: momentSchema,
    }),
  })
  .meta({ id: "Analysis" });

export const listedSchema = z
  .object({
    id: idSchema,
    summary: z.string(),
    bot_enabled: z.boolean(),
    quality_score: score,
    created_at: momentSchema,
    input_type: inputType,
    status,
  })
  .meta({ id: "ListedAnalysis" });

export const activeSchema = z
  .object({
    analysis_id: idSchema,
    summary: z.string(),
    bot_enabled: z.boolean(),
    input_type: inputType,
    twitter_account_name: z.string().nullable().meta({ description: "Without the @" }),
    bot_status: botStatus,
    status_reason: z.string().nullable().meta({ description: "Why the account is paused, as a sentence" }),
    next_post_at: momentSchema.nullable(),
  })
  .meta({ id: "ActiveBot" });
