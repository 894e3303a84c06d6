// Body schemas of webhook events, in the API's shapes.
import { z } from "zod";
import { activeSchema } from "~/features/bots/schema.server";
import { tweetSchema } from "~/features/tweets/schema.server";
import { type HookType, hookTypes, hookWords } from "~/features/webhooks/hook";
import { idSchema, momentSchema, uuidSchema } from "~/ground/api-shapes.server";
import { accountSchema } from "../accounts.server";
import {
  account,
  at,
  bot,
  draft,
  eventId,
  exampleTask,
  exampleWriter,
  published,
  scheduled,
  webhook,
} from "../examples.server";
import { costSchema, searchedSchema, writerSchema } from "../generation.server";
import { taskSchema } from "../reads.server";

export type EventName = HookType | "webhook.test";

export const eventNames: readonly EventName[] = [...hookTypes, "webhook.test"];

const aTweet = z.object({ tweet: tweetSchema });
const anAccount = z.object({
  account: accountSchema.nullable().meta({ description: "Null if the account has since been disconnected" }),
});
const aTask = z.object({ task: taskSchema });
const bots = activeSchema.nullable().meta({ description: "Null if it has since been deleted" });
const disabled = z.object({ id: uuidSchema, url: z.string(), disabled_reason: z.string().nullable() });

const dataOf: Record<EventName, z.ZodObject> = {
  "tweet.scheduled": aTweet,
  "tweet.unscheduled": aTweet,
  "tweet.edited": aTweet,
  "tweet.discarded": z.object({
    tweet: tweetSchema.nullable().meta({ description: "Null if the tweet has since been permanently deleted" }),
    tweet_id: idSchema,
  }),
  "tweet.restored": aTweet,
  "tweet.deleted": aTweet,
  "tweet.published": aTweet,
  "tweet.failed": aTweet,
  "tweet.unknown": aTweet,
  "tweet.unknown_resolved": aTweet.extend({
    published: z.boolean().meta({ description: "Whether the tweet is on X" }),
  }),
  "account.reconnect": anAccount,
  "account.paused": anAccount,
  "account.resumed": anAccount,
  "generation.completed": aTask.extend({
    writer: writerSchema.nullable().meta({ description: "Null unless the task wrote a batch" }),
    searched: searchedSchema,
    cost_usd: costSchema,
  }),
  "generation.failed": aTask,
  "bot.proposal": z.object({ bot: bots, tweet: tweetSchema }),
  "bot.paused": z.object({ bot: bots }),
  "backup.failed": z.object({ error: z.string(), at: momentSchema }),
  "webhook.disabled": z.object({
    webhook: disabled
      .nullish()
      .meta({ description: "The webhook that was disabled; null if it has since been deleted" }),
  }),
  "webhook.test": z.object({ webhook: disabled.omit({ disabled_reason: true }) }),
};

const failed = {
  ...scheduled,
  status: "failed",
  error: "X refused it as a duplicate.",
  error_code: "duplicate",
} as const;
const unanswered = { id: webhook.id, url: webhook.url, disabled_reason: "No successful delivery for three days" };

const examples: Record<EventName, object> = {
  "tweet.scheduled": { tweet: scheduled },
  "tweet.unscheduled": { tweet: draft },
  "tweet.edited": { tweet: scheduled },
  "tweet.discarded": { tweet: { ...draft, discarded_at: at.noon }, tweet_id: draft.id },
  "tweet.restored": { tweet: draft },
  "tweet.deleted": { tweet: { ...published, post_url: null, deleted_at: at.noon } },
  "tweet.published": { tweet: published },
  "tweet.failed": { tweet: failed },
  "tweet.unknown": { tweet: { ...scheduled, status: "publishing" } },
  "tweet.unknown_resolved": { tweet: published, published: true },
  "account.reconnect": { account: { ...account, status: "reconnect" } },
  "account.paused": { account: { ...account, status: "paused" } },
  "account.resumed": { account },
  "generation.completed": { task: exampleTask, writer: exampleWriter, searched: null, cost_usd: 0.001322 },
  "generation.failed": {
    task: { ...exampleTask, status: "failed", batch_id: null, error: "The AI is busy.", error_code: "busy" },
  },
  "bot.proposal": { bot, tweet: { ...draft, batch_id: null, origin: "bot" } },
  "bot.paused": { bot: { ...bot, bot_status: "paused", next_post_at: null } },
  "backup.failed": { error: "The nightly backup failed. See the log.", at: at.noon },
  "webhook.disabled": { webhook: unanswered },
  "webhook.test": { webhook: { id: webhook.id, url: webhook.url } },
};

export const wordsOf = (name: EventName): string =>
  name === "webhook.test" ? "you send a test to check that an endpoint responds" : hookWords[name];

export const dataNamesOf = (name: EventName): string[] => Object.keys(dataOf[name].shape);

export const eventSchema = (name: EventName) =>
  z.object({
    id: z.string().meta({ description: "The webhook-id, the same for every attempt and every webhook" }),
    type: z.literal(name),
    timestamp: momentSchema.meta({ description: "When it happened" }),
    data: dataOf[name],
  });

export const eventExample = (name: EventName) => ({
  id: eventId,
  type: name,
  timestamp: at.noon,
  data: examples[name],
});
