// Contract for the text of tweets.
import { z } from "zod";
import type { ErrorCode } from "~/ground/errors";
import { tweetSchema } from "~/features/tweets/schema.server";
import { unitLimit, weightLimit } from "~/features/tweets/text.server";
import { endpoint, success } from "./endpoint.server";
import { accountRef, media, notBlank } from "./fields.server";
import { own } from "./examples.server";

const content = z.string("tweet_content must be text").meta({
  description: `Up to ${weightLimit} characters as X counts them (a link is 23, an emoji or ideograph 2) and ${unitLimit} code units`,
  override: { minLength: 1, maxLength: unitLimit, pattern: notBlank },
});

export const writeTweet = endpoint({
  method: "POST",
  path: "/api/tweets/draft",
  former: "/api/questions/tweet",
  access: "user",
  scope: "write",
  summary: "Create a draft from your own text",
  description:
    "Creates a pending tweet, which stays a draft until it is posted or scheduled. Upload images with `uploadPicture`.",
  once: true,
  unknown: "refused",
  body: z.object({ tweet_content: content, twitter_account_id: accountRef.optional(), media: media.optional() }),
  status: 201,
  answer: success({ data: tweetSchema }),
  refusals: ["not_found", "limit_reached"],
  example: { body: { tweet_content: own.tweet_content }, answer: { success: true, data: own } },
});

export const editing: readonly ErrorCode[] = ["not_draft", "already_sent", "discarded", "not_first_part", "duplicate"];

export const editTweet = endpoint({
  method: "PUT",
  path: "/api/tweets/{tweet_id}",
  former: "/api/questions/tweet/{tweet_id}",
  access: "user",
  scope: ["write", "publish"],
  summary: "Change a tweet's text or images before it is posted",
  description:
    "Needs the scope `write` for a draft, `publish` for a scheduled tweet. Keeps the old text as a version. Send the ETag of `getTweet` as `If-Match` to change it only if no one else has since.",
  ifMatch: true,
  unknown: "refused",
  body: z.object({
    tweet_content: content,
    media: media
      .optional()
      .meta({ description: "The tweet's new images. Omit to keep the current ones, or send `[]` to remove them" }),
  }),
  status: 200,
  answer: success({ data: tweetSchema }),
  refusals: editing,
  example: { body: { tweet_content: own.tweet_content }, answer: { success: true, data: own } },
});

const tooLong = `The texts together must be at most ${unitLimit} code units long`;

export const weigh = endpoint({
  method: "POST",
  path: "/api/tweets/weigh",
  former: "/api/questions/weigh",
  access: "user",
  scope: "read",
  summary: "Count characters the way X does, and detect links",
  description:
    "A tweet has up to 280 characters. A link counts as 23, an emoji or ideograph as 2. A post with a link costs more. Stores nothing.",
  unknown: "refused",
  // Limited because X's text library takes quadratic time. A tweet's parts together are never longer.
  body: z.object({
    texts: z
      .array(
        z.string("each of texts must be text").meta({ override: { maxLength: unitLimit } }),
        "texts must be a list of texts",
      )
      .min(1, "texts must not be empty")
      .max(200, "Send up to 200 texts")
      .refine((texts) => texts.reduce((units, text) => units + text.length, 0) <= unitLimit, {
        error: tooLong,
        params: { type: "too_long" },
      })
      .meta({ description: tooLong }),
  }),
  status: 200,
  answer: success({ data: z.array(z.object({ weighted_length: z.int(), has_link: z.boolean() })) }),
  refusals: ["rate_limited"],
  example: {
    body: { texts: ["Linnets: linnet.example.com"] },
    answer: { success: true, data: [{ weighted_length: 32, has_link: true }] },
  },
});
