// Schema of a tweet in API responses.
import { z } from "zod";
import { idSchema, momentSchema, uuidSchema } from "~/ground/api-shapes.server";

/** Why a tweet failed. These codes never change. */
export const failureCodes = [
  "unreachable",
  "rate_limited",
  "unauthorized",
  "credits",
  "suspended",
  "usage_cap",
  "locked",
  "write_forbidden",
  "post_limit",
  "seems_automated",
  "not_from_x",
  "clock_wrong",
  "too_long",
  "not_permitted",
  "client_forbidden",
  "reply_restricted",
  "cashtag",
  "invalid_request",
  "duplicate",
  "stopped",
  "refused",
] as const;

export type FailureCode = (typeof failureCodes)[number];

const failureSchema = z
  .enum(failureCodes)
  .nullable()
  .meta({ description: "Why it failed, as a stable code. Null if it hasn't failed" });

const pictureSchema = z
  .object({
    media_id: uuidSchema,
    alt_text: z.string().meta({ description: "Alt text for people who can't see the image. Empty if there is none" }),
    width: z.int().min(1),
    height: z.int().min(1),
    made_with_ai: z.boolean(),
    url: z.string(),
  })
  .meta({ id: "Picture" });

const mediaSchema = z.array(pictureSchema).max(4).meta({ description: "Its images, in order" });

const partSchema = z
  .object({
    part: z.int().min(1),
    id: idSchema,
    tweet_content: z.string(),
    weighted_length: z.int().min(0),
    status: z
      .enum(["pending", "scheduled", "publishing", "published", "failed"])
      .meta({ description: "Stays `pending` while it waits for the previous part" }),
    post_url: z.string().nullable(),
    published_at: momentSchema.nullable(),
    error: z
      .string()
      .nullable()
      .meta({ description: "Why X didn't accept it, or why it couldn't be deleted, as a sentence" }),
    error_code: failureSchema,
    deleted_at: momentSchema.nullable().meta({ description: "When Linnet found that it is no longer on X" }),
    media: mediaSchema,
  })
  .meta({ id: "Part" });

const threadSchema = z
  .object({
    of: z.int().min(2).meta({ description: "How many parts it has" }),
    out: z.int().min(0).meta({ description: "How many parts are posted" }),
    state: z.enum(["draft", "going", "stopped", "done"]),
    reason: z
      .string()
      .nullable()
      .meta({ description: "How far along the thread is, and what comes next, as a sentence. Null for a draft" }),
    parts: z.array(partSchema),
  })
  .meta({ id: "Thread" });

export const tweetSchema = z
  .object({
    id: idSchema,
    tweet_content: z.string(),
    status: z.enum(["pending", "scheduled", "publishing", "published", "failed"]).meta({
      description:
        "Also `publishing` while Linnet checks an unconfirmed post, and during the seconds when the user can undo",
    }),
    created_at: momentSchema,
    updated_at: momentSchema.meta({ description: "When anything about it last changed" }),
    twitter_account_id: z.string().nullable().meta({
      description:
        "The network's id for the account that posts it. If it isn't posting yet, the account that would post it now. Null if none is connected",
    }),
    twitter_username: z.string().nullable().meta({ description: "The account's name, without @" }),
    follows_default: z.boolean().meta({
      description: "True if the tweet isn't posting yet and names no account, so the default account will post it",
    }),
    publish_type: z.enum(["immediate", "scheduled"]).nullable(),
    scheduled_time: momentSchema.nullable(),
    published_at: momentSchema.nullable().meta({ description: "When it was published, by the network's clock" }),
    weighted_length: z.int().min(0).meta({ description: "The length as X counts it, out of 280" }),
    post_url: z.string().nullable().meta({ description: "The post's URL, once published" }),
    error: z
      .string()
      .nullable()
      .meta({ description: "Why it failed, or why it couldn't be deleted from X, as a sentence" }),
    error_code: failureSchema,
    batch_id: uuidSchema.nullable().meta({ description: "The batch it belongs to" }),
    origin: z.enum(["generated", "own", "bot"]),
    discarded_at: momentSchema.nullable().meta({ description: "When it was moved to Trash" }),
    deleted_at: momentSchema
      .nullable()
      .meta({ description: "When Linnet found that its post is no longer on X. The `status` stays `published`" }),
    media: mediaSchema,
    price_usd: z.number().min(0).meta({
      description: "What X charges for the tweet, its images and alt text. For a thread, the total of all parts",
    }),
    thread: threadSchema.nullable().meta({
      description:
        "The thread that this tweet begins; `status` is then that of the whole thread. Null for a single tweet",
    }),
  })
  .meta({ id: "Tweet" });

export type ApiTweet = z.output<typeof tweetSchema>;
export type ApiPicture = z.output<typeof pictureSchema>;
export type ApiThread = z.output<typeof threadSchema>;
