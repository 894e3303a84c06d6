// Nodes: which of several running Linnets holds a lease, and which database it was taken from. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
  create table nodes (
    id text primary key,
    name text not null,
    version text not null,
    started_at integer not null,
    beat_at integer not null,
    beats integer not null default 0,
    lost_at integer
  ) strict`.execute(db);
  await sql`
  create table engine (
    id integer primary key check (id = 1),
    system_identifier text,
    timeline text,
    key_probe text
  ) strict`.execute(db);
  for (const table of ["tweets", "generation_tasks", "bots", "analyses"])
    await sql`alter table ${sql.table(table)} add column lease_node text`.execute(db);
  await sql`create unique index sandbox_users_by_handle on sandbox_users(lower(handle))`.execute(db);
}
