// The contract of what programs read again and again: one tweet, one batch, tasks, analyses and bots, page by page.
import { z } from "zod";
import { activeSchema, listedSchema, recordSchema } from "~/features/bots/schema.server";
import { tweetSchema } from "~/features/tweets/schema.server";
import { idSchema, momentSchema, uuidSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { whole } from "./fields.server";
import { listedBatch } from "./ideas.server";
import { listOf, next, page } from "./pages.server";

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
  unknown: "refused",
  cache: "private, no-cache",
  status: 200,
  answer: success({ data: tweetSchema.extend({ journal }).meta({ id: "TweetWithJournal" }) }),
  refusals: [],
});

export const getBatch = endpoint({
  method: "GET",
  path: "/api/batches/{batch_id}",
  access: "user",
  scope: "read",
  summary: "One batch with its tweets in the order written, without what is in the bin",
  unknown: "refused",
  status: 200,
  answer: success({ data: listedBatch.extend({ tweets: z.array(tweetSchema) }).meta({ id: "BatchWithTweets" }) }),
  refusals: [],
});

const taskStatuses = ["pending", "failed", "success"] as const;

const taskSchema = z
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
  unknown: "refused",
  query: z.object({ status: listOf("status", taskStatuses).optional(), ...page }),
  status: 200,
  answer: success({ data: z.array(taskSchema), next }),
  refusals: [],
});

export const getTask = endpoint({
  method: "GET",
  path: "/api/tasks/{task_id}",
  access: "user",
  scope: "read",
  summary: "One task; with `wait` the answer comes when the task ends, or so many seconds have passed",
  unknown: "refused",
  query: z.object({
    wait: whole("wait", 0, 25).default(0).meta({
      description: "Seconds. Where many wait already, and where the server is about to stop, it comes at once",
    }),
  }),
  status: 200,
  answer: success({ data: taskSchema }),
  refusals: [],
});

const analysisStatuses = ["pending", "completed", "failed"] as const;

export const pageAnalyses = endpoint({
  method: "GET",
  path: "/api/analyses",
  access: "user",
  scope: "read",
  summary: "The analyses, newest first, page by page",
  unknown: "refused",
  query: z.object({ status: listOf("status", analysisStatuses).optional(), ...page }),
  status: 200,
  answer: success({ data: z.array(listedSchema), next }),
  refusals: [],
});

export const getAnalysis = endpoint({
  method: "GET",
  path: "/api/analyses/{analysis_id}",
  access: "user",
  scope: "read",
  summary: "One analysis, the whole record",
  unknown: "refused",
  status: 200,
  answer: success({ data: recordSchema }),
  refusals: [],
});

export const deleteAnalysis = endpoint({
  method: "DELETE",
  path: "/api/analyses/{analysis_id}",
  access: "user",
  scope: "write",
  summary: "Delete an analysis and its bot, which stops with it; what the bot has written stays",
  unknown: "refused",
  status: 200,
  answer: success({ message: z.string() }),
  refusals: ["analysis_running"],
});

export const pageBots = endpoint({
  method: "GET",
  path: "/api/bots",
  access: "user",
  scope: "read",
  summary: "The running and paused bots, those of the newest analyses first, with what each proposes",
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
});
