// The sandbox's duplicate guard compares by number what it compared by text, out of the index alone. Frozen.
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sandbox_posts add column gist integer not null default 0`.execute(db);
  const { rows } = await sql<{ id: string; text: string }>`select id, text from sandbox_posts`.execute(db);
  for (const { id, text } of rows)
    await sql`update sandbox_posts set gist = ${gistOf(text)} where id = ${id}`.execute(db);
  await sql`drop index sandbox_posts_by_user`.execute(db);
  await sql`create index sandbox_posts_by_user on sandbox_posts(sandbox_user_id, created_at, gist)`.execute(db);
}

const gistOf = (text: string): number =>
  createHash("sha256").update(text.normalize("NFC").trim()).digest().readUIntBE(0, 6);
