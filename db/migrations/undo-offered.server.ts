// Adds when a user was offered five seconds to undo Post Now. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.server";

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  const type = kind === "sqlite" ? "integer" : "bigint";
  await sql.raw(`alter table users add column undo_offered_at ${type}`).execute(db);
}
