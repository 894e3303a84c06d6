// Contract for scheduling a batch and for posting hours.
import { z } from "zod";
import { bounds } from "~/features/accounts/hours";
import { maxDays, planMessages } from "~/features/scheduling/plan-limits";
import { idSchema, momentSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { account, at, draft, ids, theAccount } from "./examples.server";

const reason = z.string().meta({ description: "A message to show to the user" });

const plan = z
  .object({
    carried_out: z.boolean().meta({ description: "Whether the plan was carried out. False: nothing has changed yet" }),
    tweets: z.array(
      z.object({
        tweet_id: idSchema,
        tweet_content: z.string(),
        twitter_account_id: z.string().meta({ description: "The network's id for the account that will post it" }),
        twitter_username: z.string().meta({ description: "The account's name, without @" }),
        execute_at: momentSchema
          .nullable()
          .meta({ description: "Null only in a plan: these days have no room for the tweet" }),
        price_usd: z.number().min(0).meta({ description: "What X charges for the post" }),
        drawn_anew: z.boolean().meta({
          description: "True if the plan ran and used a different time, because the one shown was no longer free",
        }),
      }),
    ),
    refused: z.array(z.object({ tweet_id: idSchema, reason })),
    price_usd: z.number().min(0).meta({ description: "The total price of all tweets that have a time" }),
    timezone: z.string(),
    confirm: z.string().nullable().meta({
      description:
        "Send this with the same `days` within 10 minutes to run the plan. Null if there is nothing to schedule",
    }),
  })
  .meta({ id: "Plan" });

const examplePlan = {
  carried_out: false,
  tweets: [
    {
      tweet_id: ids.tweet_id,
      tweet_content: draft.tweet_content,
      ...theAccount,
      execute_at: at.later,
      price_usd: 0.015,
      drawn_anew: false,
    },
  ],
  refused: [],
  price_usd: 0.015,
  timezone: "Europe/Berlin",
  confirm: "v1.eyJkYXlzIjo3fQ.8Yk2",
};

export const scheduleBatch = endpoint({
  method: "POST",
  path: "/api/batches/{batch_id}/schedule",
  access: "user",
  scope: "publish",
  summary: "Plan the batch's pending tweets over several days, with the price. Runs the plan if you send its `confirm`",
  description:
    "Takes two calls. The first changes nothing and returns a plan with its price. The second sends the plan's `confirm` and the same `days`, and schedules what was shown. A tweet whose time no longer works gets another time. Tweets edited, sent or moved to Trash since the plan are in `refused`. Another plan's `confirm`, or an altered one, returns 409. Use `cancel` to unschedule a tweet.",
  once: true,
  unknown: "refused",
  body: z.object({
    days: z
      .int("days must be a whole number")
      .min(1, planMessages.days)
      .max(maxDays, planMessages.days)
      .default(7)
      .meta({ description: "Today counts as the first" }),
    confirm: z
      .string("confirm must be text")
      .max(20_000, "confirm is too long")
      .optional()
      .meta({ description: "The `confirm` that the plan returned" }),
  }),
  status: 200,
  answer: success({ data: plan }),
  refusals: ["changed", "no_account"],
  example: { body: { days: 7 }, answer: { success: true, data: examplePlan } },
});

const backlogPath = "/api/twitter/accounts/{account_id}/backlog";

export const listBacklog = endpoint({
  method: "GET",
  path: backlogPath,
  access: "user",
  scope: "read",
  summary: "List the account's scheduled tweets that were due before a restore and are not on X",
  description:
    "Returns tweets that may have been posted and deleted since the backup was taken. Linnet posts none of them until the user decides.",
  unknown: "refused",
  status: 200,
  answer: success({ data: z.array(z.object({ tweet_id: idSchema, tweet_content: z.string() })) }),
  refusals: [],
  example: {
    answer: { success: true, data: [{ tweet_id: ids.tweet_id, tweet_content: draft.tweet_content }] },
  },
});

export const decideBacklog = endpoint({
  method: "POST",
  path: backlogPath,
  access: "user",
  scope: "publish",
  summary: "Reschedule the account's backlog after a restore, or keep it as drafts",
  description:
    "Picks a time within 30 days for each tweet with `schedule`, by the account's own rules. A refused tweet stays a draft; `left` counts those that don't fit.",
  unknown: "refused",
  body: z.object({
    decision: z.enum(["schedule", "keep"], "decision must be schedule or keep"),
  }),
  status: 200,
  answer: success({
    data: z.object({
      scheduled: z.array(z.object({ tweet_id: idSchema, execute_at: momentSchema })),
      kept: z.int().min(0).meta({ description: "How many are now ordinary drafts" }),
      left: z.int().min(0).meta({ description: "How many still need a decision" }),
    }),
  }),
  refusals: ["account_paused", "account_reconnect"],
  example: {
    body: { decision: "schedule" },
    answer: {
      success: true,
      data: { scheduled: [{ tweet_id: ids.tweet_id, execute_at: at.later }], kept: 0, left: 0 },
    },
  },
});

const clock = (name: string) =>
  z
    .string(`${name} must be a whole hour, such as 23:00`)
    .regex(/^([01]\d|2[0-3]):00$/, `${name} must be a whole hour, such as 23:00`);

const clockAnswer = z.string().regex(/^([01]\d|2[0-3]):00$/);

const hours = {
  account_id: idSchema,
  quiet: z
    .object({ from: clockAnswer, to: clockAnswer })
    .nullable()
    .meta({ description: "Hours in the user's time zone that random times avoid. Null: none" }),
  window_hours: z.array(z.number()).length(2).meta({ description: "The range for random times, in hours from now" }),
  gap_minutes: z.number().min(0).meta({ description: "The minimum time between two scheduled posts" }),
  spacing_minutes: z.number().min(0).meta({
    description:
      "The minimum time between a random time and the account's other tweets. Halved while the day has no room for it. Set by the server, or by a longer gap; 0: off",
  }),
  posts_a_day: z.int().min(0).meta({ description: "0: no limit" }),
  own: z
    .array(z.enum(["quiet", "window_hours", "gap_minutes", "posts_a_day"]))
    .meta({ description: "The settings the user chose. The others use the server default" }),
};

const exampleHours = {
  account_id: account.id,
  quiet: { from: "22:00", to: "08:00" },
  window_hours: [4, 8],
  gap_minutes: 60,
  spacing_minutes: 60,
  posts_a_day: 50,
  own: ["quiet" as const, "gap_minutes" as const],
};

export const readHours = endpoint({
  method: "GET",
  path: "/api/hours/{account_id}",
  access: "user",
  scope: "read",
  summary: "Get an account's posting hours",
  description:
    "Returns quiet hours, the window of random times, the minimum gap and the daily post limit. Empty fields use the server default.",
  unknown: "refused",
  status: 200,
  answer: success({ data: z.object(hours).meta({ id: "Hours" }) }),
  refusals: [],
  example: { answer: { success: true, data: exampleHours } },
});

export const saveHours = endpoint({
  method: "PUT",
  path: "/api/hours/{account_id}",
  access: "user",
  scope: "publish",
  summary: "Replace an account's posting hours. Omitted fields use the server default.",
  description:
    "Values must stay within the server's minimum gap and daily limit. Scheduled tweets keep their times; the response lists those that break the new rules.",
  unknown: "refused",
  body: z.object({
    quiet: z
      .strictObject({ from: clock("from"), to: clock("to") }, "quiet must have from and to, or be null for none")
      .nullable()
      .optional()
      .meta({ description: `Up to ${bounds.maxQuiet} hours; null: none` }),
    window_hours: z
      .array(
        z
          .number("window_hours must be two numbers")
          .min(bounds.windowFrom, windowMessage())
          .max(bounds.windowTo, windowMessage()),
        "window_hours must be two numbers",
      )
      .length(2, "window_hours must be two numbers")
      .optional()
      .meta({ description: `At least ${bounds.minWidth} hour wide` }),
    gap_minutes: z
      .int("gap_minutes must be a whole number")
      .min(1, "gap_minutes must be at least 1")
      .max(bounds.maxGapMinutes, `gap_minutes must be at most ${bounds.maxGapMinutes}`)
      .optional()
      .meta({ description: "Can't be shorter than the server's minimum gap" }),
    posts_a_day: z
      .int("posts_a_day must be a whole number")
      .min(1, "posts_a_day must be at least 1")
      .optional()
      .meta({
        description: "Can't be more than the server's daily limit",
        override: { type: "integer", minimum: 1, maximum: undefined },
      }),
  }),
  status: 200,
  answer: success({
    data: z
      .object({
        ...hours,
        forbidden: z.array(idSchema).meta({
          description: "Scheduled tweets that break these rules. They keep their times until they are moved",
        }),
      })
      .meta({ id: "SavedHours" }),
  }),
  refusals: [],
  example: {
    body: { quiet: { from: "22:00", to: "08:00" }, gap_minutes: 60 },
    answer: { success: true, data: { ...exampleHours, forbidden: [] } },
  },
});

function windowMessage(): string {
  return `Choose between ${bounds.windowFrom} and ${bounds.windowTo} hours.`;
}
