// Contract for product analysis and bots.
import { z } from "zod";
import { analysisMessages, botMessages } from "~/ground/messages";
import { descriptionMessages, descriptionSchema, maxDescription } from "~/features/analysis/schema.server";
import { botStatus, activeSchema, listedSchema, recordSchema } from "~/features/bots/schema.server";
import { alsoOneOf, idSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { accountRef, notBlank, whole } from "./fields.server";
import { analysis, bot, ids, listedAnalysis } from "./examples.server";

/** Schema that requires one of two fields, not null; added beside their own schemas. */
const theOne = (name: string, type: "string" | "integer") => ({ required: [name], properties: { [name]: { type } } });

export const analyze = endpoint({
  method: "POST",
  path: "/api/bots/content-analysis/analyze",
  access: "user",
  scope: "write",
  summary: "Score a product description, or retry a failed analysis by its input_id",
  description:
    "Returns when the AI has scored it, which takes a few seconds and may cost money. Send a description as `content`, or the `input_id` of a failed analysis to retry it.",
  once: true,
  unknown: "ignored",
  body: z
    .object({
      content: descriptionSchema.meta({ override: { maxLength: maxDescription, pattern: notBlank } }).optional(),
      input_id: z.int("input_id must be a whole number").optional().meta({ description: "Instead of content" }),
    })
    .refine((body) => body.content != null || body.input_id != null, {
      error: descriptionMessages.missing,
      path: ["content"],
    })
    .refine((body) => body.content == null || body.input_id == null, {
      error: "Send content or input_id, not both",
      path: ["input_id"],
    })
    .meta({ override: alsoOneOf([theOne("content", "string"), theOne("input_id", "integer")]) }),
  status: 200,
  answer: success({ data: recordSchema }),
  refusals: [
    "not_found",
    "analysis_running",
    "limit_reached",
    "rate_limited",
    "writer_context",
    "writer_failed",
    "shutting_down",
    "timeout",
  ],
  limit: "analysis",
  fallback: analysisMessages.failed,
  example: { body: { content: analysis.input_info.original_content }, answer: { success: true, data: analysis } },
});

export const botControl = endpoint({
  method: "PUT",
  path: "/api/bots/content-analysis/bot-control/{analysis_id}",
  access: "user",
  scope: "publish",
  summary: "Start or stop an analysis's bot, or move it to another account. Idempotent",
  description:
    "Runs a bot that posts publicly a few times a day. With `review` it suggests tweets, and the user approves them. Needs a completed analysis.",
  unknown: "ignored",
  body: z.object({
    enabled: z.boolean("enabled must be true or false"),
    twitter_account_id: accountRef.optional(),
    review: z
      .boolean("review must be true or false")
      .optional()
      .meta({ description: "The bot suggests tweets, and the user approves them in the web app" }),
  }),
  status: 200,
  answer: success({
    message: z.string(),
    data: z.object({ analysis_id: idSchema, bot_enabled: z.boolean(), bot_status: botStatus }),
  }),
  refusals: ["analysis_unfinished", "account_paused", "account_reconnect", "no_account", "account_disabled"],
  fallback: botMessages.start,
  example: {
    body: { enabled: true, review: true },
    answer: {
      success: true,
      message: botMessages.started,
      data: { analysis_id: ids.analysis_id, bot_enabled: true, bot_status: "running" },
    },
  },
});

export const botList = endpoint({
  method: "GET",
  path: "/api/bots/content-analysis/bot-status/{user_id}",
  access: "user",
  scope: "read",
  summary: "List the running and paused bots, most recently started first",
  description: "Returns all of them in one list. `pageBots` returns them in pages, with their suggestions.",
  unknown: "ignored",
  status: 200,
  answer: success({ data: z.object({ bots: z.array(activeSchema) }) }),
  refusals: [],
  fallback: botMessages.active,
  example: { answer: { success: true, data: { bots: [bot] } } },
});

export const analysisList = endpoint({
  method: "GET",
  path: "/api/bots/content-analysis/list/{user_id}",
  access: "user",
  scope: "read",
  summary: "List the analyses, newest first",
  description: "Pages by `limit` and `offset`. `pageAnalyses` uses a cursor, so new analyses don't shift its pages.",
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
  example: { query: { limit: "10" }, answer: { success: true, data: [listedAnalysis] } },
});
