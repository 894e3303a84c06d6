// What the database's door promises on SQLite and Postgres alike, whichever this project's tests run on.
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  among,
  commitTogether,
  type Db,
  inTransaction,
  isAnswering,
  isOrphan,
  isUniqueViolation,
  skippingLocked,
  storageFault,
  type Transaction,
} from "~db/database.server";
import { prepared } from "~db/prepared.server";
import { preparedRows } from "~db/rows.server";
import { isOnPostgres, openTestDatabase } from "~tests/support/databases/database";

/** A table of the test's own. */
interface Birds {
  birds: { id: number; name: string; size: number | null };
}
const birdsOf = (db: Db) => db as unknown as Kysely<Birds>;

let db: Db;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ db, close } = await openTestDatabase());
  const type = sql.raw(isOnPostgres ? "bigint" : "integer");
  await sql`create table birds (id ${type} primary key, name text not null unique, size ${type})`.execute(db);
});
afterEach(async () => {
  await sql`drop table birds`.execute(db);
  await close();
});

const add = async (to: Db, id: number, name: string, size: number | null = null): Promise<string> => {
  await birdsOf(to).insertInto("birds").values({ id, name, size }).execute();
  return name;
};
const names = async (): Promise<string[]> =>
  (await birdsOf(db).selectFrom("birds").select("name").orderBy("id").execute()).map(({ name }) => name);

describe("a transaction", () => {
  it("keeps all that it wrote, and returns what its body does", async () => {
    const body = async (trx: Transaction) => [await add(trx, 1, "wren"), await add(trx, 2, "owl")];
    expect(await inTransaction(db, body)).toEqual(["wren", "owl"]);
    expect(await names()).toEqual(["wren", "owl"]);
  });

  it("keeps nothing where its body throws, and throws the same", async () => {
    const fault = new Error("no");
    const body = async (trx: Transaction) => {
      await add(trx, 1, "wren");
      throw fault;
    };
    await expect(inTransaction(db, body)).rejects.toBe(fault);
    expect(await names()).toEqual([]);
  });

  it("that a constraint refuses leaves the handle as good as it was", async () => {
    await add(db, 1, "wren");
    const twice = inTransaction(db, async (trx) => [await add(trx, 2, "owl"), await add(trx, 3, "wren")]);
    await expect(twice).rejects.toSatisfy((error) => isUniqueViolation(db, error));
    expect(await names()).toEqual(["wren"]);
    await inTransaction(db, (trx) => add(trx, 2, "owl"));
    expect(await names()).toEqual(["wren", "owl"]);
  });

  it("sees what it has written itself", async () => {
    const seen = await inTransaction(db, async (trx) => {
      await add(trx, 1, "wren");
      return birdsOf(trx).selectFrom("birds").select("name").execute();
    });
    expect(seen).toEqual([{ name: "wren" }]);
  });
});

describe("writes that are ready together", () => {
  it("are kept each for itself: one that throws is undone alone, and only its caller is told", async () => {
    await add(db, 1, "wren");
    const write = (id: number, name: string) => commitTogether(db, (trx) => add(trx, id, name));
    const half = commitTogether(db, async (trx) => {
      await add(trx, 7, "jay");
      throw new Error("changed my mind");
    });
    const ends = await Promise.allSettled([write(2, "tit"), write(3, "wren"), half, write(4, "owl")]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(ends[1]).toMatchObject({ reason: expect.toSatisfy((error) => isUniqueViolation(db, error)) as unknown });
    expect(ends[2]).toMatchObject({ reason: new Error("changed my mind") });
    expect(await names()).toEqual(["wren", "tit", "owl"]);
  });

  it("are there for whoever asks afterwards", async () => {
    await commitTogether(db, (trx) => add(trx, 1, "wren"));
    expect(await names()).toEqual(["wren"]);
  });
});

describe("a list", () => {
  const odd = ["o'wl", 'ow"l', "a,b", "{a}", "\\", "", "null", "\u{1F426}"];

  it.each([
    ["none", []],
    ["one", ["wren"]],
    ["many", ["wren", "owl", "nobody"]],
  ])("of %s of its texts is asked for as it is", async (_count, wanted) => {
    for (const [id, name] of ["wren", "owl", "jay"].entries()) await add(db, id, name);
    const { rows } = await sql<{ name: string }>`
      select name from birds where ${among(db, "name", wanted, "text")} order by id`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual(["wren", "owl"].filter((name) => wanted.includes(name)));
  });

  it("of numbers may be empty, or hold a thousand", async () => {
    for (const id of [1, 2, 2 ** 53 - 1]) await add(db, id, `bird ${id}`);
    const find = prepared((_, { ids }: { ids: readonly number[] }) =>
      birdsOf(db)
        .selectFrom("birds")
        .select("id")
        .where(among(db, "id", ids, "int"))
        .orderBy("id"),
    );
    const found = async (ids: number[]) => (await find(db, { ids })).map(({ id }) => id);
    expect(await found([])).toEqual([]);
    expect(await found([2])).toEqual([2]);
    expect(await found([2 ** 53 - 1, 1, ...Array.from({ length: 1_000 }, (_, n) => n + 10)])).toEqual([1, 2 ** 53 - 1]);
  });

  it("takes texts that look like something else", async () => {
    for (const [id, name] of odd.entries()) await add(db, id, name);
    for (const name of odd) {
      const { rows } = await sql<{ name: string }>`
        select name from birds where ${among(db, "name", [name, "nobody"])}`.execute(db);
      expect(rows).toEqual([{ name }]);
    }
  });

  it("of rows is written whatever its length, and each row answers", async () => {
    const insert = preparedRows(
      { id: "int", name: "text", size: "int" },
      (row, rows) => sql<{ id: number }>`
        insert into birds (id, name, size) select ${row.id}, ${row.name}, ${row.size} from ${rows} returning id`,
    );
    let id = 0;
    for (const count of [0, 1, 2, 63, 64, 65, 450]) {
      const birds = Array.from({ length: count }, () => ({ id: (id += 1), name: `${odd[id % 8]} ${id}`, size: id }));
      const answered = await inTransaction(db, (trx) => insert(trx, birds));
      expect(answered.map((row) => row.id).toSorted((a, b) => a - b)).toEqual(birds.map((bird) => bird.id));
    }
    await inTransaction(db, (trx) => insert(trx, [{ id: 0, name: "no size" }]));
    const all = await birdsOf(db).selectFrom("birds").selectAll().orderBy("id").execute();
    expect(all).toEqual(
      Array.from({ length: id + 1 }, (_, n) => ({
        id: n,
        name: n === 0 ? "no size" : `${odd[n % 8]} ${n}`,
        size: n === 0 ? null : n,
      })),
    );
  });
});

describe("numbers", () => {
  const sizes = async (...all: (number | null)[]) => {
    for (const [id, size] of all.entries()) await add(db, id, `bird ${id}`, size);
  };

  it("come as numbers, also those that a question makes", async () => {
    await sizes(1, 2, null, 2 ** 53 - 1);
    const row = await birdsOf(db)
      .selectFrom("birds")
      .select(({ fn }) => [
        fn.countAll<number>().as("all"),
        fn.count<number>("size").as("sized"),
        fn.min("size").as("min"),
        fn.max("size").as("max"),
        fn.sum<number>("size").filterWhere("size", "<", 9).as("sum"),
        fn.avg<number>("size").filterWhere("size", "<", 9).as("avg"),
        fn.sum<number | null>("size").filterWhere("size", "<", 0).as("none"),
      ])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ all: 4, sized: 3, min: 1, max: 2 ** 53 - 1, sum: 3, avg: 1.5, none: null });
  });

  it("of changed rows are told as bigint", async () => {
    await sizes(1, 2, 3);
    const changed = await birdsOf(db).updateTable("birds").set({ size: 9 }).where("size", ">", 1).executeTakeFirst();
    expect(changed.numUpdatedRows).toBe(2n);
    expect((await birdsOf(db).deleteFrom("birds").where("size", "=", 9).executeTakeFirst()).numDeletedRows).toBe(2n);
    expect((await birdsOf(db).deleteFrom("birds").where("size", "=", 9).executeTakeFirst()).numDeletedRows).toBe(0n);
  });

  it("that are missing stand where an order says, first or last", async () => {
    await sizes(2, null, 1);
    const ordered = async (place: "nullsFirst" | "nullsLast") =>
      (
        await birdsOf(db)
          .selectFrom("birds")
          .select("size")
          .orderBy("size", (size) => size.asc()[place]())
          .execute()
      ).map(({ size }) => size);
    expect(await ordered("nullsFirst")).toEqual([null, 1, 2]);
    expect(await ordered("nullsLast")).toEqual([1, 2, null]);
  });
});

describe("a fault", () => {
  it("of a row that is there already is told from others", async () => {
    await add(db, 1, "wren");
    const faultOf = (work: Promise<unknown>) =>
      work.then(
        () => expect.fail("nothing went wrong"),
        (error: unknown) => [isUniqueViolation(db, error), storageFault(error)],
      );
    expect(await faultOf(add(db, 1, "owl"))).toEqual([true, null]);
    expect(await faultOf(add(db, 2, "wren"))).toEqual([true, null]);
    expect(await faultOf(sql`insert into birds (id, name) values (3, null)`.execute(db))).toEqual([false, null]);
    expect(await faultOf(sql`select * from nothing`.execute(db))).toEqual([false, null]);
    expect(isUniqueViolation(db, new Error("no"))).toBe(false);
  });

  it("of a row that refers to nothing is told from others", async () => {
    const session = { id_hash: "none", user_id: "nobody", created_at: 0, seen_at: 0, expires_at: 0 };
    const faults = [
      db.insertInto("sessions").values(session).execute(),
      add(db, 1, "wren").then(() => add(db, 1, "owl")),
    ];
    const ends = await Promise.allSettled(faults);
    expect(ends.map((end) => end.status === "rejected" && isOrphan(db, end.reason))).toEqual([true, false]);
  });

  it("is none while the database answers", async () => {
    expect(await isAnswering(db)).toBe(true);
  });
});

it("a select of what is to be claimed may end with what leaves out what others have locked", async () => {
  await add(db, 1, "wren");
  const claim = (trx: Transaction) =>
    sql<{ id: number }>`select id from birds order by id limit 9 ${skippingLocked(trx, "birds")}`.execute(trx);
  expect((await inTransaction(db, claim)).rows).toEqual([{ id: 1 }]);
});
