// Contract for results of posts.
import { z } from "zod";
import { levels } from "~/features/results/result";
import { comparedSlots } from "~/features/results/insights";
import { idSchema, momentSchema } from "~/ground/api-shapes.server";
import { endpoint, success } from "./endpoint.server";
import { moment, whole } from "./fields.server";
import { at, ids, published } from "./examples.server";

const usd = z.number().min(0);

const settings = z
  .object({
    level: z.enum(levels).meta({ description: "light: at 24 hours and 7 days; full: at all 5 ages" }),
    learn: z.boolean().meta({ description: "Whether the AI sees the account's top and weakest tweets" }),
    lean: z.boolean().meta({ description: "Whether random times favor hours with more views" }),
    threads: z
      .boolean()
      .meta({ description: "Whether to fetch the metrics of all parts of a thread. Stored, but has no effect yet" }),
    hours: z.array(z.number()).meta({ description: "A post's age at each refresh, in hours" }),
    price_per_tweet_usd: usd.meta({ description: "All refreshes of one tweet at this level" }),
    spent_this_month_usd: usd,
    estimate_this_month_usd: usd.meta({ description: "Spent so far, plus the rest of the month at this level" }),
  })
  .meta({ id: "ResultSettings" });

const flag = (name: string) => z.boolean(`${name} must be true or false`).optional();

const exampleSettings = {
  level: "light" as const,
  learn: false,
  lean: false,
  threads: false,
  hours: [1, 24, 72, 168, 696],
  price_per_tweet_usd: 0.01,
  spent_this_month_usd: 0.14,
  estimate_this_month_usd: 0.37,
};

export const readSettings = endpoint({
  method: "GET",
  path: "/api/results/settings",
  access: "user",
  scope: "read",
  summary: "Get whether Linnet fetches the account's metrics, and what that costs. Off by default",
  description:
    "Returns `estimate_this_month_usd`: what was spent so far plus what the rest of the month would cost at this level.",
  unknown: "refused",
  status: 200,
  answer: success({ data: settings }),
  refusals: [],
  example: { answer: { success: true, data: exampleSettings } },
});

export const saveSettings = endpoint({
  method: "PUT",
  path: "/api/results/settings",
  access: "user",
  scope: "none",
  summary: "Change the given fields and keep the rest. Each fetch costs money: see price_per_tweet_usd",
  description:
    "Agrees to a cost, so API keys can't call it. `light` fetches each post's metrics at 24 hours and 7 days, `full` at 5 ages. The sandbox has free sample data.",
  unknown: "refused",
  body: z.object({
    level: z.enum(levels, `level must be one of ${levels.join(", ")}`).optional(),
    learn: flag("learn"),
    lean: flag("lean"),
    threads: flag("threads"),
  }),
  status: 200,
  answer: success({ data: settings }),
  refusals: [],
  example: { body: { level: "light" }, answer: { success: true, data: exampleSettings } },
});

const figure = z.int().min(0).nullable();

const reading = z.object({
  slot: z.enum(["1h", "24h", "3d", "7d", "29d", "hand"]).meta({ description: "hand: the last manual refresh" }),
  at: momentSchema,
  likes: figure.meta({ description: "null if X didn't report it, never 0" }),
  reposts: figure,
  replies: figure,
  quotes: figure,
  bookmarks: figure,
  impressions: figure,
  link_clicks: figure,
  profile_clicks: figure,
  source: z.enum(["x", "sandbox"]).meta({ description: "sandbox: sample data" }),
});

const result = z
  .object({
    id: idSchema,
    tweet_content: z.string(),
    published_at: momentSchema,
    post_url: z.string(),
    deleted_at: momentSchema.nullable().meta({ description: "When X reported that the post is gone" }),
    readings: z.array(reading),
    rate_per_1000: z.number().nullable().meta({
      description:
        "Engagements per 1,000 views at 24 h, shrunk toward the account's mean; null with fewer than 20 tweets that have this data",
    }),
    rate_low: z.number().nullable().meta({ description: "Lower end of the 80% interval" }),
    rate_high: z.number().nullable(),
    seen: z
      .number()
      .nullable()
      .meta({ description: "Views at 24 h as a multiple of the account's median; null if rate_per_1000 is null" }),
  })
  .meta({ id: "Result" });

const exampleResult = {
  id: ids.tweet_id,
  tweet_content: published.tweet_content,
  published_at: at.before,
  post_url: published.post_url ?? "",
  deleted_at: null,
  readings: [
    {
      slot: "24h" as const,
      at: at.noon,
      likes: 12,
      reposts: 2,
      replies: 1,
      quotes: 0,
      bookmarks: 3,
      impressions: 940,
      link_clicks: null,
      profile_clicks: 4,
      source: "x" as const,
    },
  ],
  rate_per_1000: null,
  rate_low: null,
  rate_high: null,
  seen: null,
};

const placed = "Filters by when the tweet was posted";

export const list = endpoint({
  method: "GET",
  path: "/api/results/list/{account_id}",
  access: "user",
  scope: "read",
  summary: "List an account's published tweets with their metrics, newest first",
  description: "Returns pages. A metric that X didn't report is null, never 0.",
  unknown: "refused",
  query: z.object({
    from: moment("from", placed).optional(),
    to: moment("to", "Before this time").optional(),
    limit: whole("limit", 1, 100).default(50),
    cursor: z.string().max(200, "cursor is too long").optional(),
  }),
  status: 200,
  answer: success({
    data: z.array(result),
    next: z.string().nullable().meta({ description: "The cursor of the next page; null on the last one" }),
  }),
  refusals: [],
  example: { query: { limit: "20" }, answer: { success: true, data: [exampleResult], next: null } },
});

export const readNow = endpoint({
  method: "POST",
  path: "/api/results/read/{tweet_id}",
  access: "user",
  scope: "write",
  summary: "Refresh a post's metrics now. X charges for this once per UTC day",
  description:
    "Counts toward the day's spending. After a 502, nothing was charged. After a 504, the refresh counts as paid, and repeating the call on the same UTC day is free.",
  once: true,
  unknown: "refused",
  status: 200,
  answer: success({ data: result.extend({ charged_usd: usd }).meta({ id: "ResultReadNow" }) }),
  refusals: [
    "not_published",
    "deleted",
    "switched_off",
    "no_account",
    "account_reconnect",
    "account_disabled",
    "daily_spend_limit",
    "network_limited",
    "network_refused",
    "timeout",
  ],
  example: { answer: { success: true, data: { ...exampleResult, charged_usd: 0.005 } } },
});

const cell = {
  n: z.int().min(0),
  estimate: z.number().meta({ description: "Log of how many more views than usual these tweets get, shrunk toward 0" }),
  named: z.boolean().meta({ description: "Whether there's enough data to say that these tweets get more views" }),
};

export const summary = endpoint({
  method: "GET",
  path: "/api/results/summary/{account_id}",
  access: "user",
  scope: "read",
  summary: "Get insights into an account's last 90 days. Needs 20 tweets, or 60 for posting times",
  description: "`enough` says whether there are enough tweets to tell.",
  unknown: "refused",
  query: z.object({
    slot: z.enum(comparedSlots, `slot must be ${comparedSlots.join(" or ")}`).default("24h"),
  }),
  status: 200,
  answer: success({
    data: z
      .object({
        tweets: z.int().min(0).meta({ description: "Tweets posted in the last 90 days" }),
        read: z.int().min(0).meta({ description: "Those with complete metrics for this slot" }),
        mean_per_1000: z.number().nullable(),
        enough: z.boolean(),
        top: z.array(idSchema),
        bottom: z.array(idSchema),
        hours: z.array(z.object({ slot: z.string().meta({ description: "18-20, in the user's time zone" }), ...cell })),
        weekdays: z.array(z.object({ weekday: z.enum(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]), ...cell })),
      })
      .meta({ id: "ResultSummary" }),
  }),
  refusals: [],
  example: {
    query: { slot: "7d" },
    answer: {
      success: true,
      data: { tweets: 12, read: 11, mean_per_1000: null, enough: false, top: [], bottom: [], hours: [], weekdays: [] },
    },
  },
});

export const exportCsv = endpoint({
  method: "GET",
  path: "/api/results/export/{account_id}",
  access: "user",
  scope: "read",
  summary: "Export all metrics of an account as a table, one row for each fetch",
  description: "Returns CSV with a header line, for a spreadsheet.",
  unknown: "refused",
  status: 200,
  answer: null,
  file: ["text/csv"],
  refusals: [],
  example: { answer: null },
});
