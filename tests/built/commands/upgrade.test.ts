// An upgrade of a SQLite database by the built app: killed anywhere, on a small disk, beside an older server.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { backupsOf, databaseOf } from "~/features/backups/backups.server";
import { readBackup } from "~db/sqlite/backup.server";
import { publisherLock } from "~db/sqlite/lock.server";
import { openDb } from "~db/sqlite/open.server";
import { migrate } from "~db/migrate.server";
import { attemptsOf, count, fill, shapeOf } from "../../db/former";
import { copyBuild, furtherBy } from "../../crash/process";
import { eventually, startAndEnd, startServer } from "../../support/server";

/** What the new version has more than this one. */
const more = ["997-one", "998-two", "999-three"];
let template: string;
let former: { rows: Record<string, number>; attempts: unknown; shape: unknown };
let newer: { BUILD: string };
let steps: { former: string[]; all: string[] };
beforeAll(async () => {
  newer = { BUILD: await copyBuild("upgrade", furtherBy(...more)) };
  template = mkdtempSync(join(tmpdir(), "linnet-former-"));
  const { db, sqlite } = openDb(databaseOf(template));
  await migrate(db);
  former = { rows: fill(sqlite), attempts: attemptsOf(sqlite), shape: shapeOf(sqlite) };
  const names = sqlite.prepare("select name from migrations order by name").pluck().all() as string[];
  steps = { former: names, all: [...names, ...more] };
  await db.destroy();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

let dataDir: string;
beforeEach(() => {
  dataDir = newFolder();
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "linnet-upgrade-"));
  cpSync(template, folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The database as whoever starts next finds it. */
function look(folder: string) {
  const { sqlite } = openDb(databaseOf(folder));
  const seen = {
    steps: sqlite.prepare("select name from migrations order by name").pluck().all() as string[],
    rows: count(sqlite),
    attempts: attemptsOf(sqlite),
    shape: shapeOf(sqlite),
    integrity: sqlite.pragma("integrity_check", { simple: true }),
  };
  sqlite.close();
  return seen;
}

const killer = pathToFileURL(join(import.meta.dirname, "../../support/preloads/kill-at.mjs"));
const killedAt = (statement: string, nth: number, after = false) => ({
  NODE_OPTIONS: `--import ${killer.href}`,
  KILL_AT: JSON.stringify({ statement, nth, after }),
});

it("killed at any step, an upgrade leaves a database that the former version opens, or the new one, with every row", async () => {
  const places = [
    ...more.map((_, at) => ({ kill: killedAt("^insert into migrations", at + 1), upgraded: false })),
    { kill: killedAt("^vacuum into", 1), upgraded: false },
    { kill: killedAt("^vacuum into", 1, true), upgraded: false },
    // The first is that of the table in which the steps stand.
    { kill: killedAt("^commit", 2), upgraded: false },
    { kill: killedAt("^commit", 2, true), upgraded: true },
  ];
  for (const { kill, upgraded } of places) {
    const folder = newFolder();
    const { code } = await startAndEnd({ ...newer, DATA_DIR: folder, ...kill });
    expect([kill.KILL_AT, code]).toEqual([kill.KILL_AT, null]);
    const seen = look(folder);
    expect(seen.integrity).toBe("ok");
    if (upgraded) {
      expect(seen.steps).toEqual(steps.all);
      expect(seen.rows).toMatchObject(former.rows);
    } else {
      expect(seen).toMatchObject({ steps: steps.former, ...former });
    }
    const server = await startServer({ dataDir: folder, env: newer });
    await server.close();
    const after = look(folder);
    expect(after.steps).toEqual(steps.all);
    // It has begun its work: lost answers are looked up, and what was late has another moment.
    for (const table of ["users", "accounts", "batches", "tweets"])
      expect([table, after.rows[table]]).toEqual([table, former.rows[table]]);
    // One backup, whichever of the starts made it, that the former version opens; and nothing half made beside it.
    const kept = readdirSync(backupsOf(folder));
    expect(kept).toEqual([expect.stringMatching(/^before-.+-997-one\.db$/)]);
    expect(readBackup(join(backupsOf(folder), kept[0] ?? ""))?.rows).toMatchObject({
      ...former.rows,
      sessions: 0,
      rate_limits: 0,
    });
  }
});

function whyNoMount(): string | null {
  const { status, stderr } = spawnSync("unshare", ["-rm", "true"], { encoding: "utf8" });
  return status === 0 ? null : stderr;
}

it.skipIf(whyNoMount() !== null)(
  "on a disk with room for half of it an upgrade is refused in words before anything is done",
  async () => {
    const { sqlite } = openDb(databaseOf(dataDir));
    sqlite.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
      insert into tweet_events (tweet_id, at, kind, detail) select 4, i, 'published', printf('%01600d', i) from n`);
    sqlite.close();
    const file = databaseOf(dataDir);
    const small = mkdtempSync(join(tmpdir(), "linnet-small-"));
    onTestFinished(() => rmSync(small, { recursive: true, force: true }));
    // 10 MB on 28: 18 are free, and 49 are needed. What is there afterwards is printed, as the disk goes with the server.
    const on = (megabytes: number) =>
      `mount -t tmpfs -o size=${megabytes}m none ${small} && cp ${file} ${small} && sha256sum < ${small}/linnet.db` +
      ` && { "$0" "$@"; echo "code $?"; ls ${small} ${small}/backups; sha256sum < ${small}/linnet.db; exit; } 2>&1`;
    const { printed } = await startAndEnd({ ...newer, DATA_DIR: small }, on(28));
    // Between them stand lines of the log.
    const [before = "", refusal, code, ...rest] = printed
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("{"));
    expect(refusal).toMatch(
      /^The upgrade needs \d+ MB on the disk of .+, and \d+ MB are free\. Free some space, then start again; nothing was changed\.$/,
    );
    expect(code).toBe("code 1");
    expect(rest.at(-1)).toBe(before);
    expect(rest.join("\n")).not.toContain("before-");
  },
);

it("beside a server of an older version the new one waits, then upgrades and serves", async () => {
  const older = publisherLock(dataDir);
  expect(older.take()).toBe(true);
  const starting = startServer({ dataDir, env: newer });
  await eventually("it has opened the database", () => existsSync(`${databaseOf(dataDir)}-shm`));
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(look(dataDir).steps).toEqual(steps.former);
  expect(existsSync(backupsOf(dataDir))).toBe(false);
  older.release();
  const server = await starting;
  onTestFinished(() => server.close());
  expect(look(dataDir).steps).toEqual(steps.all);
  expect(server.log().match(/an older Linnet runs on this folder/g)).toHaveLength(1);
  expect(await (await fetch(`${server.origin}/healthz`)).json()).toMatchObject({ publisher: true });
  // What an upgrade does is told while it is done, with the backup's path, and the end as well.
  const [backup] = readdirSync(backupsOf(dataDir));
  const told = server.events().map(({ msg, first: step, backup: file }) => [msg, step ?? file]);
  expect(told).toContainEqual(["the database is upgraded: a backup is made first", more[0]]);
  expect(told).toContainEqual([
    "backed up; the database is changed now, all of it or nothing",
    join(backupsOf(dataDir), backup ?? ""),
  ]);
  await server.stop();
  expect(server.events().at(-1)).toMatchObject({ msg: "stopped", signal: "SIGTERM" });
});

it("a database from before 0.9.0 is refused in words, by the server and by a command, and not a byte of it changes", async () => {
  const { sqlite } = openDb(databaseOf(dataDir));
  sqlite.exec("delete from migrations where name = '016-words'; pragma wal_checkpoint(truncate)");
  sqlite.close();
  const before = readFileSync(databaseOf(dataDir));
  const sentence =
    "This database is from before 2026-11-27. Start Linnet 5f459efc9b88 (0.9.0) once, then this version.\n";
  const list = () =>
    spawnSync(process.execPath, ["build/commands/admin.js", "list-users"], {
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", DATA_DIR: dataDir },
      encoding: "utf8",
    });
  const other = publisherLock(dataDir);
  expect(other.take()).toBe(true);
  const running = "An older version of Linnet is using this folder. Restart that server first.\n";
  expect(list()).toMatchObject({ status: 1, stderr: running });
  other.release();
  expect(list()).toMatchObject({ status: 1, stderr: sentence });
  const { code, printed } = await startAndEnd({ DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(printed).toContain(sentence);
  expect(readFileSync(databaseOf(dataDir))).toEqual(before);
  expect(existsSync(backupsOf(dataDir))).toBe(false);
});
