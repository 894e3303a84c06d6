// Transactions of Postgres that lose: against one another they begin again, and what they lock is waited for or left out.
import { type AddressInfo, createServer } from "node:net";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { knownFault } from "~/http/api/fault.server";
import { commitTogether, type Db, inTransaction, skippingLocked, storageFault } from "~db/database.server";
import { faultOf, noteDatabaseError } from "~db/postgres/faults.server";
import { openPostgres } from "~db/postgres/open.server";
import { openTestDatabase } from "~tests/support/databases/database";
import { freePort } from "~tests/support/databases/postgres";

interface Birds {
  birds: { id: number; size: number };
}

let db: Db;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ db, close } = await openTestDatabase());
  await sql`create table birds (id bigint primary key, size bigint not null)`.execute(db);
  await sql`insert into birds values (1, 0), (2, 0)`.execute(db);
});
afterEach(async () => {
  await sql`drop table birds`.execute(db);
  await close();
});

const birdsOf = (handle: Db) => handle as unknown as Kysely<Birds>;
const grow = (handle: Db, id: number) =>
  birdsOf(handle)
    .updateTable("birds")
    .set((bird) => ({ size: bird("size", "+", 1) }))
    .where("id", "=", id)
    .execute();
const sizes = async () =>
  (await birdsOf(db).selectFrom("birds").select("size").orderBy("id").execute()).map(({ size }) => size);
const faultWith = (code: string) => Object.assign(new Error(`as Postgres says ${code}`), { code });

/** Two that lock two rows in opposite orders, each once the other has its first; how often they ran. */
async function againstEachOther(transact: (body: (trx: Db) => Promise<unknown>) => Promise<unknown>): Promise<number> {
  let runs = 0;
  let tellBoth = () => {};
  const bothHaveOne = new Promise<void>((resolve) => (tellBoth = resolve));
  const lockIn = (first: number, second: number) => async (trx: Db) => {
    await grow(trx, first);
    if ((runs += 1) === 2) tellBoth();
    await bothHaveOne;
    await grow(trx, second);
  };
  await Promise.all([transact(lockIn(1, 2)), transact(lockIn(2, 1))]);
  return runs;
}

describe("two that wait for each other", () => {
  // Who lost may take its row again before the other has woken: then it loses once more.
  it("both come to their end, and the one that lost has run again", async () => {
    expect(await againstEachOther((body) => inTransaction(db, body))).toBeGreaterThanOrEqual(3);
    expect(await sizes()).toEqual([2, 2]);
  });

  it("and share transactions with others come to theirs likewise", async () => {
    expect(await againstEachOther((body) => commitTogether(db, body))).toBeGreaterThanOrEqual(3);
    expect(await sizes()).toEqual([2, 2]);
  });
});

describe("a transaction", () => {
  const failing = (code: string, times: number) => {
    let runs = 0;
    const ended = inTransaction(db, async (trx) => {
      await grow(trx, 1);
      if ((runs += 1) <= times) throw faultWith(code);
      return runs;
    });
    return ended.then(
      (value) => ({ value, runs }),
      (error: unknown) => ({ error: (error as { code?: string }).code, runs }),
    );
  };

  it.each(["40001", "40P01"])("that lost against another (%s) begins again, and is written once", async (code) => {
    expect(await failing(code, 2)).toEqual({ value: 3, runs: 3 });
    expect(await sizes()).toEqual([1, 0]);
  });

  it("that loses six times is given up", async () => {
    expect(await failing("40001", 99)).toEqual({ error: "40001", runs: 6 });
    expect(await sizes()).toEqual([0, 0]);
  });

  it.each(["23505", "23503", "42P01"])("that fails for another reason (%s) does not begin again", async (code) => {
    expect(await failing(code, 1)).toEqual({ error: code, runs: 1 });
  });

  it("whose connection breaks before its commit begins again, once", async () => {
    let runs = 0;
    await inTransaction(db, async (trx) => {
      runs += 1;
      await grow(trx, 1);
      if (runs === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    expect([runs, await sizes()]).toEqual([2, [1, 0]]);
  });

  it("waits for a lock no longer than it may, and for a statement neither", async () => {
    const settings = await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings
        where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')
        order by name`.execute(trx);
      return rows.map(({ setting }) => Number(setting));
    });
    expect(settings).toEqual([10_000, 4_000, 5_000]);
    const { rows } = await sql<{ setting: string }>`
      select setting from pg_settings where name in ('lock_timeout', 'statement_timeout')`.execute(db);
    // A session that kept them would hand them to others behind pgbouncer.
    expect(rows.map(({ setting }) => setting)).toEqual(["0", "0"]);
  });
});

it("two claims at once take different rows, and wait for nothing", async () => {
  const claim = (trx: Db) =>
    sql<{ id: number }>`select id from birds order by id limit 1 ${skippingLocked(trx, "birds")}`.execute(trx);
  const claimed = await inTransaction(db, async (trx) => {
    const first = await claim(trx);
    const second = await inTransaction(db, claim);
    return [...first.rows, ...second.rows].map(({ id }) => id);
  });
  expect(claimed).toEqual([1, 2]);
});

it("a number beyond 2^53 is refused and not rounded", async () => {
  await birdsOf(db)
    .updateTable("birds")
    .set({ size: 2 ** 53 - 1 })
    .execute();
  expect(await sizes()).toEqual([2 ** 53 - 1, 2 ** 53 - 1]);
  const sum = birdsOf(db)
    .selectFrom("birds")
    .select(({ fn }) => fn.sum<number>("size").as("sum"))
    .execute();
  await expect(sum).rejects.toThrow("beyond 2^53");
});

describe("a fault", () => {
  const gone = [
    "08006",
    "08P01",
    "57P01",
    "57014",
    "53300",
    "25006",
    "ECONNREFUSED",
    "ECONNRESET",
    "ETIMEDOUT",
    "EPIPE",
  ];
  const kinds: [string, string[]][] = [
    ["unique", ["23505"]],
    ["orphan", ["23503"]],
    ["conflict", ["40001", "40P01"]],
    ["storage", ["53100", "58030"]],
    ["busy", ["55P03"]],
    ["gone", gone],
  ];

  it.each(kinds)("is told to be '%s'", (kind, codes) => {
    for (const code of codes) expect(faultOf(faultWith(code)), code).toBe(kind);
  });

  it("of a lock that was waited for too long is said to pass, and the transaction is begun once more", async () => {
    let tries = 0;
    const waits = await inTransaction(db, async (holder) => {
      await sql`select id from birds where id = 1 for update`.execute(holder);
      return inTransaction(db, async (trx) => {
        tries += 1;
        await sql`set local lock_timeout = '20ms'`.execute(trx);
        await sql`select id from birds where id = 1 for update`.execute(trx);
      }).catch((error: unknown) => error);
    });
    expect(tries).toBe(2);
    expect(storageFault(waits)).toBe("The database is too busy right now. Nothing was changed. Try again in a moment.");
  });

  it("is of no kind where nobody decides by it", () => {
    for (const code of ["23514", "42601", "22021", ""]) expect(faultOf(faultWith(code)), code).toBeNull();
    for (const error of [new Error("no"), "no", null, undefined]) expect(faultOf(error)).toBeNull();
  });

  it("of several addresses that can't be reached is one", () => {
    expect(faultOf(new AggregateError([faultWith("ECONNREFUSED"), faultWith("ECONNREFUSED")]))).toBe("gone");
  });

  it("has a sentence for people where the database is gone or full, and only there", async () => {
    const nowhere = openPostgres({ url: `postgres://127.0.0.1:${await freePort()}/none` });
    const refused: unknown = await sql`select 1`.execute(nowhere).catch((error: unknown) => error);
    await nowhere.destroy();
    expect(storageFault(refused)).toContain("Can’t reach the database");
    expect(storageFault(noteDatabaseError(faultWith("53100"), "here"))).toContain("disk");
    expect(storageFault(noteDatabaseError(faultWith("23505"), "here"))).toBeNull();
    // Another service may be out of reach likewise.
    expect(storageFault(faultWith("ECONNREFUSED"))).toBeNull();
  });
});

it("a server that dies with its first word ends no process: who asked is told that it is gone", async () => {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(kind), length, body]);
  };
  const welcome = [message("R", Buffer.alloc(4)), message("Z", Buffer.from("I"))];
  const farewell = message(
    "E",
    Buffer.from("SFATAL\0C57P02\0Mterminating connection due to unexpected postmaster exit\0\0"),
  );
  const dying = createServer((socket) => {
    // In one piece: nobody can have begun to listen in between.
    socket.once("data", () => socket.end(Buffer.concat([...welcome, farewell])));
    socket.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve) => dying.listen(0, "127.0.0.1", resolve));
  const { port } = dying.address() as AddressInfo;
  const own = openPostgres({ url: `postgres://linnet@127.0.0.1:${port}/linnet` });
  const error: unknown = await sql`select 1`.execute(own).catch((thrown: unknown) => thrown);
  await own.destroy();
  dying.close();
  expect(storageFault(error)).toContain("Can’t reach the database");
});

it("an error of a database that is away is database_away for programs, and one line for the log", () => {
  const away = noteDatabaseError(faultWith("ECONNREFUSED"), "db.example.com:5432");
  const full = noteDatabaseError(faultWith("53100"), "db.example.com:5432");
  const wrong = noteDatabaseError(faultWith("23505"), "db.example.com:5432");
  expect([away, full, wrong].map((error) => knownFault(error)?.code ?? null)).toEqual([
    "database_away",
    "no_storage",
    null,
  ]);
  expect(knownFault(noteDatabaseError(faultWith("55P03"), "db.example.com:5432"))?.code).toBe("database_away");
  expect([away, wrong].map((error) => error.stack?.includes("\n"))).toEqual([false, true]);
});
