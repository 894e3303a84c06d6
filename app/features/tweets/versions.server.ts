// Keeps up to twenty earlier versions of a tweet's text, which can be restored.
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import type { Hand } from "~db/tables/refining.server";
import type { Transaction } from "~db/database.server";
import { fingerprint } from "./text";
import * as queries from "./store/versions.server";
import { getTweet, insertTweet, type Tweet } from "./tweets.server";

export const maxVersions = 20;

export interface Making {
  by: Hand;
  instruction: string | null;
  words: string | null;
}

export interface Version extends Making {
  no: number;
  content: string;
  writtenAt: number;
}

export const byPerson: Making = { by: "person", instruction: null, words: null };

const hands = { own: "person", generated: "writer", bot: "bot" } as const satisfies Record<Tweet["origin"], Hand>;

const toVersion = (row: queries.VersionRow): Version => ({
  no: row.version_no,
  content: row.content,
  writtenAt: row.written_at,
  by: row.written_by,
  instruction: row.instruction,
  words: row.words,
});

const firstOf = (tweet: Tweet): Version => ({
  no: 1,
  content: tweet.content,
  writtenAt: tweet.createdAt,
  by: hands[tweet.origin],
  instruction: null,
  words: null,
});

async function readVersions(trx: Pick<App, "db">["db"], tweet: Tweet): Promise<Version[]> {
  const kept = (await queries.listVersions(trx, tweet.id)).map(toVersion);
  return kept.length > 0 ? kept : [firstOf(tweet)];
}

export async function listVersions(app: Pick<App, "db">, userId: string, tweetId: number): Promise<Version[]> {
  return readVersions(app.db, await getTweet(app, userId, tweetId));
}

/** By tweet id, newest first. Tweets that were never changed are missing. */
export async function listVersionsOf(app: Pick<App, "db">, ids: readonly number[]): Promise<Map<number, Version[]>> {
  const rows = await queries.listVersionsOf(app.db, ids);
  const byTweet = new Map<number, Version[]>();
  for (const row of rows) byTweet.set(row.tweet_id, [...(byTweet.get(row.tweet_id) ?? []), toVersion(row)]);
  return byTweet;
}

/** Throws not_found, also for a version that was dropped. */
export async function getVersion(trx: Transaction, tweet: Tweet, no: number): Promise<Version> {
  const found = (await readVersions(trx, tweet)).find((version) => version.no === no);
  if (!found) throw new AppError("not_found", "This version doesn’t exist.");
  return found;
}

/** Keeps the old text as a version. Call it in the transaction that changes the text, with the tweet from before. */
export async function keepVersion(
  trx: Transaction,
  tweet: Tweet,
  next: Making & { content: string; now: number },
): Promise<void> {
  if (next.content === tweet.content) return;
  const kept = await queries.listVersions(trx, tweet.id);
  const before = kept.length > 0 ? [] : [rowOf(tweet.id, firstOf(tweet))];
  const no = (kept[0]?.version_no ?? 1) + 1;
  const { content, now, by, instruction, words } = next;
  const row = rowOf(tweet.id, { no, content, writtenAt: now, by, instruction, words });
  await queries.insertVersions(trx, [...before, row]);
  if (kept.length >= maxVersions) await queries.deleteVersionsUpTo(trx, tweet.id, no - maxVersions);
}

const rowOf = (tweetId: number, version: Version) => ({
  tweet_id: tweetId,
  version_no: version.no,
  content: version.content,
  written_at: version.writtenAt,
  written_by: version.by,
  instruction: version.instruction,
  words: version.words,
});

/**
 * Returns false if the tweet is no longer pending or its text changed. Needs a transaction that has locked the user.
 */
export async function replaceWords(
  trx: Transaction,
  tweet: Tweet,
  next: Making & { before: string; content: string; now: number },
): Promise<boolean> {
  const { before, content, now } = next;
  const change = { content, fingerprint: fingerprint(content), updated_at: now };
  const isReplaced = await queries.replaceWords(trx, { userId: tweet.userId, tweetId: tweet.id, before }, change);
  if (isReplaced) await keepVersion(trx, tweet, next);
  return isReplaced;
}

export const listUnedited = (app: Pick<App, "db">, batchId: string): Promise<{ id: number; content: string }[]> =>
  queries.listUnedited(app.db, batchId);

/** Goes to the batch's end if the other tweet is gone. Needs a transaction that has locked the user. Returns the id. */
export async function insertBeside(
  trx: Transaction,
  beside: { tweetId: number | null; batchId: string | null; accountId: number | null },
  tweet: { userId: string; content: string; now: number },
): Promise<number> {
  const place = await queries.placeBeside(trx, beside.tweetId, beside.batchId);
  return insertTweet(trx, {
    ...tweet,
    accountId: place ? place.account_id : beside.accountId,
    accountIsOwn: place ? place.account_is_own === 1 : beside.accountId !== null,
    batchId: place ? place.batch_id : beside.batchId,
    position: place?.position ?? 0,
    origin: "generated",
    fingerprint: fingerprint(tweet.content),
  });
}
