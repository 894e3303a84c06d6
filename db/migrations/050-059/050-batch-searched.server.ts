// Whether the web was searched for a batch, beside whether that was asked for. Frozen.
import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.server";

export async function up(db: Kysely<unknown>, kind: Dialect["kind"]): Promise<void> {
  const int = kind === "sqlite" ? "integer" : "bigint";
  await sql.raw(`alter table batches add column searched ${int} check (searched in (0, 1))`).execute(db);
  // Of those that were asked for before it is known where something was found, and of the demo writer, which searches nothing.
  await sql`update batches
    set searched = case when writer = 'demo' then 0 when sources <> '[]' or search_suggestions is not null then 1 end
    where web_search = 1`.execute(db);
}
