// The short question whether anything was written: it sees this connection's writes and others', and nothing else.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { changesOf } from "~db/database.server";
import { openDb } from "~db/sqlite/open.server";

it("differs after a write, by whichever connection, and not after a reading", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linnet-changes-"));
  const [mine, others] = [1, 2].map(() => openDb(join(folder, "linnet.db")).db);
  if (!mine || !others) throw new Error("unreachable");
  onTestFinished(async () => {
    await Promise.all([mine.destroy(), others.destroy()]);
    rmSync(folder, { recursive: true });
  });
  await sql`create table birds (name text)`.execute(mine);
  const seen = [await changesOf(mine)];
  const look = async () => seen[seen.push(await changesOf(mine)) - 1];

  await sql`select * from birds`.execute(mine);
  expect(await look()).toBe(seen[0]);
  await sql`insert into birds values ('linnet')`.execute(mine);
  expect(await look()).not.toBe(seen[1]);
  await sql`update birds set name = 'wren'`.execute(others);
  expect(await look()).not.toBe(seen[2]);
  await sql`select * from birds`.execute(others);
  expect(await look()).toBe(seen[3]);
});
