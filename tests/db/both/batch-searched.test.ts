// Step 050 on both databases: what is known of a search of former batches, and nothing that isn't.
import { afterEach, beforeEach, expect, it } from "vitest";
import { sql } from "kysely";
import type { Db } from "~db/database.server";
import { migrate } from "~db/migrate.server";
import { openTestDatabase } from "~tests/support/databases/database";

const step = "050-batch-searched";

let db: Db;
let close: (end: { isQuiet: boolean }) => Promise<void>;
beforeEach(async () => {
  ({ db, close } = await openTestDatabase());
  // As step 049 left it.
  await sql`alter table batches drop column searched`.execute(db);
  await sql`delete from migrations where name = ${step}`.execute(db);
  const user = { email: "alice@linnet.example", password_hash: "x", timezone: "UTC", created_at: 1 };
  await db
    .insertInto("users")
    .values({ id: "u1", ...user })
    .execute();
});
afterEach(() => close({ isQuiet: false }));

const found = '[{"title":"a","url":"https://a.example/"}]';
const former: [
  asked: 0 | 1,
  writer: "gemini" | "demo",
  sources: string,
  suggestions: string | null,
  is: number | null,
][] = [
  [0, "gemini", "[]", null, null],
  [0, "demo", "[]", null, null],
  [1, "gemini", found, null, 1],
  [1, "gemini", "[]", "<p>chip</p>", 1],
  [1, "gemini", "[]", null, null],
  [1, "demo", "[]", null, 0],
];

it("a batch of before has searched where it found something, and no batch has searched a little", async () => {
  for (const [n, [web_search, writer, sources, search_suggestions]] of former.entries()) {
    const batch = {
      id: `b${n}`,
      user_id: "u1",
      topic: "tea",
      model: "m",
      input_tokens: 1,
      output_tokens: 1,
      created_at: n,
    };
    await db
      .insertInto("batches")
      .values({ ...batch, web_search, writer, sources, search_suggestions })
      .execute();
  }
  expect(await migrate(db)).toEqual([step]);
  const rows = await db.selectFrom("batches").select("searched").orderBy("created_at").execute();
  expect(rows.map(({ searched }) => searched)).toEqual(former.map(([, , , , is]) => is));
  await expect(sql`update batches set searched = 2`.execute(db)).rejects.toThrow(/check/i);
});
