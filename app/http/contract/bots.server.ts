// The contract of product analysis: judge a description, run its bot, see what there is.
import { z } from "zod";
import { analysisMessages, botMessages } from "~/ground/messages";
import { descriptionMessages, descriptionSchema, maxDescription } from "~/features/analysis/schema.server";
import { botStatus, activeSchema, listedSchema, recordSchema } from "~/features/bots/schema.server";
import { idSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { accountRef, notBlank, whole } from "./fields.server";

/** Of two fields this one, and not null, as a schema that goes beside theirs. */
const theOne = (name: string, type: "string" | "integer") => ({ required: [name], properties: { [name]: { type } } });

export const analyze = endpoint({
  method: "POST",
  path: "/api/bots/content-analysis/analyze",
  access: "user",
  scope: "write",
  summary: "Judge a product's description, or run one that failed again by its input_id",
  once: true,
  unknown: "ignored",
  body: z
    .object({
      content: descriptionSchema.meta({ override: { maxLength: maxDescription, pattern: notBlank } }).nullish(),
      input_id: z.int("input_id must be a whole number").nullish().meta({ description: "In place of content" }),
    })
    .refine((body) => body.content != null || body.input_id != null, {
      error: descriptionMessages.missing,
      path: ["content"],
    })
    .refine((body) => body.content == null || body.input_id == null, {
      error: "Send content or input_id, not both",
      path: ["input_id"],
    })
    .meta({ override: { anyOf: [theOne("content", "string"), theOne("input_id", "integer")] } }),
  status: 200,
  answer: success({ data: recordSchema }),
  refusals: ["not_found", "analysis_running", "rate_limited", "writer_failed", "shutting_down", "timeout"],
  limit: "analysis",
  fallback: analysisMessages.failed,
});

export const botControl = endpoint({
  method: "PUT",
  path: "/api/bots/content-analysis/bot-control/{analysis_id}",
  access: "user",
  scope: "publish",
  summary: "Start or stop the analysis's bot; another account moves it. Twice is like once",
  unknown: "ignored",
  body: z.object({
    enabled: z.boolean("enabled must be true or false"),
    twitter_account_id: accountRef.nullish(),
    review: z
      .boolean("review must be true or false")
      .optional()
      .meta({ description: "The bot proposes, and a person approves on the screen" }),
  }),
  status: 200,
  answer: success({
    message: z.string(),
    data: z.object({ analysis_id: idSchema, bot_enabled: z.boolean(), bot_status: botStatus }),
  }),
  refusals: ["analysis_unfinished", "account_paused", "account_reconnect", "no_account", "account_disabled"],
  fallback: botMessages.start,
});

export const botList = endpoint({
  method: "GET",
  path: "/api/bots/content-analysis/bot-status/{user_id}",
  access: "user",
  scope: "read",
  summary: "The running and paused bots, the latest started first",
  unknown: "ignored",
  status: 200,
  answer: success({ data: z.object({ bots: z.array(activeSchema) }) }),
  refusals: [],
  fallback: botMessages.active,
});

export const analysisList = endpoint({
  method: "GET",
  path: "/api/bots/content-analysis/list/{user_id}",
  access: "user",
  scope: "read",
  summary: "The analyses, newest first",
  unknown: "ignored",
  query: z.object({
    limit: whole("limit", 1, 200).default(50),
    offset: whole("offset", 0, Number.MAX_SAFE_INTEGER).default(0),
    input_type: z.literal("product_description", "input_type must be product_description").optional(),
    status: z.enum(["pending", "completed", "failed"], "status must be pending, completed or failed").optional(),
  }),
  status: 200,
  answer: success({ data: z.array(listedSchema) }),
  refusals: [],
  fallback: botMessages.all,
});
