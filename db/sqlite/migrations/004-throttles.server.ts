// What throttles have counted, so that a restart forgives nothing. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `create table throttles (
    key text primary key,
    points integer not null,
    expires_at integer not null
  ) strict, without rowid`,
  `create index throttles_ended on throttles(expires_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
