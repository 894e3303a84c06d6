// Step 048 on both databases: why a webhook is disabled becomes a word, for what was written before there was one.
import { afterEach, beforeEach, expect, it } from "vitest";
import { sql } from "kysely";
import type { Db } from "~db/database.server";
import { migrate } from "~db/migrate.server";
import { openTestDatabase } from "~tests/support/databases/database";

const step = "048-disabled-codes";

let db: Db;
let close: (end: { isQuiet: boolean }) => Promise<void>;
beforeEach(async () => {
  ({ db, close } = await openTestDatabase());
  // As step 047 left it.
  await sql`alter table webhooks drop column disabled_code`.execute(db);
  await sql`delete from migrations where name = ${step}`.execute(db);
  const user = { email: "alice@linnet.example", password_hash: "x", timezone: "UTC", created_at: 1 };
  await db
    .insertInto("users")
    .values({ id: "u1", ...user })
    .execute();
});
afterEach(() => close({ isQuiet: false }));

const former: [reason: string | null, code: string | null][] = [
  [null, null],
  ["You disabled it", "person"],
  ["Its receiver said that it is gone", "gone"],
  ["It did not answer for three days", "unanswered"],
  ["A backup was put back, which may not know what you changed since", "restored"],
  ["Words of a version that nobody has", null],
];

it("each that was disabled before has the code of its sentence, and one that is told has none", async () => {
  for (const [n, [reason]] of former.entries()) {
    const created = {
      id: `h${n}`,
      user_id: "u1",
      url: "https://a.example/",
      events: '["*"]',
      secret: "s",
      created_at: n,
    };
    const disabled = { disabled_at: reason === null ? null : 7, disabled_reason: reason };
    await db
      .insertInto("webhooks")
      .values({ ...created, ...disabled })
      .execute();
  }
  expect(await migrate(db)).toEqual([step]);
  const rows = await db
    .selectFrom("webhooks")
    .select(["disabled_reason", "disabled_code"])
    .orderBy("created_at")
    .execute();
  expect(rows.map((row) => [row.disabled_reason, row.disabled_code])).toEqual(former);
  const set = (change: object, id: string) => db.updateTable("webhooks").set(change).where("id", "=", id).execute();
  // One that is told is disabled by nobody, and nobody else than these disables one.
  await expect(set({ disabled_code: "person" }, "h0")).rejects.toThrow(/check/i);
  await expect(set({ disabled_code: "weather" }, "h1")).rejects.toThrow(/check/i);
  await expect(set({ disabled_at: null, disabled_reason: null }, "h1")).rejects.toThrow(/check/i);
});
