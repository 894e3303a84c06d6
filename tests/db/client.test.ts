// How a database answers: rows by the names of their columns, as whoever asks for them finds them.
import { type Kysely, sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { openDb } from "~db/sqlite/open.server";

interface Birds {
  birds: { id: number; name: string; size: number | null; egg: Uint8Array | null };
}

const open = () => {
  const { db, sqlite } = openDb(":memory:");
  onTestFinished(() => db.destroy());
  sqlite.exec("create table birds (id integer primary key, name text not null, size integer, egg blob)");
  return { db: db as unknown as Kysely<Birds>, sqlite };
};
const birds = () => open().db;

it("answers each row by its columns' names, whatever is in it", async () => {
  const db = birds();
  const egg = new Uint8Array([0, 255, 7]);
  const linnet = { id: 1, name: "linnet", size: 13, egg: Buffer.from(egg) };
  const owl = { id: 2, name: "owl", size: null, egg: null };
  const inserted = await db
    .insertInto("birds")
    .values([{ ...linnet, egg }, owl])
    .returningAll()
    .execute();
  expect(inserted).toEqual([linnet, owl]);
  expect(await db.selectFrom("birds").selectAll().orderBy("id").execute()).toEqual([linnet, owl]);
  expect(await db.selectFrom("birds").select(["size", "name"]).where("id", "=", 2).execute()).toEqual([
    { size: null, name: "owl" },
  ]);
  expect(await db.selectFrom("birds").selectAll().where("id", "=", 3).execute()).toEqual([]);
});

it("counts what was written where nothing is answered", async () => {
  const db = birds();
  const { insertId } = await db
    .insertInto("birds")
    .values({ id: 7, name: "jay", size: null, egg: null })
    .executeTakeFirstOrThrow();
  expect(insertId).toBe(7n);
  const updated = await db.updateTable("birds").set({ size: 34 }).where("id", "=", 7).executeTakeFirstOrThrow();
  expect(updated.numUpdatedRows).toBe(1n);
  expect((await db.deleteFrom("birds").executeTakeFirstOrThrow()).numDeletedRows).toBe(1n);
});

it("answers rows one by one as it does all at once", async () => {
  const db = birds();
  await sql`insert into birds (name, size) values ('wren', 10), ('tit', 12)`.execute(db);
  const query = db.selectFrom("birds").select(["name", "size"]).orderBy("size");
  const streamed = [];
  for await (const row of query.stream()) streamed.push(row);
  expect(streamed).toEqual(await query.execute());
  expect(streamed).toEqual([
    { name: "wren", size: 10 },
    { name: "tit", size: 12 },
  ]);
});

it("answers the last of two columns of one name, as better-sqlite3 does", async () => {
  const { rows } = await sql`select 1 as size, 'wren' as name, 2 as size`.execute(birds());
  expect(rows).toEqual([{ size: 2, name: "wren" }]);
});

it("names the columns of a kept statement anew where a migration has taken some away", async () => {
  const { db, sqlite } = open();
  await sql`insert into birds (name, size) values ('owl', 38)`.execute(db);
  const all = db.selectFrom("birds").selectAll();
  expect(await all.execute()).toEqual([{ id: 1, name: "owl", size: 38, egg: null }]);
  sqlite.exec("alter table birds drop column name");
  expect(await all.execute()).toEqual([{ id: 1, size: 38, egg: null }]);
});
