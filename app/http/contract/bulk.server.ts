// Contract for bulk calls: all tweets are created, or none.
import { z } from "zod";
import { tweetSchema } from "~/features/tweets/schema.server";
import { idSchema } from "~/ground/api-shapes.server";
import { unitLimit } from "~/features/tweets/text.server";
import { maxTweets } from "~/features/scheduling/plan-limits";
import { maxBodies } from "~/http/door/limits.server";
import { endpoint, success } from "./endpoint.server";
import { accountRef, momentOrRandom, notBlank, warning } from "./fields.server";
import { ids, own, scheduled } from "./examples.server";

const publishAt = momentOrRandom(
  "publish_at",
  "Between now and a year from now, or `random`: a time that fits the account's hours, minimum gap and daily limit",
);

const item = z
  .strictObject(
    {
      tweet_content: z.string("tweet_content must be text").meta({
        override: { minLength: 1, maxLength: unitLimit, pattern: notBlank },
      }),
      twitter_account_id: accountRef.optional(),
      publish_at: publishAt.optional(),
    },
    "Each tweet needs tweet_content and can also have twitter_account_id and publish_at, but nothing else",
  )
  // Publishing can't be undone, so the account is required.
  .refine(({ publish_at: at, twitter_account_id: account }) => at == null || account != null, {
    path: ["twitter_account_id"],
    error: "Name the account in twitter_account_id.",
  })
  .meta({ description: "`publish_at` requires `twitter_account_id`" });

export const writeTweets = endpoint({
  method: "POST",
  path: "/api/tweets",
  access: "user",
  scope: "write",
  alsoNeeds: ({ tweets }) => (tweets.some((tweet) => tweet.publish_at != null) ? "publish" : null),
  summary: "Create up to 50 tweets, as drafts or scheduled. If one is refused, none are created",
  description:
    "Needs the `publish` scope as well as `write` for `publish_at`. Posts nothing right away. If any are refused, `detail` gives the position of each in the list. Two tweets with the same text are a `duplicate`.",
  once: true,
  unknown: "refused",
  maxBody: maxBodies.tweets,
  body: z.object({
    tweets: z
      .array(item, "tweets must be a list of tweets")
      .min(1, "tweets must not be empty")
      .max(maxTweets, `Send up to ${maxTweets} tweets`),
  }),
  status: 201,
  answer: success({
    data: z.array(tweetSchema).meta({ description: "In the order sent" }),
    warnings: z
      .array(z.object({ tweet_id: idSchema, warning }))
      .meta({ description: "Accepted tweets with a warning about their time" }),
  }),
  refusals: ["limit_reached"],
  example: {
    body: {
      tweets: [
        { tweet_content: own.tweet_content },
        { tweet_content: "Linnets nest in gorse.", twitter_account_id: ids.account_id, publish_at: "random" },
      ],
    },
    answer: {
      success: true,
      data: [
        own,
        {
          ...scheduled,
          id: ids.tweet_id + 1,
          tweet_content: "Linnets nest in gorse.",
          weighted_length: 22,
          batch_id: null,
          origin: "own",
        },
      ],
      warnings: [],
    },
  },
});
