// The API contract of reads: one tweet, one batch, and pages of tasks, analyses and bots.
import { z } from "zod";
import { activeSchema, listedSchema, recordSchema } from "~/features/bots/schema.server";
import { tweetSchema } from "~/features/tweets/schema.server";
import { idSchema, momentSchema, uuidSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { whole } from "./fields.server";
import { listedBatch } from "./ideas.server";
import { listOf, next, page } from "./pages.server";
import { analysis, at, bot, draft, exampleBatch, exampleTask, listedAnalysis, published } from "./examples.server";

const journal = z
  .array(
    z.object({
      at: momentSchema,
      kind: z.string().meta({ description: "The event as one word; later versions may add more" }),
      text: z.string().meta({ description: "The event as a sentence" }),
    }),
  )
  .meta({ description: "The tweet's activity, oldest first" });

export const getTweet = endpoint({
  method: "GET",
  path: "/api/tweets/{tweet_id}",
  access: "user",
  scope: "read",
  summary: "Get a tweet with its activity",
  description: "Returns 304 if you send its ETag as `If-None-Match` and nothing has changed.",
  unknown: "refused",
  cache: "private, no-cache",
  status: 200,
  answer: success({ data: tweetSchema.extend({ journal }).meta({ id: "TweetWithJournal" }) }),
  refusals: [],
  example: {
    answer: {
      success: true,
      data: { ...published, journal: [{ at: at.evening, kind: "published", text: "Posted." }] },
    },
  },
});

export const getBatch = endpoint({
  method: "GET",
  path: "/api/batches/{batch_id}",
  access: "user",
  scope: "read",
  summary: "Get a batch with its tweets in the order written, without those in Trash",
  description:
    "Returns the caller's own batches only. `readBatch` returns the same to anyone with the id, without the topic.",
  unknown: "refused",
  status: 200,
  answer: success({ data: listedBatch.extend({ tweets: z.array(tweetSchema) }).meta({ id: "BatchWithTweets" }) }),
  refusals: [],
  example: { answer: { success: true, data: { ...exampleBatch, tweets: [draft] } } },
});

const taskStatuses = ["pending", "failed", "success"] as const;

export const taskSchema = z
  .object({
    task_id: uuidSchema,
    status: z.enum(taskStatuses),
    topic: z.string(),
    batch_id: uuidSchema.nullable(),
    tweet_id: idSchema.nullable().meta({ description: "For a refinement: the tweet with the result" }),
    note: z.string().nullable().meta({ description: "A note about a successful result, as a sentence" }),
    error: z.string().nullable(),
    error_code: z.string().nullable().meta({ description: "Why the AI failed, as a stable code" }),
    created_at: momentSchema,
  })
  .meta({ id: "Task" });

export const listTasks = endpoint({
  method: "GET",
  path: "/api/tasks",
  access: "user",
  scope: "read",
  summary: "List generation tasks, newest first. Tasks are kept for 30 days after they end",
  description: "Returns pages. `status` takes several values, separated by commas.",
  unknown: "refused",
  query: z.object({ status: listOf("status", taskStatuses).optional(), ...page }),
  status: 200,
  answer: success({ data: z.array(taskSchema), next }),
  refusals: [],
  example: {
    query: { status: "pending,failed" },
    answer: {
      success: true,
      data: [
        {
          ...exampleTask,
          status: "failed",
          batch_id: null,
          error: "The AI is busy. Try again.",
          error_code: "busy",
        },
      ],
      next: null,
    },
  },
});

export const getTask = endpoint({
  method: "GET",
  path: "/api/tasks/{task_id}",
  access: "user",
  scope: "read",
  summary: "Get a task. With `wait`, it returns when the task ends or the time is up",
  description: "Use `wait` to avoid polling. Up to 4 calls per user can wait at a time, and 24 on the whole server.",
  unknown: "refused",
  query: z.object({
    wait: whole("wait", 0, 25).default(0).meta({
      description:
        "In seconds. Returns right away if too many calls are already waiting or the server is shutting down",
    }),
  }),
  status: 200,
  answer: success({ data: taskSchema }),
  refusals: [],
  example: { query: { wait: "25" }, answer: { success: true, data: exampleTask } },
});

const analysisStatuses = ["pending", "completed", "failed"] as const;

export const pageAnalyses = endpoint({
  method: "GET",
  path: "/api/analyses",
  access: "user",
  scope: "read",
  summary: "List analyses in pages, newest first",
  description: "Returns a summary of each. For its criteria, call `getAnalysis`.",
  unknown: "refused",
  query: z.object({ status: listOf("status", analysisStatuses).optional(), ...page }),
  status: 200,
  answer: success({ data: z.array(listedSchema), next }),
  refusals: [],
  example: { query: { status: "completed" }, answer: { success: true, data: [listedAnalysis], next: null } },
});

export const getAnalysis = endpoint({
  method: "GET",
  path: "/api/analyses/{analysis_id}",
  access: "user",
  scope: "read",
  summary: "Get an analysis",
  description: "Returns it as `analyze` does, with the current state of its bot.",
  unknown: "refused",
  status: 200,
  answer: success({ data: recordSchema }),
  refusals: [],
  example: { answer: { success: true, data: analysis } },
});

export const deleteAnalysis = endpoint({
  method: "DELETE",
  path: "/api/analyses/{analysis_id}",
  access: "user",
  scope: "write",
  summary: "Delete an analysis and its bot. The bot's tweets are kept.",
  description: "Refuses an analysis that is running.",
  unknown: "refused",
  status: 200,
  answer: success({ message: z.string() }),
  refusals: ["analysis_running"],
  example: { answer: { success: true, message: "Analysis deleted" } },
});

export const pageBots = endpoint({
  method: "GET",
  path: "/api/bots",
  access: "user",
  scope: "read",
  summary: "List the running and paused bots with their suggestions, newest analyses first",
  description: "Only the user can approve a suggestion, in the web app.",
  unknown: "refused",
  query: z.object(page),
  status: 200,
  answer: success({
    data: z.array(
      activeSchema
        .extend({
          review: z
            .boolean()
            .meta({ description: "The bot suggests tweets, and the user approves them in the web app" }),
          proposal: tweetSchema.nullable().meta({ description: "The suggestion that needs the user's approval" }),
        })
        .meta({ id: "BotWithProposal" }),
    ),
    next,
  }),
  refusals: [],
  example: {
    query: { limit: "20" },
    answer: {
      success: true,
      data: [{ ...bot, review: true, proposal: { ...draft, batch_id: null, origin: "bot" } }],
      next: null,
    },
  },
});
