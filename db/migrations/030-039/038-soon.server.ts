// A Post Now that waits five seconds and can be taken back, and what a person prefers on the screens. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const int = kind === "sqlite" ? "integer" : "bigint";
  return [
    `alter table tweets add column undo_until ${int} check (undo_until is null or state <> 'pending')`,
    `alter table tweets add column undo_to text check (undo_to is null or (state = 'scheduled' and undo_until is not null))`,
    `create index tweets_soon on tweets(undo_until) where state = 'scheduled' and undo_until is not null`,
    `create index tweets_soon_by_account on tweets(account_id) where state = 'scheduled' and undo_until is not null`,
    // Without what goes out in a moment: that is on nobody's timeline, and stands in the way of nothing that is.
    `drop index tweets_waiting`,
    `create index tweets_waiting on tweets(account_id, due_at) where state = 'scheduled' and undo_until is null`,
    `alter table users add column waits_to_post ${int} not null default 0 check (waits_to_post in (0, 1))`,
    `alter table users add column has_keys ${int} not null default 1 check (has_keys in (0, 1))`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
