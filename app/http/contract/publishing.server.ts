// Contract for publishing: post, schedule, unschedule, resolve, delete, history.
import { publishingMessages } from "~/ground/messages";
import { z } from "zod";
import type { ErrorCode } from "~/ground/errors";
import { tweetSchema } from "~/features/tweets/schema.server";
import { nightHour, slotHours } from "~/features/timeline/slot";
import { idSchema, momentSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { accountRef, moment, postUrl, warning, whole } from "./fields.server";
import { at, chosenMoment, draft, ids, published, scheduled } from "./examples.server";

const aTweet = success({ data: tweetSchema });
const anAccount = z.object({ twitter_account_id: accountRef.optional() });
const theAccount = z.object({ twitter_account_id: accountRef });

const sendable: readonly ErrorCode[] = [
  "already_sent",
  "discarded",
  "not_first_part",
  "no_account",
  "account_paused",
  "account_reconnect",
  "account_disabled",
];

const proposed: ErrorCode = "not_for_keys";

const sending: readonly ErrorCode[] = [
  ...sendable,
  proposed,
  "duplicate",
  "changed",
  "daily_post_limit",
  "daily_spend_limit",
  "network_limited",
  "network_refused",
  "shutting_down",
  "not_the_publisher",
  "timeout",
];

export const publishNow = endpoint({
  method: "POST",
  path: "/api/questions/publish-now/{tweet_id}",
  access: "user",
  scope: "publish",
  summary:
    "Post a tweet now. Uses the given account, or else the tweet's own, the default or the first connected one. Returns when X has responded.",
  description:
    "A tweet is posted once, even if the call is repeated. A scheduled one leaves the timeline. After a 504 it is `publishing`: Linnet checks whether X posted it, so don't repeat the call. With an Idempotency-Key, you can repeat the call to get a lost response. Images go to X first: if that takes over 30 s, the response is 504 too, and nothing was posted.",
  body: anAccount,
  inQueryToo: true,
  once: true,
  unknown: "refused",
  status: 200,
  answer: aTweet,
  refusals: sending,
  fallback: publishingMessages.failed,
  example: { body: { twitter_account_id: ids.account_id }, answer: { success: true, data: published } },
});

export const publishNowAs = endpoint({
  ...publishNow,
  path: "/api/questions/multi-account/publish-now/{tweet_id}",
  summary: "Post a tweet now from the given account. Returns when X has responded.",
  description: "Works like `publishNow`, but the account is required.",
  body: theAccount,
  example: { body: { twitter_account_id: ids.account_id }, answer: { success: true, data: published } },
});

const chosen = z.object({
  tweet_id: idSchema,
  execute_at: momentSchema,
  timezone: z.string(),
  reason: z.string().nullable().meta({ description: "How the time was picked, as a sentence" }),
  twitter_account_id: z.string().meta({ description: "The network's id for the account that will post it" }),
  twitter_username: z.string().meta({ description: "Its name, without @" }),
});

const named = chosen.extend({ warning: warning.nullable() });
const namedMoment = { ...chosenMoment, warning: null };

/** An unknown zone is no error: the stored one is used (contract, publish-random). */
const zone = z.object({
  user_timezone: z
    .string("user_timezone must be text")
    .optional()
    .meta({ description: "An IANA name. If it's unknown, the stored time zone is used" }),
});
const scheduling: readonly ErrorCode[] = [...sendable, proposed, "duplicate"];

export const publishRandom = endpoint({
  method: "POST",
  path: "/api/questions/publish-random-auto/{tweet_id}",
  access: "user",
  scope: "publish",
  summary: "Schedule a tweet at a random time. Reschedules it if it's already scheduled.",
  description:
    "Picks a time 4 to 8 hours ahead by default. The time respects the account's quiet hours, minimum gap and daily limit.",
  body: zone.extend(anAccount.shape),
  inQueryToo: true,
  once: true,
  unknown: "refused",
  status: 200,
  answer: success({ data: chosen }),
  refusals: scheduling,
  example: { body: { user_timezone: "Europe/Berlin" }, answer: { success: true, data: chosenMoment } },
});

export const publishRandomAs = endpoint({
  ...publishRandom,
  path: "/api/questions/multi-account/publish-random/{tweet_id}",
  summary: "Schedule a tweet from the given account at a random time",
  description: "Works like `publishRandom`, but the account is required.",
  body: zone.extend(theAccount.shape),
  example: {
    body: { twitter_account_id: ids.account_id, user_timezone: "Europe/Berlin" },
    answer: { success: true, data: chosenMoment },
  },
});

export const schedule = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/schedule",
  former: "/api/questions/schedule/{tweet_id}",
  access: "user",
  scope: "publish",
  summary: "Schedule a tweet at an exact time",
  description:
    "Uses the exact time, even in quiet hours, and returns a `warning` if it falls in them. Reschedules the tweet if it's already scheduled.",
  once: true,
  unknown: "refused",
  body: z.object({
    execute_at: moment("execute_at", "Between now and a year from now"),
    twitter_account_id: accountRef.optional(),
  }),
  status: 200,
  answer: success({ data: named.extend({ reason: z.null() }) }),
  refusals: scheduling,
  example: { body: { execute_at: at.coming }, answer: { success: true, data: { ...namedMoment, reason: null } } },
});

export const move = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/move",
  access: "user",
  scope: "publish",
  summary: "Move a scheduled tweet to a random time in a time slot that keeps the account's minimum gap",
  description:
    "Time slots are two hours long, in the user's time zone. Refuses a slot that has passed, is full or is more than a year ahead.",
  unknown: "refused",
  body: z.object({
    date: z.iso.date("date must be a date such as 2026-11-19").meta({ description: "In the user's time zone" }),
    slot: z.literal([...slotHours, nightHour], `slot must be one of ${[...slotHours, nightHour].join(", ")}`).meta({
      description: "The first hour of a two-hour slot. 23 is the night: before 07:00 or after 23:00 on that date",
    }),
    in_quiet_hours: z
      .boolean("in_quiet_hours must be true or false")
      .default(false)
      .meta({ description: "Allow a time in quiet hours if nothing else is free in the slot" }),
  }),
  status: 200,
  answer: success({ data: named.extend({ reason: z.string() }) }),
  refusals: [...sendable, "not_scheduled", "quiet_hours"],
  example: {
    body: { date: at.later.slice(0, 10), slot: 9 },
    answer: {
      success: true,
      data: {
        ...namedMoment,
        execute_at: at.later,
        reason: "Moved to a random time between 09:00 and 11:00, Berlin time.",
      },
    },
  },
});

export const cancel = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/cancel",
  former: "/api/questions/cancel/{tweet_id}",
  access: "user",
  scope: "publish",
  summary: "Unschedule a tweet. It becomes a draft again",
  description: "Its text and images are kept, and you can schedule it again.",
  unknown: "refused",
  status: 200,
  answer: aTweet,
  refusals: ["not_scheduled", "already_sent", "discarded", "not_first_part"],
  example: { answer: { success: true, data: draft } },
});

export const resolve = endpoint({
  method: "POST",
  path: "/api/tweets/{tweet_id}/resolve",
  former: "/api/questions/resolve/{tweet_id}",
  access: "user",
  scope: "none",
  summary: "Confirm whether an unconfirmed tweet was posted, when Linnet can't read the account's posts",
  description:
    "Needs a person who has checked the account, so no API key can call it. A tweet that isn't on X can be posted again.",
  unknown: "refused",
  body: z.object({
    published: z.boolean("published must be true or false"),
    post_url: postUrl
      .optional()
      .meta({ description: "The post's URL, so that the next part of a thread can reply to it" }),
  }),
  status: 200,
  answer: aTweet,
  refusals: ["not_asked", "changed", "post_taken"],
  example: { body: { published: true }, answer: { success: true, data: published } },
});

export const deletePost = endpoint({
  method: "DELETE",
  path: "/api/tweets/{tweet_id}/post",
  former: "/api/questions/post/{tweet_id}",
  access: "user",
  scope: "publish",
  summary: "Delete the posted tweet or thread from X, permanently. `deleted_at` is set once X confirms.",
  description:
    "The last part of a thread is deleted first, and a thread that is still being posted stops. The tweet stays here as `published`, with its cost. If X doesn't confirm a deletion, Linnet retries it up to 5 times, and `error` says so if X never confirms. To try again after that, repeat the call.",
  unknown: "refused",
  body: z.object({
    confirm: z
      .literal(true, "confirm must be true: a post deleted from X can't be restored")
      .meta({ description: "Must be true. The deletion can't be undone, and X charges for each post" }),
  }),
  status: 202,
  answer: aTweet,
  refusals: [
    "in_flight",
    "not_published",
    "already_sent",
    "not_first_part",
    "no_account",
    "account_paused",
    "account_reconnect",
    "post_unknown",
  ],
  example: { body: { confirm: true }, answer: { success: true, data: published } },
});

export const newestOfHistory = 200;

export const history = endpoint({
  method: "GET",
  path: "/api/questions/list/{user_id}/account/{account_id}",
  access: "user",
  scope: "read",
  summary: "List the account's tweets except pending ones, newest id first, as a JSON array",
  description:
    "Returns scheduled, posting, posted and failed tweets. Without `limit`, `before`, `from` and `to`, the response has the newest 200, then all older tweets that are scheduled or posting. For the next page, set `before` to the last id of this one. `listTweets` has more filters and a cursor.",
  unknown: "ignored",
  query: z.object({
    limit: whole("limit", 1, 500)
      .optional()
      .meta({ description: `Defaults to ${newestOfHistory}` }),
    before: whole("before", 1, Number.MAX_SAFE_INTEGER).optional(),
    from: moment("from").optional(),
    to: moment("to").optional(),
  }),
  status: 200,
  answer: z.array(tweetSchema),
  bare: true,
  refusals: [],
  example: { query: { limit: "20" }, answer: [published, scheduled] },
});
