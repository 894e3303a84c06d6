// When an idea was discarded, and the index that a person's ideas are listed and searched by. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  // SQLite reads a person's words from the index alone, wherever others' rows lie. Postgres keeps no text of this length
  // in an index, and reads the rows.
  const [int, words] = kind === "sqlite" ? ["integer", ", fingerprint, content"] : ["bigint", ""];
  return [
    `alter table tweets add column discarded_at ${int}
      check (discarded_at is null or state in ('pending', 'failed'))`,
    `drop index tweets_unsent`,
    `create index tweets_ideas on tweets(user_id, id${words})
      where state in ('pending', 'failed') and discarded_at is null`,
    `create index tweets_discarded on tweets(user_id, discarded_at, id) where discarded_at is not null`,
    `create index tweets_discarded_by_time on tweets(discarded_at) where discarded_at is not null`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
