// Commits that share one wait for the disk: answered when it has them, and never by a wait that began before.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as later } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { diskOf } from "~db/sqlite/disk.server";
import { openDb } from "~db/sqlite/open.server";
import { commitTogether } from "~db/database.server";
import { toDisk } from "~db/sqlite/disk.server";
import { migrate } from "~db/migrate.server";

/** As `pragma synchronous` answers. */
const [normal, full] = [1, 2];

/** A disk that takes what it has only when it is told to. */
function slowDisk() {
  const waiting: { take: () => void; fail: (error: Error) => void }[] = [];
  const sync = () => new Promise<void>((take, fail) => waiting.push({ take, fail }));
  return { sync, waiting };
}

async function open(sync: typeof toDisk) {
  const folder = mkdtempSync(join(tmpdir(), "linnet-disk-"));
  const { db, sqlite } = openDb(join(folder, "linnet.db"), sync);
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  await migrate(db);
  const sandboxUser = (id: string) => ({ id, handle: id, name: id, created_at: 1 });
  const answered: string[] = [];
  const write = async (id: string) => {
    await commitTogether(db, (trx) => trx.insertInto("sandbox_users").values(sandboxUser(id)).execute());
    answered.push(id);
  };
  const written = () => sqlite.prepare("select id from sandbox_users order by id").pluck().all();
  const synchronous = () => sqlite.pragma("synchronous", { simple: true });
  return { db, sqlite, write, answered, written, synchronous };
}

const turns = async () => {
  for (let n = 0; n < 5; n++) await later();
};

it("is answered when the disk has it, while others read and write", async () => {
  const { sync, waiting } = slowDisk();
  const { write, answered, written, synchronous } = await open(sync);
  const first = write("one");
  await turns();
  expect(written()).toEqual(["one"]);
  const second = write("two");
  const third = write("three");
  await turns();
  expect(written()).toEqual(["one", "three", "two"]);
  expect(answered).toEqual([]);
  // What was under way when the others were committed may not have them.
  expect(waiting).toHaveLength(1);
  waiting[0]?.take();
  await first;
  await turns();
  expect(answered).toEqual(["one"]);
  expect(waiting).toHaveLength(2);
  waiting[1]?.take();
  await Promise.all([second, third]);
  expect(waiting).toHaveLength(2);
  expect(synchronous()).toBe(full);
});

it("is refused where the disk fails, and so is everything after it", async () => {
  const { sync, waiting } = slowDisk();
  const { db, write, written } = await open(sync);
  const told: unknown[] = [];
  diskOf(db).whenFailed((error) => told.push(error));
  const first = write("one");
  await turns();
  const second = write("two");
  await turns();
  const fault = new Error("EIO");
  waiting[0]?.fail(fault);
  await expect(first).rejects.toThrow("EIO");
  await expect(second).rejects.toThrow("EIO");
  await expect(write("three")).rejects.toThrow("EIO");
  // It was not even written: nobody was to read what the disk may never have.
  expect(written()).toEqual(["one", "two"]);
  expect(told).toEqual([fault]);
  expect(waiting).toHaveLength(1);
});

it("asks for no wait where nothing was written", async () => {
  const { sync, waiting } = slowDisk();
  const { db } = await open(sync);
  const read = () => commitTogether(db, (trx) => trx.selectFrom("sandbox_users").selectAll().execute());
  expect(await read()).toEqual([]);
  expect(waiting).toEqual([]);
});

it("is closed after those who still wait", async () => {
  const { sync, waiting } = slowDisk();
  const { db, write, answered } = await open(sync);
  const writes = [write("one")];
  await turns();
  writes.push(write("two"));
  await turns();
  await db.destroy();
  waiting[0]?.take();
  await turns();
  waiting[1]?.take();
  await Promise.all(writes);
  expect(answered).toEqual(["one", "two"]);
});

it("keeps its own wait out of SQLite, and leaves SQLite its own for everything else", async () => {
  const { db, sqlite, write, answered, synchronous } = await open(toDisk);
  const inMemory = 2;
  const tempStore = () => sqlite.pragma("temp_store", { simple: true });
  expect(await commitTogether(db, async () => [synchronous(), tempStore()])).toEqual([normal, inMemory]);
  expect([synchronous(), tempStore()]).toEqual([full, 0]);
  await Promise.all(["one", "two", "three"].map(write));
  await write("four");
  expect(answered).toHaveLength(4);
  await expect(write("four")).rejects.toThrow("UNIQUE");
  expect(synchronous()).toBe(full);
  // Fails at the commit itself.
  const orphan = { token_hash: "t", sandbox_user_id: "nobody", created_at: 1 };
  await expect(
    commitTogether(db, async (trx) => {
      await sql`pragma defer_foreign_keys = on`.execute(trx);
      await trx.insertInto("sandbox_tokens").values(orphan).execute();
    }),
  ).rejects.toThrow("FOREIGN KEY");
  expect(synchronous()).toBe(full);
});
