// Statements for many rows: whatever their number, each row is carried out once, in its order, with its own values.
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import type { Db } from "~db/database.server";
import { openDb } from "~db/sqlite/open.server";
import { preparedRows } from "~db/rows.server";

function dbWith(...names: string[]) {
  const { db, sqlite } = openDb(":memory:");
  onTestFinished(() => db.destroy());
  sqlite.exec("create table birds (id integer primary key, name text not null, size integer, egg text) strict");
  names.forEach((name, size) => sqlite.prepare("insert into birds (name, size) values (?, ?)").run(name, size));
  const all = () => sqlite.prepare("select name, size, egg from birds order by id").raw().all();
  return { db, sqlite, all };
}

const insert = preparedRows(
  { name: "text", size: "int", egg: "text" },
  (row, rows) => sql`insert into birds (name, size, egg) select ${row.name}, ${row.size}, ${row.egg} from ${rows}`,
);

it("takes any number of rows, in their order", async () => {
  for (const count of [0, 1, 2, 3, 63, 64, 65, 127, 128, 450]) {
    const { db, all } = dbWith();
    const birds = Array.from({ length: count }, (_, size) => ({ name: `bird ${size}`, size, egg: null }));
    await insert(db, birds);
    expect(all()).toEqual(birds.map(({ name, size }) => [name, size, null]));
  }
});

it("hands over values as they are, and null for what a row leaves out", async () => {
  const { db, all } = dbWith();
  const text = `o'w"l', ?1 \u{1F426} \\ {"size":1}`;
  await insert(db, [
    { name: text, size: 2 ** 53 - 1, egg: "" },
    { name: "", egg: undefined },
    { name: "x".repeat(5_000), size: -1, egg: null },
  ]);
  expect(all()).toEqual([
    [text, 2 ** 53 - 1, ""],
    ["", null, null],
    ["x".repeat(5_000), -1, null],
  ]);
});

it("answers the rows of all of its statements", async () => {
  const { db } = dbWith(...Array.from({ length: 100 }, (_, n) => `bird ${n}`));
  const grow = preparedRows(
    { name: "text", by: "int" },
    (row, rows) => sql<{ name: string; size: number }>`
      update birds set size = size + ${row.by} from ${rows} where birds.name = ${row.name} returning birds.name, size`,
  );
  const known = Array.from({ length: 100 }, (_, n) => ({ name: `bird ${n}`, by: n }));
  const grown = await grow(db, [{ name: "nobody", by: 1 }, ...known, { name: "nobody else", by: 1 }]);
  const bySize = grown.toSorted((one, other) => one.size - other.size);
  expect(bySize).toEqual(known.map(({ name }, n) => ({ name, size: 2 * n })));
});

it("keeps a statement for each power of two, in any database", async () => {
  let built = 0;
  const add = preparedRows({ name: "text" }, (row, rows) => {
    built += 1;
    return sql`insert into birds (name) select ${row.name} from ${rows}`;
  });
  const named = (count: number) => Array.from({ length: count }, (_, n) => ({ name: String(n) }));
  for (let count = 0; count <= 200; count += 1) await add(dbWith().db, named(count));
  expect(built).toBe(7);
  const { db, all } = dbWith();
  await db.transaction().execute((trx: Db) => add(trx, named(70)));
  expect(all()).toHaveLength(70);
});

it("refuses a statement with a value of its own, which would take the place of a row's", async () => {
  const { db } = dbWith("wren");
  const wrong = preparedRows(
    { name: "text" },
    (row, rows) => sql`update birds set size = ${7} from ${rows} where birds.name = ${row.name}`,
  );
  await expect(wrong(db, [{ name: "wren" }])).rejects.toThrow("takes no values but theirs");
});
