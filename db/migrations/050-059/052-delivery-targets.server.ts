// The targets that something waits for are found one after the other, however much waits for each. Frozen.
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index deliveries_by_target on deliveries(channel, target_id, due_at) where state = 'waiting'`)
    .execute(db);
}
