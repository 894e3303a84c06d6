// Contract for scheduling a batch and for posting hours.
import { z } from "zod";
import { bounds } from "~/features/accounts/hours";
import { maxDays, planMessages } from "~/features/scheduling/plan-limits";
import { idSchema, momentSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { account, at, draft, ids, theAccount } from "./examples.server";

const reason = z.string().meta({ description: "A sentence to show" });

const plan = z
  .object({
    carried_out: z.boolean().meta({ description: "False: this is what would be done" }),
    tweets: z.array(
      z.object({
        tweet_id: idSchema,
        tweet_content: z.string(),
        twitter_account_id: z.string().meta({ description: "The network's id of the account that will post it" }),
        twitter_username: z.string().meta({ description: "Its name, without @" }),
        execute_at: momentSchema
          .nullable()
          .meta({ description: "Null in a plan alone: these days have no room for it" }),
        price_usd: z.number().min(0).meta({ description: "What X charges for the post" }),
        drawn_anew: z.boolean().meta({
          description: "The plan ran and used another time than shown, because the shown one was no longer free",
        }),
      }),
    ),
    refused: z.array(z.object({ tweet_id: idSchema, reason })),
    price_usd: z.number().min(0).meta({ description: "The sum of all tweets with a time" }),
    timezone: z.string(),
    confirm: z.string().nullable().meta({
      description: "Send it with the same days within 10 minutes to run the plan. Null: there is nothing to schedule",
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
  summary: "Plan the batch's pending tweets over several days, with the price. Runs the plan if sent its confirm",
  description:
    "Takes two calls. The first changes nothing and returns a plan with its price. The second sends the plan's `confirm` and the same `days`, and schedules what was shown. A tweet whose time no longer works gets another one. A tweet edited, sent or moved to Trash since the plan is in `refused`. Another plan's `confirm`, or an altered one, is 409. `cancel` unschedules each tweet.",
  once: true,
  unknown: "refused",
  body: z.object({
    days: z
      .int("days must be a whole number")
      .min(1, planMessages.days)
      .max(maxDays, planMessages.days)
      .default(7)
      .meta({ description: "Today being the first" }),
    confirm: z
      .string("confirm must be text")
      .max(20_000, "confirm is too long")
      .optional()
      .meta({ description: "As the plan's answer has it" }),
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
    "Returns drafts: after a backup was restored, they may have been posted and deleted since. Linnet posts none of them until the user decides.",
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
  summary: "Schedule the account's backlog since a restore at new times, or keep it as drafts",
  description:
    "Picks a time within 30 days for each by the account's own rules with `schedule`. A refused one stays a draft; `left` counts those that don't fit.",
  unknown: "refused",
  body: z.object({
    decision: z.enum(["schedule", "keep"], "decision must be schedule or keep"),
  }),
  status: 200,
  answer: success({
    data: z.object({
      scheduled: z.array(z.object({ tweet_id: idSchema, execute_at: momentSchema })),
      kept: z.int().min(0).meta({ description: "How many are drafts now like any other" }),
      left: z.int().min(0).meta({ description: "How many still wait for a decision" }),
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
    .meta({ description: "In these hours of the user's time zone, nothing posts at a random time. Null: none" }),
  window_hours: z.array(z.number()).length(2).meta({ description: "The range of a random time, in hours from now" }),
  gap_minutes: z.number().min(0).meta({ description: "The least time between two scheduled posts" }),
  spacing_minutes: z.number().min(0).meta({
    description:
      "The least time from a random time to the account's other tweets. Halved while the day has no room for it. Set by the server, or by a longer gap; 0: off",
  }),
  posts_a_day: z.int().min(0).meta({ description: "0: no limit" }),
  own: z
    .array(z.enum(["quiet", "window_hours", "gap_minutes", "posts_a_day"]))
    .meta({ description: "What the person chose; the others follow the server" }),
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
    "Returns quiet hours, the window of random times, the minimum gap and the posts a day. Empty fields use the server default.",
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
      .meta({ description: "Never shorter than the server's" }),
    posts_a_day: z
      .int("posts_a_day must be a whole number")
      .min(1, "posts_a_day must be at least 1")
      .optional()
      .meta({
        description: "Never more than the server's",
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
