// The schema of Postgres is the one of SQLite: read back from both, and compared line by line.
import { expect, it } from "vitest";
import { migrate } from "~db/migrate.server";
import { openDb } from "~db/sqlite/open.server";
import { openTestDatabase } from "~tests/support/databases/database";
import { readSchema } from "~tests/support/databases/schema";

/** What one has and the other has not, with the reason. Nothing else may differ. */
const onSqliteAlone: Record<string, string> = {
  "sandbox_users: unique handle": "from before step 017; the index sandbox_users_by_handle says the same of every case",
  "attempts.id: int, not null": "an integer key of SQLite gives ids by itself",
  "index tweets_ideas on tweets: user_id, id, fingerprint, content where state in 'pending', 'failed' and discarded_at is null":
    "Postgres keeps no text of this length in an index (migration 033)",
};
const onPostgresAlone: Record<string, string> = {
  "attempts.id: int, not null, gives ids": "the same",
  "index tweets_ideas on tweets: user_id, id where state in 'pending', 'failed' and discarded_at is null": "the same",
};

it("both databases have the same tables, columns, keys, checks, references and indexes", async () => {
  const { db: sqlite } = openDb(":memory:");
  await migrate(sqlite);
  const { db: postgres, close } = await openTestDatabase();
  const [one, other] = [await readSchema(sqlite), await readSchema(postgres)];
  await close();
  await sqlite.destroy();
  // Read at all: each table has columns and a key.
  expect(one.filter((line) => line.includes(": primary key ")).length).toBeGreaterThan(20);
  expect(one.filter((line) => !other.includes(line))).toEqual(Object.keys(onSqliteAlone).sort());
  expect(other.filter((line) => !one.includes(line))).toEqual(Object.keys(onPostgresAlone).sort());
});
