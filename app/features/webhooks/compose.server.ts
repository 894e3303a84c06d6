// Composes a webhook's message from the API's view of an event's subject.
import type { App } from "~/app.server";
import { listAccounts } from "~/features/accounts/accounts.server";
import { toApi as accountToApi } from "~/features/accounts/to-api.server";
import { findBot } from "~/features/bots/bots.server";
import { toActive } from "~/features/bots/to-api.server";
import type { OutboxEvent } from "~/features/events/events.server";
import { getBatch, getTask, type TaskView } from "~/features/generation/generation.server";
import { taskToApi } from "~/features/generation/task/to-api.server";
import { workToApi } from "~/features/generation/task/work-to-api";
import { tellTweet } from "~/features/publishing/to-api.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { findUser } from "~/features/users/users.server";
import { isAppError } from "~/ground/errors";
import { iso } from "~/ground/time/iso";
import { type HookType, hookTypeOf, maxBody } from "./hook";
import * as queries from "./queries.server";

type Data = Record<string, unknown>;

/** A deleted subject can't be read, but its deletion must still be reported. */
async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** Returns null if the subject is gone or webhooks don't receive the event. `app.db` is the transaction. */
export async function compose(app: App, event: OutboxEvent): Promise<string | null> {
  const type = hookTypeOf(event.type);
  if (type === null || type === "webhook.test") return null;
  try {
    return bodyOf({ ...event, type }, await dataOf(app, type, event));
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** Uses the Standard Webhooks envelope. A thread that is too long is sent without its parts. */
export function bodyOf({ id, type, at }: { id: string; type: string; at: number }, data: Data): string {
  const write = (content: Data) => JSON.stringify({ id, type, timestamp: iso(at), data: content });
  const whole = write(data);
  return Buffer.byteLength(whole) <= maxBody ? whole : write(withoutParts(data));
}

function withoutParts(data: Data): Data {
  const tweet = data["tweet"] as { thread?: object | null } | undefined;
  return tweet?.thread ? { ...data, tweet: { ...tweet, thread: { ...tweet.thread, parts: [] } } } : data;
}

async function dataOf(app: App, type: HookType, event: OutboxEvent): Promise<Data> {
  const userId = event.userId ?? "";
  switch (type) {
    case "tweet.scheduled":
    case "tweet.unscheduled":
    case "tweet.edited":
    case "tweet.restored":
    case "tweet.deleted":
    case "tweet.published":
    case "tweet.failed":
    case "tweet.unknown":
      return { tweet: await tweetOf(app, userId, event.tweetId) };
    case "tweet.discarded":
      return { tweet: await unlessGone(tweetOf(app, userId, event.tweetId)), tweet_id: event.tweetId };
    case "tweet.unknown_resolved":
      return { tweet: await tweetOf(app, userId, event.tweetId), published: event.detail === "out" };
    case "account.reconnect":
    case "account.paused":
    case "account.resumed": {
      const account = (await listAccounts(app, userId)).find(({ id }) => id === event.accountId);
      return { account: account ? accountToApi(account) : null };
    }
    case "generation.completed": {
      const task = await getTask(app, event.detail ?? "", userId);
      return { task: taskToApi(task), ...(await writtenBy(app, task)) };
    }
    case "generation.failed":
      return { task: taskToApi(await getTask(app, event.detail ?? "", userId)) };
    case "bot.proposal":
      return { bot: await botOf(app, userId, event.botId), tweet: await tweetOf(app, userId, event.tweetId) };
    case "bot.paused":
      return { bot: await botOf(app, userId, event.botId) };
    case "backup.failed":
      return { error: "The nightly backup failed. See the log.", at: iso(event.at) };
    case "webhook.disabled": {
      const hook = await queries.find(app.db, event.detail ?? "");
      return { webhook: hook && { id: hook.id, url: hook.url, disabled_reason: hook.disabled_reason } };
    }
  }
}

async function writtenBy(app: App, { kind, batchId, userId }: TaskView) {
  if (kind !== "batch" || batchId === null) return { writer: null, searched: null, cost_usd: null };
  const { searched, work } = await getBatch(app, batchId, userId);
  const { writer, cost_usd } = workToApi(work);
  return { writer, searched, cost_usd };
}

async function tweetOf(app: App, userId: string, tweetId: number | null) {
  const user = await findUser(app, userId);
  return tellTweet(app, user?.timezone ?? "UTC", await getTweet(app, userId, tweetId ?? 0));
}

async function botOf(app: App, userId: string, botId: number | null) {
  const found = await findBot(app, userId, botId ?? 0);
  return found && toActive(found);
}
