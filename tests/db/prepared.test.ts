// Queries that are built once: each call answers for its own values, whatever their order, and in any database.
import { type Kysely, sql } from "kysely";
import { expect, it, onTestFinished, vi } from "vitest";
import { among, type Db } from "~db/database.server";
import { openDb } from "~db/sqlite/open.server";
import { prepared } from "~db/prepared.server";
import { Sqlite3 } from "~db/sqlite/driver.server";

/** A table of the test's own. */
interface Birds {
  birds: { name: string; size: number };
}
const birdsOf = (db: unknown) => (db as Kysely<Birds>).selectFrom("birds");

function dbWith(...names: string[]): Db {
  const { db, sqlite } = openDb(":memory:");
  onTestFinished(() => db.destroy());
  sqlite.exec("create table birds (name text not null, size integer not null)");
  names.forEach((name, size) => sqlite.prepare("insert into birds values (?, ?)").run(name, size));
  return db;
}

it("is built once, and answers each call for its own values", async () => {
  let built = 0;
  type Ask = Record<"min" | "max" | "limit", number> & { not: string };
  const find = prepared((db, { min, max, not, limit }: Ask) => {
    built += 1;
    // Not in the order of their names, and with a value of its own between them.
    return birdsOf(db)
      .select("name")
      .where("size", "<=", max)
      .where("name", "not in", ["jay", not])
      .where("size", ">=", min)
      .orderBy("size")
      .limit(limit);
  });
  const db = dbWith("linnet", "wren", "owl", "jay");
  const all: Ask = { min: 0, max: 3, limit: 9, not: "" };
  const namesFor = async (ask: Ask, where = db) => (await find(where, ask)).map(({ name }) => name);

  expect(await namesFor(all)).toEqual(["linnet", "wren", "owl"]);
  expect(await namesFor({ ...all, min: 1, not: "owl" })).toEqual(["wren"]);
  expect(await namesFor({ ...all, limit: 1, not: "linnet" })).toEqual(["wren"]);
  const atOnce = [0, 1, 2].map((size) => namesFor({ ...all, min: size, max: size }));
  expect(await Promise.all(atOnce)).toEqual([["linnet"], ["wren"], ["owl"]]);
  expect(await namesFor(all, dbWith("tit"))).toEqual(["tit"]);
  const within = await db.transaction().execute((trx) => find(trx, { ...all, min: 2 }));
  expect(within).toEqual([{ name: "owl" }]);
  expect(built).toBe(1);
});

it("has in its text what never changes, and no limit for which SQLite would read it anew each time", async () => {
  const db = dbWith("linnet", "o'wl");
  const find = prepared((db, { min, limit }: { min: number; limit: number }) =>
    birdsOf(db)
      .select("name")
      .where("size", ">=", min)
      .where("name", "=", "o'wl")
      .where("size", "<", 9)
      .where((bird) => bird.exists(birdsOf(db).select("size").limit(1)))
      .limit(limit),
  );
  const prepare = vi.spyOn(Sqlite3.prototype, "prepare");
  onTestFinished(() => prepare.mockRestore());
  expect(await find(db, { min: 0, limit: 5 })).toEqual([{ name: "o'wl" }]);
  expect(await find(db, { min: 2, limit: 5 })).toEqual([]);
  expect(await find(db, { min: 0, limit: 0 })).toEqual([]);
  await birdsOf(db).select("name").limit(2).execute();
  expect(prepare.mock.calls.flat()).toEqual([
    `select "name" from "birds" where "size" >= ? and "name" = 'o''wl' and "size" < 9` +
      ` and exists (select "size" from "birds" limit 1) limit ? + 0`,
    `select "name" from "birds" limit 2`,
  ]);
});

it("says so where a query looks at a value that it hasn't got yet", async () => {
  const looking = prepared((db, { min }: { min: number }) =>
    birdsOf(db)
      .select("name")
      .where("size", ">=", min > 1 ? min : 1),
  );
  await expect(looking(dbWith("linnet"), { min: 2 })).rejects.toThrow('"min" has no value yet');
});

it("takes a list for each call, of any length", async () => {
  const db = dbWith("linnet", "wren", "owl");
  const named = prepared(
    (_, { names }: { names: readonly string[] }) => sql<{ name: string }>`
    select name from birds where ${among(db, "name", names, "text")} order by name`,
  );
  expect(await named(db, { names: ["wren", "linnet", "jay"] })).toEqual([{ name: "linnet" }, { name: "wren" }]);
  expect(await named(db, { names: [] })).toEqual([]);
  expect(await named(db, { names: ["o'wl", 'ow"l', "owl"] })).toEqual([{ name: "owl" }]);
});
