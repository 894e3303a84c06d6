// What the nodes' session secret is compared by, beside the probe of their key. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table engine add column session_probe text").execute(db);
}
