// Whom a named key is for: null everybody who may have one, else the one way in at which it serves. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  // A check can't be widened on SQLite without a new table, so each way in that takes named keys stands in it.
  await sql.raw(`alter table named_keys add column audience text check (audience in ('mcp', 'api'))`).execute(db);
}
