// Linnet's SQLite file, read as a Next.js developer would: prepared statements, asked synchronously, no query builder.
import { createHash } from "node:crypto";
import { join } from "node:path";
import type Driver from "better-sqlite3";

// As in db/sqlite/driver.server.ts: the one for Node 22 and later is a segmentation fault on Node 20.
const Sqlite: typeof Driver =
  Number(process.versions["napi"]) >= 10 ? require("better-sqlite3") : require("better-sqlite3-node20");

function open() {
  const db = new Sqlite(join(process.env.DATA_DIR ?? "", "linnet.db"), { readonly: true });
  return {
    session: db.prepare(`select users.id, users.email, users.timezone from sessions
      join users on users.id = sessions.user_id where sessions.id_hash = ? and sessions.expires_at > ?`),
    account: db.prepare(`select id, username from accounts
      where user_id = ? and unlinked_at is null order by is_default desc, id limit 1`),
    next: db.prepare(`select min((select min(due_at) from tweets
      where account_id = accounts.id and state = 'scheduled')) as at from accounts where user_id = ? and status = 'active'`),
    nextTweet: db.prepare(`select tweets.id, content, due_at as at from accounts join tweets on account_id = accounts.id
      where accounts.user_id = ? and status = 'active' and state = 'scheduled' and due_at = ? order by tweets.id limit 1`),
    failed: db.prepare(`select id, placed_at from tweets where user_id = ? and state = 'failed'
      and publish_type = 'scheduled' and updated_at >= ? order by updated_at desc limit 100`),
    asked: db.prepare(`select id, placed_at from tweets where user_id = ? and state = 'unknown' and error_code = 'needs_confirmation'
      order by updated_at desc limit 100`),
    posts: db.prepare(`select count(*) as n from attempts
      where +started_at >= @since and outcome in ('sending', 'published', 'unknown') and tweet_id in (
        select id from tweets where account_id = @account and placed_at between @since - 3600000 and @since + 97200000
          and state = 'published'
        union all select id from tweets where account_id = @account and state = 'publishing'
        union all select id from tweets where account_id = @account and state = 'unknown')`),
    spent: db.prepare(`select sum(price_micros) as micros from attempts where started_at >= ?
      and outcome in ('sending', 'published', 'unknown')`),
    drafts: db.prepare(`select tweets.id, content, state, origin, tweets.created_at, topic from tweets
      left join batches on batches.id = batch_id
      where tweets.user_id = ? and state in ('pending', 'failed') order by tweets.id desc limit 21`),
    draftCount: db.prepare(`select count(*) as n from tweets where user_id = ? and state in ('pending', 'failed')`),
    week: db.prepare(`select id, state, content, placed_at from tweets
      where account_id = ? and state <> 'pending' and placed_at >= ? and placed_at < ? order by id desc limit 1000`),
  };
}

let opened: ReturnType<typeof open> | undefined;
/** At the first request: the build loads this file, too, and has no data. */
const statements = () => (opened ??= open());

export interface Person {
  id: string;
  email: string;
  timezone: string;
}

export interface TweetRow {
  id: number;
  content: string;
  state: "scheduled" | "publishing" | "unknown" | "published" | "failed";
  placed_at: number;
}

/** Linnet's cookie is the session's id as base64 JSON, and a signature after the last dot. */
export function findPerson(cookie: string): Person | undefined {
  const value = decodeURIComponent(cookie);
  const id: unknown = JSON.parse(Buffer.from(value.slice(0, value.lastIndexOf(".")), "base64").toString("utf8"));
  const hash = createHash("sha256").update(String(id)).digest("hex");
  return statements().session.get(hash, Date.now()) as Person | undefined;
}

export const findAccount = (person: Person) =>
  statements().account.get(person.id) as { id: number; username: string } | undefined;

/** As every page names it: when, its first words, and where it is. */
export function findNext(person: Person) {
  const { at } = statements().next.get(person.id) as { at: number | null };
  return at === null
    ? undefined
    : (statements().nextTweet.get(person.id, at) as { id: number; content: string; at: number } | undefined);
}

export const tweetsBetween = (accountId: number, from: number, to: number) =>
  statements().week.all(accountId, from, to) as TweetRow[];

export interface Draft {
  id: number;
  content: string;
  state: "pending" | "failed";
  origin: "generated" | "own" | "bot";
  topic: string | null;
  created_at: number;
}

/** One more than a page holds, and how many there are. */
export const draftsOf = (person: Person) => ({
  rows: statements().drafts.all(person.id) as Draft[],
  total: (statements().draftCount.get(person.id) as { n: number }).n,
});

/** Scheduled tweets that failed within a fortnight, and those that wait for a word. */
export function tweetsForAttention(person: Person, since: number) {
  const failed = statements().failed.all(person.id, since) as { id: number; placed_at: number }[];
  const asked = statements().asked.all(person.id) as typeof failed;
  return { failed, asked };
}

export function dayOf(accountId: number, since: number) {
  const { n } = statements().posts.get({ account: accountId, since }) as { n: number };
  const { micros } = statements().spent.get(since) as { micros: number | null };
  return { posts: n, spentUsd: (micros ?? 0) / 1_000_000 };
}
