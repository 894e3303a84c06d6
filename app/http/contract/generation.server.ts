// The API contract of generation: submit a task, poll it, read its batch.
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
  summary: "Ask for a batch of tweets on a topic, or for one thread",
  description:
    "Answers at once with a task. Ask `readTask`, or `getTask` with `wait`, until it has ended: within 80 seconds it has. Nothing of what is written goes out by itself. The writer may cost money. A thread is a batch of one tweet, the first part, whose `thread` has all parts. Read each before you post it: X may want to approve replies that an AI writes.",
  once: true,
  unknown: "ignored",
  body: z
    .object({
      question: topicSchema.meta({ override: { maxLength: maxTopic, pattern: notBlank } }),
      enable_web_search: z.boolean("enable_web_search must be true or false").optional(),
      format: formatSchema.optional().meta({ description: "`tweets` where it is left out" }),
      parts: partsSchema.optional().meta({
        description: `How many a thread has, with \`thread\` alone; ${usualParts} where it is left out`,
      }),
      twitter_account_id: accountRef.optional().meta({
        description: "What is written is this account's own, and in its voice; without it, it follows the default",
      }),
    })
    .refine(({ format, parts }) => parts == null || format === "thread", {
      path: ["parts"],
      error: "parts goes with the format thread alone",
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
  summary: "How a task stands. Open to read without credentials until 24 hours after its end",
  description:
    "`pending` until it ends as `success` or `failed`. A `batch_id` says where the tweets are. Whoever has the id may read it.",
  unknown: "ignored",
  status: 200,
  answer: success({
    data: z.object({
      task_id: uuidSchema,
      status: z.enum(["pending", "failed", "success"]),
      batch_id: uuidSchema.nullable(),
      tweet_id: idSchema.nullable().meta({
        description: "Of a refinement: the tweet that has the answer, the same or one that stands below it",
      }),
      note: z.string().nullable().meta({ description: "What to know of how it ended well, as a sentence" }),
      error: z.string().nullable(),
      error_code: z
        .enum(writerFailures)
        .nullable()
        .meta({ description: "Why the writer failed, in a word that stays; null where it has not" }),
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
  description: "The web was searched for it; null where no search was asked for, or nobody knows of an older batch",
});

const batchTweet = tweetSchema.extend({
  discarded_at: z.null().meta({ description: "What was discarded is not among them" }),
  sources: z
    .array(z.object({ title: z.string(), url: z.string() }))
    .optional()
    .meta({ description: "Where a search was asked for: the pages it was written from" }),
  searched: searchedSchema.optional(),
  search_suggestions_url: z.string().nullable().optional(),
});

export const batch = endpoint({
  method: "GET",
  path: "/api/questions/batch/{batch_id}",
  access: "reader",
  scope: "read",
  summary: "A batch's tweets in the order written; a thread is one of them. Open to read as its task is",
  description: "What was discarded since is not among them. Whoever has the id may read it.",
  unknown: "ignored",
  status: 200,
  answer: success({ data: z.array(batchTweet.meta({ id: "BatchTweet" })) }),
  refusals: [],
  fallback: generationMessages.results,
  example: { answer: { success: true, data: [{ ...draft, discarded_at: null }] } },
});
