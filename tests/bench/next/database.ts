// Linnet's SQLite file, read as a Next.js developer would: prepared statements, asked synchronously, no query builder.
import { createHash } from "node:crypto";
import { join } from "node:path";
import Sqlite from "better-sqlite3";

function open() {
  const db = new Sqlite(join(process.env.DATA_DIR ?? "", "linnet.db"), { readonly: true });
  return {
    session: db.prepare(`select users.id, users.email, users.timezone from sessions
      join users on users.id = sessions.user_id where sessions.id_hash = ? and sessions.expires_at > ?`),
    account: db.prepare(`select id, username from accounts
      where user_id = ? and unlinked_at is null order by is_default desc, id limit 1`),
    next: db.prepare(`select min(due_at) as at from tweets where user_id = ? and state = 'scheduled'`),
    week: db.prepare(`select * from tweets
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

export const nextAt = (person: Person) => (statements().next.get(person.id) as { at: number | null }).at;

export const tweetsBetween = (accountId: number, from: number, to: number) =>
  statements().week.all(accountId, from, to) as TweetRow[];
