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
  summary: "Rewrite a pending tweet, or write another one like it. Poll task-status for the result",
  description:
    "Returns a task right away. The current text is kept as a version. `another` writes a second tweet next to this one. The AI may cost money. Without a live AI, only `shorter` and `another` work.",
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
    "not_configured",
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
  summary: "Regenerate a batch's pending, unedited tweets. Poll task-status for the result",
  description: "Leaves edited, scheduled and posted tweets and those in Trash unchanged. The AI may cost money.",
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
      description: "What the AI was asked to do; null for the first version and for text a person wrote",
    }),
    words: z.string().nullable(),
    weighted_length: z.int().min(0),
    is_current: z.boolean().meta({ description: "Whether this is the tweet's current text" }),
  })
  .meta({ id: "TweetVersion" });

export const listVersions = endpoint({
  method: "GET",
  path: "/api/tweets/{tweet_id}/versions",
  access: "user",
  scope: "read",
  summary: "List a tweet's versions, newest first, up to 20",
  description: "Each version says who wrote it and what the AI was asked to do.",
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
  summary: "Restore a version. The current text is kept as a version",
  description: "Needs the scope `write` for a draft, `publish` for a scheduled tweet.",
  unknown: "refused",
  status: 200,
  answer: success({ data: tweetSchema }),
  refusals: editing,
  example: { answer: { success: true, data: draft } },
});
