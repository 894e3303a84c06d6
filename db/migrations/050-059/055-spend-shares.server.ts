// What the operator lets one person spend a day, and the way to a person's tweets by their place. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  const int = kind === "sqlite" ? "integer" : "bigint";
  await sql.raw(`alter table users add column spend_share_micros ${int} check (spend_share_micros > 0)`).execute(db);
  await sql.raw(`create index tweets_of_person on tweets(user_id, placed_at) where state <> 'pending'`).execute(db);
}
