// Tasks of other kinds than a batch: a tweet's words said again. And the words that a tweet had before. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

const statementsFor = (kind: Dialect["kind"]): string[] => {
  const [int, strict] = kind === "sqlite" ? ["integer", " strict"] : ["bigint", ""];
  return [
    `alter table generation_tasks add column kind text not null default 'batch'
      check (kind in ('batch', 'refine', 'sibling', 'again'))`,
    `alter table generation_tasks add column tweet_id ${int} references tweets(id) on delete set null`,
    `alter table generation_tasks add column answer_id ${int}`,
    `alter table generation_tasks add column content text`,
    `alter table generation_tasks add column instruction text`,
    `alter table generation_tasks add column words text`,
    `alter table generation_tasks add column note text`,
    `create index generation_tasks_by_tweet on generation_tasks(tweet_id, created_at) where tweet_id is not null`,
    `create table tweet_versions (
      tweet_id ${int} not null references tweets(id) on delete cascade,
      version_no ${int} not null,
      content text not null,
      written_at ${int} not null,
      written_by text not null check (written_by in ('person', 'writer', 'bot')),
      instruction text,
      words text,
      primary key (tweet_id, version_no)
    )${strict}`,
  ];
};

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  for (const statement of statementsFor(kind)) await sql.raw(statement).execute(db);
}
