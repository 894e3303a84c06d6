// The pictures of people, and which stand in which tweet. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `create table media (
      id text primary key,
      user_id text not null references users(id) on delete cascade,
      sha256 text not null check (length(sha256) = 64),
      type text not null check (type in ('jpeg', 'png')),
      width ${int} not null check (width > 0),
      height ${int} not null check (height > 0),
      bytes ${int} not null check (bytes > 0),
      created_at ${int} not null,
      idle_since ${int} not null,
      dropped_at ${int},
      unique (user_id, sha256)
    )${strict}`,
    `create index media_by_hash on media(sha256)`,
    `create table tweet_media (
      tweet_id ${int} not null references tweets(id) on delete cascade,
      position ${int} not null check (position between 1 and 4),
      media_id text not null references media(id),
      alt_text text not null default '',
      primary key (tweet_id, position)
    )${strict}`,
    `create index tweet_media_by_media on tweet_media(media_id)`,
    // Where nodes share a database no file of one is within another's reach. On SQLite it stays empty.
    `create table media_files (
      media_id text primary key references media(id) on delete cascade,
      picture text,
      preview text not null
    )${strict}`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
