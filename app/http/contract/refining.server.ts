// Contract for refining tweets and reading earlier versions.
import { z } from "zod";
import { tweetSchema } from "~/features/tweets/schema.server";
import { wishSchema } from "~/features/generation/refining/schema.server";
import { momentSchema, uuidSchema } from "~/ground/api-shapes.server";
import { editing } from "./tweets.server";
import { endpoint, success } from "./endpoint.server";
import { taskStarted, at, draft } from "./examples.server";

const aTask = success({ task_id: uuidSchema, data: z.object({ task_id: uuidSchema }) });

export const refine = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/refine",
  access: "user",
  scope: "write",
  summary: "Other words for a pending tweet, or another like it; asked for by task-status",
  description:
    "Answers at once with a task. The words of now are kept as a version. `another` writes a second tweet beside this one. The writer may cost money.",
  once: true,
  unknown: "refused",
  body: wishSchema,
  status: 202,
  answer: aTask,
  refusals: [
    "not_draft",
    "not_for_threads",
    "discarded",
    "already_sent",
    "being_written",
    "limit_reached",
    "rate_limited",
  ],
  example: { body: { instruction: "shorter" }, answer: taskStarted },
});

export const writeAgain = endpoint({
  method: "POST",
  path: "/api/batches/{batch_id}/again",
  access: "user",
  scope: "write",
  summary: "Write again what is pending and unedited of a batch; asked for by task-status",
  description: "What was edited, sent or discarded stays as it is. The writer may cost money.",
  once: true,
  unknown: "refused",
  status: 202,
  answer: aTask,
  refusals: ["not_draft", "not_for_threads", "being_written", "rate_limited"],
  example: { answer: taskStarted },
});

const version = z
  .object({
    version_no: z.int().min(1),
    tweet_content: z.string(),
    written_at: momentSchema,
    written_by: z.enum(["person", "writer", "bot"]),
    instruction: z.string().nullable().meta({
      description: "What the writer was asked for; null for what was there first, and for a person's words",
    }),
    words: z.string().nullable(),
    weighted_length: z.int().min(0),
    is_current: z.boolean().meta({ description: "What the tweet says now" }),
  })
  .meta({ id: "TweetVersion" });

export const listVersions = endpoint({
  method: "GET",
  path: "/api/tweets/{tweet_id}/versions",
  access: "user",
  scope: "read",
  summary: "What the tweet says and has said, the newest first; at most 20",
  description: "Each with who wrote it, and what the writer was asked for.",
  unknown: "refused",
  status: 200,
  answer: success({ data: z.array(version) }),
  refusals: [],
  example: {
    answer: {
      success: true,
      data: [
        {
          version_no: 2,
          tweet_content: draft.tweet_content,
          written_at: at.evening,
          written_by: "writer",
          instruction: "shorter",
          words: null,
          weighted_length: 36,
          is_current: true,
        },
      ],
    },
  },
});

export const restoreVersion = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/versions/{version_no}/restore",
  access: "user",
  scope: ["write", "publish"],
  summary: "Bring back what it said; its words of now are kept as a version",
  description: "A draft needs the scope `write`, a scheduled tweet `publish`.",
  unknown: "refused",
  status: 200,
  answer: success({ data: tweetSchema }),
  refusals: editing,
  example: { answer: { success: true, data: draft } },
});
