// What the sandbox keeps of threads and pictures: whom a post answers, which are deleted, and the pictures themselves. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `alter table sandbox_posts add column reply_to text`,
    `alter table sandbox_posts add column deleted_at ${int}`,
    `create index sandbox_posts_by_parent on sandbox_posts(reply_to) where reply_to is not null`,
    `create index sandbox_posts_deleted on sandbox_posts(sandbox_user_id, deleted_at) where deleted_at is not null`,
    // Base64: a move from SQLite to Postgres goes by text.
    `create table sandbox_media (
      id text primary key,
      sandbox_user_id text not null references sandbox_users(id) on delete cascade,
      content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/gif', 'image/webp')),
      data text not null check (length(data) >= 4 and length(data) <= 6990508),
      alt_text text check (length(alt_text) >= 1 and length(alt_text) <= 1000),
      created_at ${int} not null,
      expires_at ${int} not null,
      post_id text references sandbox_posts(id) on delete cascade,
      position ${int} check (position between 1 and 4),
      check ((post_id is null) = (position is null))
    )${strict}`,
    `create index sandbox_media_in_order on sandbox_media(length(id), id)`,
    `create index sandbox_media_by_user on sandbox_media(sandbox_user_id, created_at)`,
    `create unique index sandbox_media_by_post on sandbox_media(post_id, position) where post_id is not null`,
    `create index sandbox_media_unused on sandbox_media(expires_at) where post_id is null`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
