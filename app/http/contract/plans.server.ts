// The contract of what spreads tweets over days: a batch scheduled by a plan, and an account's posting hours.
import { z } from "zod";
import { bounds } from "~/features/accounts/hours";
import { maxDays, planMessages } from "~/features/publishing/publishing.server";
import { idSchema, momentSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";

const reason = z.string().meta({ description: "A sentence to show" });

const plan = z
  .object({
    carried_out: z.boolean().meta({ description: "False: this is what would be done" }),
    tweets: z.array(
      z.object({
        tweet_id: idSchema,
        tweet_content: z.string(),
        twitter_account_id: z.string().meta({ description: "The network's id of the account that it will go out as" }),
        twitter_username: z.string().meta({ description: "Its name, without @" }),
        execute_at: momentSchema
          .nullable()
          .meta({ description: "Null in a plan alone: these days have no room for it" }),
        price_usd: z.number().min(0).meta({ description: "What X charges for the post" }),
        drawn_anew: z
          .boolean()
          .meta({ description: "Carried out, and at another moment than was shown: that one no longer held" }),
      }),
    ),
    refused: z.array(z.object({ tweet_id: idSchema, reason })),
    price_usd: z.number().min(0).meta({ description: "Of all that have a moment" }),
    timezone: z.string(),
    confirm: z.string().nullable().meta({
      description: "Sent with the same days within 10 minutes, it carries the plan out. Null: there is nothing to",
    }),
  })
  .meta({ id: "Plan" });

export const scheduleBatch = endpoint({
  method: "POST",
  path: "/api/batches/{batch_id}/schedule",
  access: "user",
  scope: "publish",
  summary:
    "A plan that spreads the batch's pending tweets over days, with its price; with its confirm it is carried out",
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
      .nullish()
      .meta({ description: "As the plan's answer has it" }),
  }),
  status: 200,
  answer: success({ data: plan }),
  refusals: ["changed", "no_account"],
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
    .meta({ description: "In these hours of the person's clock nothing that was drawn goes out; null: none" }),
  window_hours: z
    .array(z.number())
    .length(2)
    .meta({ description: "From and to how many hours ahead a random moment is drawn" }),
  gap_minutes: z.number().min(0).meta({ description: "The least time between two scheduled posts" }),
  posts_a_day: z.int().min(0).meta({ description: "0: no limit" }),
  own: z
    .array(z.enum(["quiet", "window_hours", "gap_minutes", "posts_a_day"]))
    .meta({ description: "What the person chose; the others follow the server" }),
};

export const readHours = endpoint({
  method: "GET",
  path: "/api/hours/{account_id}",
  access: "user",
  scope: "read",
  summary: "By which hours this account posts",
  unknown: "refused",
  status: 200,
  answer: success({ data: z.object(hours).meta({ id: "Hours" }) }),
  refusals: [],
});

export const saveHours = endpoint({
  method: "PUT",
  path: "/api/hours/{account_id}",
  access: "user",
  scope: "publish",
  summary: "Put an account's own posting hours in the place of what was there; what is left out follows the server",
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
          description: "Scheduled tweets that these hours would forbid. They stay where they are until they are moved",
        }),
      })
      .meta({ id: "SavedHours" }),
  }),
  refusals: [],
});

function windowMessage(): string {
  return `Please choose between ${bounds.windowFrom} and ${bounds.windowTo} hours`;
}
