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
  .meta({ description: "Why it failed, in a word that stays; null where it has not" });

const pictureSchema = z
  .object({
    media_id: uuidSchema,
    alt_text: z.string().meta({ description: "For those who can't see it; empty: there is none" }),
    width: z.int().min(1),
    height: z.int().min(1),
    made_with_ai: z.boolean(),
    url: z.string(),
  })
  .meta({ id: "Picture" });

const mediaSchema = z.array(pictureSchema).max(4).meta({ description: "Its pictures, in their order" });

const partSchema = z
  .object({
    part: z.int().min(1),
    id: idSchema,
    tweet_content: z.string(),
    weighted_length: z.int().min(0),
    status: z
      .enum(["pending", "scheduled", "publishing", "published", "failed"])
      .meta({ description: "`pending` also while it waits for the part before" }),
    post_url: z.string().nullable(),
    published_at: momentSchema.nullable(),
    error: z.string().nullable().meta({ description: "Why it was not taken, or could not be deleted, as a sentence" }),
    error_code: failureSchema,
    deleted_at: momentSchema.nullable().meta({ description: "When it was found to be no longer at X" }),
    media: mediaSchema,
  })
  .meta({ id: "Part" });

const threadSchema = z
  .object({
    of: z.int().min(2).meta({ description: "How many parts it has" }),
    out: z.int().min(0).meta({ description: "How many of them are out" }),
    state: z.enum(["draft", "going", "stopped", "done"]),
    reason: z
      .string()
      .nullable()
      .meta({ description: "How far it has come and what comes next, as a sentence; null for a draft" }),
    parts: z.array(partSchema),
  })
  .meta({ id: "Thread" });

export const tweetSchema = z
  .object({
    id: idSchema,
    tweet_content: z.string(),
    status: z.enum(["pending", "scheduled", "publishing", "published", "failed"]).meta({
      description:
        "`publishing` also while a lost answer is being settled, and for the seconds in which its person may take it back",
    }),
    created_at: momentSchema,
    updated_at: momentSchema.meta({ description: "When anything of it changed last" }),
    twitter_account_id: z.string().nullable().meta({
      description:
        "The network's id of the account that posts it: what is not on its way yet, the one that would serve now; null where none is linked",
    }),
    twitter_username: z.string().nullable().meta({ description: "The account's name, without @" }),
    follows_default: z.boolean().meta({
      description: "It is not on its way yet and has no account of its own: another default would post it",
    }),
    publish_type: z.enum(["immediate", "scheduled"]).nullable(),
    scheduled_time: momentSchema.nullable(),
    published_at: momentSchema.nullable().meta({ description: "The network's time" }),
    weighted_length: z.int().min(0).meta({ description: "As X counts, of 280" }),
    post_url: z.string().nullable().meta({ description: "Where it can be read once published" }),
    error: z.string().nullable().meta({ description: "Why it failed, or could not be deleted at X, as a sentence" }),
    error_code: failureSchema,
    batch_id: uuidSchema.nullable().meta({ description: "The batch that it was written in" }),
    origin: z.enum(["generated", "own", "bot"]),
    discarded_at: momentSchema.nullable().meta({ description: "When it was moved to Trash" }),
    deleted_at: momentSchema
      .nullable()
      .meta({ description: "When its post was found to be no longer at X; it stays `published`" }),
    media: mediaSchema,
    price_usd: z
      .number()
      .min(0)
      .meta({ description: "What X charges for it, its pictures and their descriptions; of a thread for all of it" }),
    thread: threadSchema.nullable().meta({
      description: "The thread that it begins; its `status` is then the whole thread's. null: it has one part",
    }),
  })
  .meta({ id: "Tweet" });

export type ApiTweet = z.output<typeof tweetSchema>;
export type ApiPicture = z.output<typeof pictureSchema>;
export type ApiThread = z.output<typeof threadSchema>;
