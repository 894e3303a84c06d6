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
      kind: z.string().meta({ description: "What happened, in a word; more words may come" }),
      text: z.string().meta({ description: "The same as a sentence" }),
    }),
  )
  .meta({ description: "What was done with it and what came back, the oldest first" });

export const getTweet = endpoint({
  method: "GET",
  path: "/api/tweets/{tweet_id}",
  access: "user",
  scope: "read",
  summary: "One tweet with its journal",
  description: "Sent back as `If-None-Match`, its ETag is answered 304 while nothing has changed.",
  unknown: "refused",
  cache: "private, no-cache",
  status: 200,
  answer: success({ data: tweetSchema.extend({ journal }).meta({ id: "TweetWithJournal" }) }),
  refusals: [],
  example: {
    answer: {
      success: true,
      data: { ...published, journal: [{ at: at.evening, kind: "published", text: "It is out." }] },
    },
  },
});

export const getBatch = endpoint({
  method: "GET",
  path: "/api/batches/{batch_id}",
  access: "user",
  scope: "read",
  summary: "One batch with its tweets in the order written, without what is in the bin",
  description: "Of the caller's own batches alone. `readBatch` is the same for whoever has the id, without the topic.",
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
    tweet_id: idSchema.nullable().meta({ description: "Of a refinement: the tweet that has the answer" }),
    note: z.string().nullable().meta({ description: "What to know of how it ended well, as a sentence" }),
    error: z.string().nullable(),
    error_code: z.string().nullable().meta({ description: "Why the writer failed, in a word" }),
    created_at: momentSchema,
  })
  .meta({ id: "Task" });

export const listTasks = endpoint({
  method: "GET",
  path: "/api/tasks",
  access: "user",
  scope: "read",
  summary: "What was asked of the writer, newest first; kept for 30 days after its end",
  description: "Page by page. `status` takes several words with commas between them.",
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
          error: "The writer is busy. Please try again.",
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
  summary: "One task; with `wait` the answer comes when the task ends, or so many seconds have passed",
  description: "With `wait` there is no need to ask again and again. Four calls may wait a person, 24 together.",
  unknown: "refused",
  query: z.object({
    wait: whole("wait", 0, 25).default(0).meta({
      description: "Seconds. Where many wait already, and where the server is about to stop, it comes at once",
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
  summary: "The analyses, newest first, page by page",
  description: "One line each, without the criteria. `getAnalysis` has the rest.",
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
  summary: "One analysis, the whole record",
  description: "As `analyze` answers it, with its bot as it stands.",
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
  summary: "Delete an analysis and its bot, which stops with it; what the bot has written stays",
  description: "While it runs it can't be deleted.",
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
  summary: "The running and paused bots, those of the newest analyses first, with what each proposes",
  description: "A proposal waits for its person: it can be approved on the screen alone.",
  unknown: "refused",
  query: z.object(page),
  status: 200,
  answer: success({
    data: z.array(
      activeSchema
        .extend({
          review: z.boolean().meta({ description: "It proposes, and a person approves on the screen" }),
          proposal: tweetSchema.nullable().meta({ description: "What waits for that" }),
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
