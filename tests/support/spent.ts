// What a whole server has spent since a moment, summed table by table: beside what each person's share is held against.
import { sql } from "kysely";
import type { Db } from "~db/database.server";

/** In millionths of a US dollar. */
export async function sumSpent(db: Db, since: number): Promise<number> {
  const { rows } = await sql<{ micros: number | string | null }>`
    select (select coalesce(sum(price_micros), 0) from attempts
        where started_at >= ${since} and outcome in ('sending', 'published', 'unknown'))
      + (select coalesce(sum(price_micros), 0) from paid_reads where read_at >= ${since})
      + (select coalesce(sum(price_micros), 0) from paid_calls where made_at >= ${since})
      + (select coalesce(sum(price_micros), 0) from deletions where called_at >= ${since}) as micros`.execute(db);
  return Number(rows[0]?.micros ?? 0);
}
