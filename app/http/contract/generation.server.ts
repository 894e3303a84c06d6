// The API contract of generation: submit a task, poll it, read its batch.
import { writerKinds } from "~/ground/config-ai";
import { generationMessages } from "~/ground/messages";
import { z } from "zod";
import { usualParts } from "~/features/generation/thread/format";
import { formatSchema, maxTopic, partsSchema, topicSchema } from "~/features/generation/schema.server";
import { tweetSchema } from "~/features/tweets/schema.server";
import { writerFailures } from "~/ports/ai/port";
import { alsoOneOf, idSchema, uuidSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { accountRef, notBlank } from "./fields.server";
import { taskStarted, draft, ids } from "./examples.server";

export const submit = endpoint({
  method: "POST",
  path: "/api/questions/submit-gemini",
  access: "user",
  scope: "write",
  summary: "Generate a batch of tweets on a topic, or one thread",
  description:
    "Returns a task right away. Poll `readTask`, or `getTask` with `wait`, until the task ends, within 80 seconds. Posts nothing. The AI may cost money. A thread is a batch of one tweet, the first part, whose `thread` has all parts. Read each part before you post it: X may require approval for replies written by AI.",
  once: true,
  unknown: "ignored",
  body: z
    .object({
      question: topicSchema.meta({ override: { maxLength: maxTopic, pattern: notBlank } }),
      enable_web_search: z.boolean("enable_web_search must be true or false").optional(),
      format: formatSchema.optional().meta({ description: "Defaults to `tweets`" }),
      parts: partsSchema.optional().meta({
        description: `How many parts the thread has. Only with \`thread\`; defaults to ${usualParts}`,
      }),
      twitter_account_id: accountRef.optional().meta({
        description:
          "The account the tweets belong to and whose voice they use. If omitted, they follow the default account",
      }),
    })
    .refine(({ format, parts }) => parts == null || format === "thread", {
      path: ["parts"],
      error: "parts is only allowed with the format thread",
      params: { type: "invalid" },
    })
    .meta({
      override: alsoOneOf([
        { properties: { parts: { type: "null" } } },
        { properties: { format: { const: "thread" } }, required: ["format"] },
      ]),
    }),
  status: 202,
  answer: success({ task_id: uuidSchema, data: z.object({ task_id: uuidSchema }) }),
  refusals: ["not_found", "limit_reached", "rate_limited"],
  limit: "generation",
  fallback: generationMessages.submit,
  example: { body: { question: "linnets in winter", enable_web_search: false }, answer: taskStarted },
});

export const taskStatus = endpoint({
  method: "GET",
  path: "/api/questions/task-status/{task_id}",
  access: "reader",
  scope: "read",
  summary: "Get a task's status. No credentials needed until 24 hours after it ends",
  description:
    "Returns `pending` until the task ends as `success` or `failed`. `batch_id` identifies the batch of tweets. Anyone with the id can read the task.",
  unknown: "ignored",
  status: 200,
  answer: success({
    data: z.object({
      task_id: uuidSchema,
      status: z.enum(["pending", "failed", "success"]),
      batch_id: uuidSchema.nullable(),
      tweet_id: idSchema.nullable().meta({
        description: "For a refinement: the tweet with the result, either the same tweet or a new one",
      }),
      note: z.string().nullable().meta({ description: "A note about a successful result, as a sentence" }),
      error: z.string().nullable(),
      error_code: z
        .enum(writerFailures)
        .nullable()
        .meta({ description: "Why the AI failed, as a stable code. Null if it hasn't failed" }),
    }),
  }),
  refusals: [],
  fallback: generationMessages.status,
  example: {
    answer: {
      success: true,
      data: {
        task_id: ids.task_id,
        status: "success",
        batch_id: ids.batch_id,
        tweet_id: null,
        note: null,
        error: null,
        error_code: null,
      },
    },
  },
});

export const searchedSchema = z.boolean().nullable().meta({
  description:
    "Whether the AI searched the web. Null if no search was requested, or if this is unknown, as for older batches",
});

export const writerSchema = z.object({
  kind: z.enum(writerKinds),
  model: z.string(),
  place: z
    .string()
    .nullable()
    .meta({ description: "Host and port of the model. Null if it runs on this server, or if unknown" }),
});

export const costSchema = z.number().min(0).nullable().meta({
  description: "What the AI charges at list prices, in US dollars. Null means unknown, not 0",
});

export const workSchema = z.object({
  writer: writerSchema,
  tokens: z.object({
    input: z.int().min(0),
    output: z.int().min(0),
    at_least: z
      .boolean()
      .meta({ description: "Some responses didn't report their tokens, so the real numbers are higher" }),
  }),
  cost_usd: costSchema,
  seconds: z.number().min(0).nullable().meta({ description: "How long writing took. Null for older batches" }),
});

const batchTweet = tweetSchema.extend({
  discarded_at: z.null().meta({ description: "Always null, because tweets in Trash are not listed" }),
  sources: z
    .array(z.object({ title: z.string(), url: z.string() }))
    .optional()
    .meta({ description: "If a search was requested: the pages the tweet is based on" }),
  searched: searchedSchema.optional(),
  search_suggestions_url: z.string().nullable().optional(),
});

export const batch = endpoint({
  method: "GET",
  path: "/api/questions/batch/{batch_id}",
  access: "reader",
  scope: "read",
  summary:
    "Get a batch's tweets in the order they were written; a thread counts as one. Needs credentials only when its task does",
  description: "Leaves out tweets in Trash. Anyone with the id can read the batch.",
  unknown: "ignored",
  status: 200,
  answer: success({ data: z.array(batchTweet.meta({ id: "BatchTweet" })) }),
  refusals: [],
  fallback: generationMessages.results,
  example: { answer: { success: true, data: [{ ...draft, discarded_at: null }] } },
});
