// Exports a user's data: everything as JSON, or the tweets as CSV.
import { setImmediate as turn } from "node:timers/promises";
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { getAlertPreferences } from "~/features/alerts/alerts.server";
import { listKeys } from "~/features/api-keys/api-keys.server";
import { auditWords, auditPages, recordAudit } from "~/features/audit/audit.server";
import { sentenceOf } from "~/features/publishing/rules/journal-words";
import { readResultSettings } from "~/features/results/results.server";
import { listVoices } from "~/features/voice/voice.server";
import { findUser } from "~/features/users/users.server";
import { listWebhooks } from "~/features/webhooks/webhooks.server";
import { goesOutAs } from "~/features/tweets/tweet";
import type { User } from "~/features/users/user";
import { iso } from "~/ground/time/iso";
import * as queries from "./queries.server";
import { toCsv } from "~/ground/spreadsheet";
import { groupBy } from "~db/group-by.server";

export const formats = ["json", "csv"] as const;
export type Format = (typeof formats)[number];

export interface DataExport {
  name: string;
  type: string;
  /** Chunks of the file, generated as they are read. Yields to the event loop after each. */
  pieces: AsyncIterable<string>;
}

type Ground = Pick<App, "db" | "clock" | "network" | "log">;

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : iso(ms));

type By = { address: string } | "operator";

/** Exports one user's data and records the export in the audit log. Throws not_found. */
export async function exportData(app: Ground, userId: string, format: Format, actor: By): Promise<DataExport> {
  const user = await findUser(app, userId);
  if (!user) throw new AppError("not_found", "No user has this ID.");
  const client = actor === "operator" ? { address: null, byOperator: true } : actor;
  await recordAudit(app, { kind: "data.exported", userId, ...client });
  const day = new Date(app.clock.now()).toISOString().slice(0, 10);
  return format === "csv"
    ? { name: `linnet-tweets-${day}.csv`, type: "text/csv; charset=utf-8", pieces: inTurns(tweetsAsCsv(app, userId)) }
    : { name: `linnet-${day}.json`, type: "application/json", pieces: inTurns(toJson(app, user)) };
}

async function* inTurns(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    yield piece;
    await turn();
  }
}

async function* toJson(app: Ground, user: User): AsyncGenerator<string> {
  let before = "{\n";
  for (const [name, value] of Object.entries(await partsOf(app, user))) {
    yield `${before}  ${JSON.stringify(name)}: `;
    before = ",\n";
    if (isPaged(value)) yield* listAsJson(value);
    else yield indented(value, "  ");
  }
  yield "\n}\n";
}

type Pages = AsyncIterable<readonly unknown[]>;

const isPaged = (value: unknown): value is Pages =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

async function* listAsJson(pages: Pages): AsyncGenerator<string> {
  let before = "[\n    ";
  for await (const page of pages) {
    yield before + page.map((value) => indented(value, "    ")).join(",\n    ");
    before = ",\n    ";
  }
  yield before.startsWith("[") ? "[]" : "\n  ]";
}

const indented = (value: unknown, indent: string): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${indent}`);

async function partsOf(app: Ground, user: User): Promise<Record<string, unknown>> {
  const { db } = app;
  const accounts = await queries.readAccounts(db, user.id);
  return {
    exported_at: isoOrNull(app.clock.now()),
    user: {
      id: user.id,
      email: user.email,
      timezone: user.timezone,
      waits_to_post: user.undoEnabled,
      has_keys: user.shortcutsEnabled,
      created_at: isoOrNull(user.createdAt),
    },
    accounts: accounts.map(readable),
    batches: mapped(queries.batchPages(db, user.id), (row) => ({
      ...readable(row),
      sources: JSON.parse(row.sources) as unknown,
    })),
    tweets: wholeTweets(db, user.id, accounts),
    threads: mapped(queries.threadPages(db, user.id), readable),
    pictures: mapped(queries.picturePages(db, user.id), readable),
    analyses: mapped(queries.analysisPages(db, user.id), (row) => ({
      ...readable(row),
      tags: JSON.parse(row.tags) as unknown,
      metadata: JSON.parse(row.metadata) as unknown,
    })),
    bots: mapped(queries.botPages(db, user.id), readable),
    voices: (await listVoices(app, user.id)).map(({ accountId, updatedAt, ...voice }) => ({
      account_id: accountId,
      ...voice,
      updated_at: isoOrNull(updatedAt),
    })),
    what_happened: mapped(auditPages(app, user.id), ({ at, kind, detail, address, byOperator, times }) => ({
      at: isoOrNull(at),
      kind,
      what: auditWords(kind, detail),
      address,
      by_operator: byOperator,
      times,
    })),
    results: await readResultSettings(app, user.id),
    // Metadata only: the keys themselves are not stored.
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
}

async function* mapped<One>(pages: AsyncIterable<One[]>, change: (item: One) => unknown): AsyncGenerator<unknown[]> {
  for await (const page of pages) yield page.map(change);
}

async function* wholeTweets(db: App["db"], userId: string, accounts: queries.Account[]): AsyncGenerator<unknown[]> {
  const servingOf = servingAmong(accounts);
  for await (const page of queries.tweetPages(db, userId)) {
    const ids = page.map(({ id }) => id);
    const journals = groupBy(await queries.readJournals(db, ids), tweetOf);
    const versions = groupBy(await queries.readVersions(db, ids), tweetOf);
    const readings = groupBy(await queries.readReadings(db, ids), tweetOf);
    const media = groupBy(await queries.readTweetPictures(db, ids), tweetOf);
    await turn();
    yield page.map(({ account_is_own, ...row }) => {
      const { account, followsDefault } = servingOf({ ...row, account_is_own });
      const rowsOf = (rows: Map<number, object[]>) => (rows.get(row.id) ?? []).map(withoutTweet);
      return {
        ...readable(row),
        account_id: account?.id ?? null,
        follows_default: followsDefault,
        journal: (journals.get(row.id) ?? []).map((event) => ({ at: isoOrNull(event.at), what: sentenceOf(event) })),
        versions: rowsOf(versions).map(readable),
        readings: rowsOf(readings).map(readable),
        media: rowsOf(media),
      };
    });
  }
}

const tweetOf = ({ tweet_id: id }: { tweet_id: number }): number => id;

function withoutTweet(row: object): object {
  const { tweet_id: _, ...rest } = row as { tweet_id?: unknown };
  return rest;
}

const readable = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith("_at") && typeof value === "number" ? isoOrNull(value) : (value as unknown),
    ]),
  );

async function* tweetsAsCsv(app: Ground, userId: string): AsyncGenerator<string> {
  const servingOf = servingAmong(await queries.readAccounts(app.db, userId));
  yield toCsv(columns, []);
  for await (const page of queries.tweetPages(app.db, userId)) {
    const ids = page.map(({ id }) => id);
    const topicOf = new Map((await queries.readTopics(app.db, ids)).map(({ id, topic }) => [id, topic]));
    const lines = page.map((tweet) => {
      const { account } = servingOf(tweet);
      const isHere = account?.network === app.network.kind && tweet.post_id !== null;
      return {
        id: tweet.id,
        state: tweet.state,
        account: account?.username ?? "",
        text: tweet.content,
        topic: topicOf.get(tweet.id) ?? "",
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
    yield toCsv(columns, lines, { withHead: false });
  }
}

/** Finds a tweet's account: the one that posted it or, if unsent, the one that would post it now. */
function servingAmong(accounts: queries.Account[]) {
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  const linked = accounts.filter((account) => account.unlinked_at === null);
  const choices = linked.map((account) => ({ ...account, isDefault: account.is_default === 1 }));
  return ({ state, published_at, account_id, account_is_own }: queries.Tweet) => {
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
