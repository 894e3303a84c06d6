// Contract for lists of tweets and batches, and for the trash.
import { z } from "zod";
import { tweetSchema } from "~/features/tweets/schema.server";
import { momentSchema, uuidIn, uuidSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { accountRef, moment } from "./fields.server";
import { searchedSchema, workSchema } from "./generation.server";
import { listOf, next, page } from "./pages.server";
import { at, draft, exampleBatch, scheduled } from "./examples.server";

const statuses = ["pending", "scheduled", "publishing", "published", "failed", "idea", "discarded"] as const;
const origins = ["generated", "own", "bot"] as const;

export const listedBatch = z.object({
  id: uuidSchema,
  topic: z.string(),
  web_search: z.boolean().meta({ description: "Whether a web search was requested" }),
  searched: searchedSchema,
  ...workSchema.shape,
  twitter_account_id: z.string().nullable().meta({
    description:
      "The network's id for the account that posts its tweets: the one named for the batch, or else the current default",
  }),
  follows_default: z
    .boolean()
    .meta({ description: "True if no account was named, so its tweets follow the default account" }),
  created_at: momentSchema,
  count: z.int().min(0),
});

const placed = "By the tweet's time: when it was published, or else when it is due, or else when it last changed";

export const listTweets = endpoint({
  method: "GET",
  path: "/api/tweets",
  access: "user",
  scope: "read",
  summary: "List the user's tweets, newest id first. `idea` means pending or failed; `discarded` means in Trash",
  description:
    "Returns pages: send `next` back as `cursor`, with the same filters. To poll for changes, send the largest `updated_at` seen as `updated_since`, and repeat the call with `status=discarded` for Trash.",
  unknown: "refused",
  query: z.object({
    status: listOf("status", statuses).optional(),
    origin: listOf("origin", origins).optional(),
    account: accountRef.optional(),
    batch: uuidIn().optional(),
    q: z.string().max(200, "q is too long").optional().meta({ description: "Words to find in the text" }),
    from: moment("from", placed).optional(),
    to: moment("to", "Before this time").optional(),
    updated_since: moment("updated_since", "Tweets whose `updated_at` is this time or later").optional(),
    sort: z
      .enum(["-id", "placed", "-placed"], "sort must be one of -id, placed, -placed")
      .default("-id")
      .meta({ description: "`-id`: newest first. `placed`: earliest time first. `-placed`: latest time first" }),
    ...page,
  }),
  status: 200,
  answer: success({ data: z.array(tweetSchema), next }),
  refusals: ["not_found"],
  example: {
    query: { status: "scheduled", sort: "placed", limit: "20" },
    answer: { success: true, data: [scheduled], next: null },
  },
});

export const listBatches = endpoint({
  method: "GET",
  path: "/api/batches",
  access: "user",
  scope: "read",
  summary: "List the topics, newest first, each with the number of its tweets that aren't in Trash",
  description: "Returns pages. `q` searches the topic.",
  unknown: "refused",
  query: z.object({ q: z.string().max(200, "q is too long").optional(), ...page }),
  status: 200,
  answer: success({ data: z.array(listedBatch.meta({ id: "Batch" })), next }),
  refusals: [],
  example: { query: { q: "linnets" }, answer: { success: true, data: [exampleBatch], next: null } },
});

export const discardTweet = endpoint({
  method: "DELETE",
  path: "/api/tweets/{tweet_id}",
  access: "user",
  scope: "write",
  summary: "Move a pending or failed tweet to Trash. It is deleted permanently after 30 days. Idempotent",
  description: "Refuses a scheduled tweet: cancel it first. Refuses tweets that are posting or posted.",
  unknown: "refused",
  status: 200,
  answer: success({ data: tweetSchema }),
  refusals: ["not_draft"],
  example: { answer: { success: true, data: { ...draft, discarded_at: at.evening } } },
});

export const restoreTweet = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/restore",
  access: "user",
  scope: "write",
  summary: "Restore a tweet from Trash",
  description: "Returns the tweet as it was. Trash keeps a tweet for 30 days.",
  unknown: "refused",
  status: 200,
  answer: success({ data: tweetSchema }),
  refusals: ["not_discarded"],
  example: { answer: { success: true, data: draft } },
});
