// Indexes for what was found by SQLite's own row numbers before. Frozen.
import { type Kysely, sql } from "kysely";

const statements = [
  `create index batches_by_model on batches(model, created_at, id)`,
  `create index sandbox_users_in_order on sandbox_users(length(id), id)`,
  `create index sandbox_posts_in_order on sandbox_posts(length(id), id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
