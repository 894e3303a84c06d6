// Contract for threads.
import { z } from "zod";
import type { ErrorCode } from "~/ground/errors";
import { maxParts, maxThreadUnits, minParts } from "~/features/threads/threads.server";
import { maxBodies } from "~/http/door/limits.server";
import { endpoint, success } from "./endpoint.server";
import { accountRef, media, notBlank, picturesOnPage, postUrl } from "./fields.server";
import { tweetSchema } from "~/features/tweets/schema.server";
import { thread } from "./examples.server";

export const split = endpoint({
  method: "POST",
  path: "/api/tweets/split",
  former: "/api/questions/split",
  access: "user",
  scope: "read",
  summary: "Split a long text into the parts of a thread. Nothing is stored",
  description:
    "Splits between paragraphs where possible, otherwise between sentences or words. Links, mentions and hashtags are never split, and only white space at the ends of parts is dropped. Returns 422 if a word is longer than a tweet.",
  unknown: "refused",
  maxBody: maxBodies.split,
  body: z.object({
    text: z
      .string("text must be text")
      .max(maxThreadUnits, `text must be at most ${maxThreadUnits} code units long`)
      .meta({
        description: `Up to ${maxThreadUnits} code units that fit in ${maxParts} tweets`,
        override: { minLength: 1, pattern: notBlank },
      }),
    numbered: z
      .boolean("numbered must be true or false")
      .optional()
      .meta({ description: 'Whether each part ends with a number such as "1/5"' }),
  }),
  status: 200,
  answer: success({ parts: z.array(z.string()).min(1).max(maxParts) }),
  refusals: ["rate_limited"],
  example: {
    body: { text: "One thought, at length.\n\nAnd another one.", numbered: true },
    answer: { success: true, parts: ["One thought, at length.\n\nAnd another one."] },
  },
});

const parts = z
  .array(
    z.union([z.string(), z.object({ tweet_content: z.string(), media: media.optional() }).strict()], {
      error: "Each part must be a text, or an object with tweet_content and media",
    }),
    "parts must be a list of parts",
  )
  .transform((all) =>
    all.map((part) => (typeof part === "string" ? part : { content: part.tweet_content, pictures: part.media })),
  )
  .meta({
    description: `${minParts} to ${maxParts} parts, each a valid tweet and no two alike`,
    override: {
      type: "array",
      minItems: minParts,
      maxItems: maxParts,
      uniqueItems: true,
      items: {
        anyOf: [
          { type: "string" },
          {
            type: "object",
            required: ["tweet_content"],
            properties: { tweet_content: { type: "string" }, media: picturesOnPage },
            additionalProperties: false,
          },
        ],
      },
    },
  });

const aTweet = success({ data: tweetSchema });

export const write = endpoint({
  method: "POST",
  path: "/api/tweets/thread",
  former: "/api/questions/thread",
  access: "user",
  scope: "write",
  summary: "Create a thread from your own text. Post or schedule it with its first part's id.",
  description:
    "Creates a draft. Once it is posted, each part replies to the previous one as soon as X confirms it. Until all are posted, the thread's `status` is `publishing`. The first part follows the account's posting hours and minimum gap, and the daily limit must have room for all parts.",
  once: true,
  unknown: "refused",
  body: z.object({ parts, twitter_account_id: accountRef.optional() }),
  status: 201,
  answer: aTweet,
  refusals: ["not_found", "limit_reached"],
  example: { body: { parts: ["Terns go far.", "Further than most."] }, answer: { success: true, data: thread } },
});

/** Errors of calls on a whole thread. During its five-second delay it is already_sent. */
const ofThread: readonly ErrorCode[] = ["not_thread", "not_first_part", "discarded", "already_sent"];

export const change = endpoint({
  method: "PUT",
  path: "/api/tweets/{tweet_id}/thread",
  former: "/api/questions/thread/{tweet_id}",
  access: "user",
  scope: ["write", "publish"],
  summary: "Replace a thread's parts. Posted and posting parts must be unchanged",
  description:
    "Send all parts, including unchanged ones. Needs the scope `write` for a draft, `publish` for a thread that is scheduled or partly posted. `If-Match` takes the ETag of `getTweet`.",
  ifMatch: true,
  unknown: "refused",
  body: z.object({ parts }),
  status: 200,
  answer: aTweet,
  refusals: [...ofThread, "deleted", "duplicate", "limit_reached", "daily_post_limit", "daily_spend_limit"],
  example: { body: { parts: ["Terns go far.", "Further than most."] }, answer: { success: true, data: thread } },
});

export const goOn = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/thread/continue",
  former: "/api/questions/thread/{tweet_id}/continue",
  access: "user",
  scope: "publish",
  summary: "Resume a stopped thread from the part that failed",
  description:
    "Retries the failed part. If it was refused as too long or a duplicate, change it first. `thread.reason` says why it stopped. A thread started more than a day ago resumes only with this call.",
  once: true,
  unknown: "refused",
  body: z.object({
    post_url: postUrl.optional().meta({ description: "The URL of the last posted part, if Linnet doesn't know it" }),
  }),
  status: 200,
  answer: aTweet,
  refusals: [
    ...ofThread,
    "not_failed",
    "deleted",
    "post_unknown",
    "post_taken",
    "account_paused",
    "account_reconnect",
    "duplicate",
    "daily_post_limit",
    "daily_spend_limit",
  ],
  example: {
    body: {},
    answer: {
      success: true,
      data: {
        ...thread,
        status: "publishing",
        thread: thread.thread && {
          ...thread.thread,
          out: 1,
          state: "going",
          reason: "1 of 2 parts posted. The next one follows.",
        },
      },
    },
  },
});

export const stop = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/thread/stop",
  former: "/api/questions/thread/{tweet_id}/stop",
  access: "user",
  scope: "publish",
  summary: "Stop a thread after the part that is posting now, or end a stopped thread",
  description: "Posted parts stay on X. To delete them, call `deletePost`.",
  unknown: "refused",
  status: 200,
  answer: aTweet,
  refusals: [...ofThread, "not_going"],
  example: {
    answer: {
      success: true,
      data: {
        ...thread,
        status: "published",
        thread: thread.thread && {
          ...thread.thread,
          out: 1,
          state: "done",
          reason: "1 of 2 parts posted. The thread was stopped there.",
        },
      },
    },
  },
});
