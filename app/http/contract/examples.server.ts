// Example data for the contract: one set of people, accounts and tweets with matching ids.
import type { ApiThread, ApiTweet } from "~/features/tweets/schema.server";
import { days } from "~/ground/time/duration";

export const ids = {
  user_id: "4f0c2b1e-8d3a-4c55-9a52-6e1f0a7d9b31",
  account_id: "1830417455012345678",
  tweet_id: 41,
  task_id: "0b9f6c1d-52c4-4a9e-8f5e-3d1c7a2b6e90",
  batch_id: "7d2a9c44-1f0e-4b7b-9c3a-5e8f21d0c6a7",
  key_id: 3,
  analysis_id: 5,
  media_id: "c3b1d7e2-6a4f-4d18-b0c9-91f2e5a87d64",
  version_no: 1,
  webhook_id: "e9a4d0b3-27c1-4f6a-8b5d-70c6f1e2a938",
  delivery_id: 12,
} as const;

export const exampleDay = Date.parse("2026-11-20T00:00:00.000Z");

export const at = {
  before: "2026-11-18T12:00:00.000Z",
  noon: "2026-11-19T12:00:00.000Z",
  evening: "2026-11-19T17:42:00.000Z",
  coming: "2026-11-22T17:42:00.000Z",
  later: "2026-11-23T09:14:00.000Z",
} as const;

export function asOf<Example>(now: number, example: Example): Example {
  const moved = Math.floor((now - exampleDay) / days(1)) * days(1);
  const move = (value: unknown): unknown => {
    if (typeof value === "string" && isMoment.test(value))
      return new Date(Date.parse(value) + moved).toISOString().slice(0, value.length);
    if (Array.isArray(value)) return value.map(move);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, move(inside)]));
  };
  return move(example) as Example;
}

const isMoment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/;

export const account = {
  id: 2,
  twitter_user_id: ids.account_id,
  twitter_username: "ada_birds",
  twitter_display_name: "Ada",
  profile_image_url: null,
  is_default: true,
  status: "active" as const,
  status_reason: null,
};

export const theAccount = {
  twitter_account_id: account.twitter_user_id,
  twitter_username: account.twitter_username,
};

const words = "A linnet sings better than it looks.";

export const draft: ApiTweet = {
  id: ids.tweet_id,
  tweet_content: words,
  status: "pending",
  created_at: at.noon,
  updated_at: at.noon,
  ...theAccount,
  follows_default: false,
  publish_type: null,
  scheduled_time: null,
  published_at: null,
  weighted_length: 36,
  post_url: null,
  error: null,
  error_code: null,
  batch_id: ids.batch_id,
  origin: "generated",
  discarded_at: null,
  deleted_at: null,
  media: [],
  price_usd: 0.015,
  thread: null,
};

export const scheduled: ApiTweet = {
  ...draft,
  status: "scheduled",
  publish_type: "scheduled",
  scheduled_time: at.coming,
};

export const published: ApiTweet = {
  ...draft,
  status: "published",
  updated_at: at.evening,
  publish_type: "immediate",
  published_at: at.evening,
  post_url: `https://x.com/${account.twitter_username}/status/1991203344556677889`,
};

export const own: ApiTweet = { ...draft, batch_id: null, origin: "own" };

const threadWords = ["Terns go far.", "Further than most."] as const;

const parts: ApiThread["parts"] = threadWords.map((text, n) => ({
  part: n + 1,
  id: ids.tweet_id + n,
  tweet_content: text,
  weighted_length: text.length,
  status: "pending",
  post_url: null,
  published_at: null,
  error: null,
  error_code: null,
  deleted_at: null,
  media: [],
}));

export const thread: ApiTweet = {
  ...own,
  tweet_content: threadWords[0],
  weighted_length: threadWords[0].length,
  price_usd: 0.03,
  thread: { of: parts.length, out: 0, state: "draft", reason: null, parts },
};

export const chosenMoment = {
  tweet_id: ids.tweet_id,
  execute_at: at.coming,
  timezone: "Europe/Berlin",
  reason: "Picked at random between 17:00 and 21:00, Berlin time.",
  ...theAccount,
};

export const picture = {
  media_id: ids.media_id,
  width: 1200,
  height: 800,
  bytes: 184_320,
  content_type: "image/jpeg" as const,
  url: `/api/media/${ids.media_id}`,
};

export const exampleTask = {
  task_id: ids.task_id,
  status: "success" as const,
  topic: "linnets in winter",
  batch_id: ids.batch_id,
  tweet_id: null,
  note: null,
  error: null,
  error_code: null,
  created_at: at.noon,
};

export const taskStarted = { success: true as const, task_id: ids.task_id, data: { task_id: ids.task_id } };

export const exampleWriter = {
  kind: "gemini" as const,
  model: "gemini-3.5-flash-lite",
  place: "generativelanguage.googleapis.com",
};

export const exampleBatch = {
  id: ids.batch_id,
  topic: "linnets in winter",
  web_search: false,
  searched: null,
  writer: exampleWriter,
  tokens: { input: 1240, output: 380, at_least: false },
  cost_usd: 0.001322,
  seconds: 6.2,
  twitter_account_id: account.twitter_user_id,
  follows_default: false,
  created_at: at.noon,
  count: 1,
};

export const bot = {
  analysis_id: ids.analysis_id,
  summary: "A booking page for small sailing schools.",
  bot_enabled: true,
  input_type: "product_description" as const,
  twitter_account_name: account.twitter_username,
  bot_status: "running" as const,
  status_reason: null,
  next_post_at: at.coming,
};

export const listedAnalysis = {
  id: ids.analysis_id,
  summary: bot.summary,
  bot_enabled: true,
  quality_score: 6.5,
  created_at: at.noon,
  input_type: "product_description" as const,
  status: "completed" as const,
};

const times = { created_at: at.noon, updated_at: at.noon };

export const analysis = {
  analysis_id: ids.analysis_id,
  input_id: ids.analysis_id,
  input_info: {
    id: ids.analysis_id,
    user_id: ids.user_id,
    original_content: "A booking page for small sailing schools that turns a good forecast into offers.",
    input_type: "product_description" as const,
    status: "completed" as const,
    ...times,
  },
  analysis_result: {
    id: ids.analysis_id,
    input_id: ids.analysis_id,
    user_id: ids.user_id,
    summary: bot.summary,
    tags: ["sailing", "booking"],
    analysis_metadata: null,
    quality_score: 6.5,
    status: "completed" as const,
    bot_enabled: false,
    bot_status: "not_started" as const,
    bot_started_at: null,
    ...times,
  },
};

export const webhook = {
  id: ids.webhook_id,
  url: "https://n8n.example.com/webhook/linnet",
  events: ["tweet.*"],
  description: "n8n",
  enabled: true,
  disabled_reason: null,
  created_at: at.noon,
};

export const eventId = "evt_01kb0h8c3t7m2q9x4v6n1r5s8w";
