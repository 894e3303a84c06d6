// The data export: everything that belongs to a person, as JSON, or the tweets as CSV for a spreadsheet.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { getAlertPreferences } from "~/features/alerts/alerts.server";
import { listKeys } from "~/features/api-keys/api-keys.server";
import { auditWords, listAll, recordAudit } from "~/features/audit/audit.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { readResultSettings } from "~/features/results/results.server";
import { listVoices } from "~/features/voice/voice.server";
import { findUser } from "~/features/users/users.server";
import { listWebhooks } from "~/features/webhooks/webhooks.server";
import { goesOutAs } from "~/features/tweets/tweet";
import type { User } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import type { Belongings } from "./queries.server";
import * as queries from "./queries.server";
import { toCsv } from "~/ground/spreadsheet";

export const formats = ["json", "csv"] as const;
export type Format = (typeof formats)[number];

export interface DataExport {
  name: string;
  type: string;
  text: string;
}

type Ground = Pick<App, "db" | "clock" | "network" | "log">;

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

/** Who asks for it: a client by its address, or the operator by a command. */
type By = { address: string } | "operator";

/** The file of one person's belongings; that it was made is noted. Throws not_found. */
export async function exportData(app: Ground, userId: string, format: Format, by: By): Promise<DataExport> {
  const user = await findUser(app, userId);
  if (!user) throw new AppError("not_found", "Nobody here has this id");
  const client = by === "operator" ? { address: null, byOperator: true } : by;
  await recordAudit(app, { kind: "data.exported", userId, ...client });
  const day = new Date(app.clock.now()).toISOString().slice(0, 10);
  const all = await queries.readAll(app.db, userId);
  return format === "csv"
    ? { name: `linnet-tweets-${day}.csv`, type: "text/csv; charset=utf-8", text: tweetsAsCsv(app, all) }
    : { name: `linnet-${day}.json`, type: "application/json", text: await toJson(app, user, all) };
}

async function toJson(app: Ground, user: User, all: Belongings): Promise<string> {
  const journals = new Map<number, { at: string | null; what: string }[]>();
  for (const { tweet_id, at, ...event } of await queries.readJournals(app.db, user.id)) {
    const line = { at: isoOrNull(at), what: sentenceOf({ at, ...event }) };
    journals.set(tweet_id, [...(journals.get(tweet_id) ?? []), line]);
  }
  const versions = new Map<number, Record<string, unknown>[]>();
  for (const { tweet_id, ...version } of await queries.readVersions(app.db, user.id))
    versions.set(tweet_id, [...(versions.get(tweet_id) ?? []), readable(version)]);
  const readings = new Map<number, Record<string, unknown>[]>();
  for (const { tweet_id, ...reading } of await queries.readReadings(app.db, user.id))
    readings.set(tweet_id, [...(readings.get(tweet_id) ?? []), readable(reading)]);
  const media = new Map<number, Record<string, unknown>[]>();
  for (const { tweet_id, ...place } of await queries.readTweetPictures(app.db, user.id))
    media.set(tweet_id, [...(media.get(tweet_id) ?? []), place]);
  const servingOf = servingAmong(all.accounts);
  const told = ({ account, followsDefault }: ReturnType<typeof servingOf>) => ({
    account_id: account?.id ?? null,
    follows_default: followsDefault,
  });
  const whole = {
    exported_at: isoOrNull(app.clock.now()),
    user: {
      id: user.id,
      email: user.email,
      timezone: user.timezone,
      waits_to_post: user.waitsToPost,
      has_keys: user.hasKeys,
      created_at: isoOrNull(user.createdAt),
    },
    accounts: all.accounts.map(readable),
    batches: all.batches.map((row) => ({ ...readable(row), sources: JSON.parse(row.sources) as unknown })),
    tweets: all.tweets.map(({ account_is_own, ...row }) => ({
      ...readable(row),
      ...told(servingOf({ ...row, account_is_own })),
      journal: journals.get(row.id) ?? [],
      versions: versions.get(row.id) ?? [],
      readings: readings.get(row.id) ?? [],
      media: media.get(row.id) ?? [],
    })),
    threads: all.threads.map(readable),
    pictures: (await queries.readPictures(app.db, user.id)).map(readable),
    analyses: all.analyses.map((row) => ({
      ...readable(row),
      tags: JSON.parse(row.tags) as unknown,
      metadata: JSON.parse(row.metadata) as unknown,
    })),
    bots: all.bots.map(readable),
    voices: (await listVoices(app, user.id)).map(({ accountId, updatedAt, ...voice }) => ({
      account_id: accountId,
      ...voice,
      updated_at: isoOrNull(updatedAt),
    })),
    what_happened: (await listAll(app, user.id)).map(({ at, kind, detail, address, byOperator }) => ({
      at: isoOrNull(at),
      kind,
      what: auditWords(kind, detail),
      address,
      by_operator: byOperator,
    })),
    results: await readResultSettings(app, user.id),
    // What they are called and may do; of the keys themselves nothing is kept that could be told.
    api_keys: (await listKeys(app, user.id)).map(({ name, scopes, createdAt, lastUsedAt, expiresAt }) => ({
      name,
      scopes,
      created_at: isoOrNull(createdAt),
      last_used_at: isoOrNull(lastUsedAt),
      expires_at: isoOrNull(expiresAt),
    })),
    alerts_by_mail: await getAlertPreferences(app, user.id),
    webhooks: (await listWebhooks(app, user.id)).map((webhook) => ({
      id: webhook.id,
      url: webhook.url,
      events: webhook.events,
      description: webhook.description,
      enabled: webhook.isEnabled,
      disabled_reason: webhook.disabledReason,
      created_at: isoOrNull(webhook.createdAt),
    })),
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** Times as ISO 8601; everything else as it is kept. */
const readable = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith("_at") && typeof value === "number" ? isoOrNull(value) : (value as unknown),
    ]),
  );

/** One record a tweet. */
function tweetsAsCsv(app: Ground, { tweets, accounts, batches }: Belongings): string {
  const servingOf = servingAmong(accounts);
  const topicOf = new Map(batches.map((batch) => [batch.id, batch.topic]));
  // Of a thread only the first part is in the batch.
  const batchOf = new Map(tweets.map((tweet) => [tweet.part_no === 1 && tweet.thread_id, tweet.batch_id]));
  const lines = tweets.map((tweet) => {
    const { account } = servingOf(tweet);
    const isHere = account?.network === app.network.kind && tweet.post_id !== null;
    return {
      id: tweet.id,
      state: tweet.state,
      account: account?.username ?? "",
      text: tweet.content,
      topic: topicOf.get((tweet.thread_id === null ? tweet.batch_id : batchOf.get(tweet.thread_id)) ?? "") ?? "",
      origin: tweet.origin,
      created_at: isoOrNull(tweet.created_at),
      due_at: isoOrNull(tweet.due_at),
      published_at: isoOrNull(tweet.published_at),
      discarded_at: isoOrNull(tweet.discarded_at),
      link: isHere ? app.network.postUrl(account.username, tweet.post_id ?? "") : "",
      error: tweet.error,
      thread: tweet.thread_id,
      part: tweet.part_no,
    };
  });
  return toCsv(columns, lines);
}

/** Whom a tweet names: the account that it went out as, and of what is unsent the one that serves it now. */
function servingAmong(accounts: Belongings["accounts"]) {
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  const linked = accounts.filter((account) => account.unlinked_at === null);
  const choices = linked.map((account) => ({ ...account, isDefault: account.is_default === 1 }));
  return ({ state, published_at, account_id, account_is_own }: Belongings["tweets"][number]) => {
    const account = account_id === null ? null : (accountOf.get(account_id) ?? null);
    const ownAccountId = account_is_own === 1 ? account_id : null;
    return goesOutAs({ state, publishedAt: published_at, ownAccountId, account }, choices);
  };
}

const columns = [
  "id",
  "state",
  "account",
  "text",
  "topic",
  "origin",
  "created_at",
  "due_at",
  "published_at",
  "discarded_at",
  "link",
  "error",
  "thread",
  "part",
] as const;
