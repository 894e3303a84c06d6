// Backups of the database: taken under writes, whole, closed to others, without what lets one in; and what is refused.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { backUp, readBackup } from "~db/sqlite/backup.server";
import { createTestApp, type TestApp } from "~tests/support/app";
import { makePerson } from "~tests/support/people/make";
import { beginLink } from "~/features/accounts/accounts.server";
import { writeTweet } from "~/features/publishing/publishing.server";
import { issueKey } from "~/features/users/users.server";
import { hashToken } from "~/ground/secrets/token.server";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "linnet-backup-"));
  file = join(folder, "linnet.db");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

async function openApp(): Promise<TestApp> {
  const app = await createTestApp({ file });
  onTestFinished(() => app.close());
  return app;
}

/** Writes without a pause in a process of its own, and prints each row once it is on disk. */
const writer = `
  const db = new (require(Number(process.versions.napi) >= 10 ? "better-sqlite3" : "better-sqlite3-node20"))(process.argv[1], { timeout: 5000 });
  const insert = db.prepare("insert into written values (?, ?)");
  for (let n = 1; ; n++) { insert.run(n, "x".repeat(2000)); require("fs").writeSync(1, n + "\\n"); }`;

it("holds every row that was on disk when it was begun, however much is written meanwhile", async () => {
  const app = await openApp();
  const direct = new Sqlite3(file);
  direct.exec("create table written (n integer primary key, text text not null) strict");
  const child = spawn(process.execPath, ["-e", writer, file], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (printed += piece));
  const last = () => Number(printed.trimEnd().split("\n").at(-1) ?? 0);
  for (let n = 1; n <= 3; n++) {
    const before = last();
    while (last() < before + 200) await once(child.stdout, "data");
    const committed = last();
    const to = join(folder, `backup-${n}.db`);
    const { rows } = await backUp(file, to, app.clock.now());
    expect(rows["written"]).toBeGreaterThanOrEqual(committed);
    expect(readBackup(to)).toEqual({ takenAt: app.clock.now(), rows });
    const copy = new Sqlite3(to, { readonly: true });
    expect(copy.prepare("select max(n) from written").pluck().get()).toBeGreaterThanOrEqual(committed);
    copy.close();
  }
  child.kill("SIGKILL");
  direct.close();
});

it("is one file that only its owner reads, and leaves nothing beside it", async () => {
  const app = await openApp();
  await makePerson(app, "alice");
  await backUp(file, join(folder, "out", "a.db"), app.clock.now());
  expect(readdirSync(join(folder, "out"))).toEqual(["a.db"]);
  expect(statSync(join(folder, "out", "a.db")).mode & 0o777).toBe(0o600);
});

it("holds no session, no browser's key and no half-finished link, not in its empty pages either", async () => {
  const app = await openApp();
  const alice = await makePerson(app, "alice");
  const browsers = await issueKey(app, alice.user.id, alice.sessionId);
  const programs = await issueKey(app, alice.user.id, null);
  const link = new URL(
    await beginLink(app, { userId: alice.user.id, sessionId: alice.sessionId }, { forceLogin: true }),
    "http://x",
  );
  const to = join(folder, "a.db");
  await backUp(file, to, app.clock.now());
  const bytes = readFileSync(to).toString("latin1");
  const token = link.searchParams.get("oauth_token") ?? "";
  for (const secret of [alice.sessionId, browsers, programs, token, app.config.encryptionKeys[0] ?? ""]) {
    expect(bytes).not.toContain(secret);
    if (secret !== programs) expect(bytes).not.toContain(hashToken(secret));
  }
  expect(bytes).toContain(hashToken(programs));
});

it("replaces no file, and needs a database", async () => {
  const app = await openApp();
  const to = join(folder, "a.db");
  writeFileSync(to, "mine");
  await expect(backUp(file, to, 1)).rejects.toThrow(`${to} already exists. Choose another name`);
  expect(readFileSync(to, "utf8")).toBe("mine");
  await expect(backUp(join(folder, "none.db"), join(folder, "b.db"), 1)).rejects.toThrow("There is no database");
  expect(app.logged).toEqual([]);
});

it("a file that is cut, damaged, short of rows or something else is refused", async () => {
  const app = await openApp();
  const alice = await makePerson(app, "alice");
  for (let n = 0; n < 200; n++)
    await writeTweet(app, { userId: alice.user.id, content: `Tweet ${n} about linnets`, account: null });
  const good = join(folder, "good.db");
  await backUp(file, good, app.clock.now());
  const variant = (name: string, change: (bytes: Buffer) => Buffer | string): string => {
    const to = join(folder, name);
    writeFileSync(to, change(readFileSync(good)));
    return to;
  };
  expect(() => readBackup(variant("cut.db", (bytes) => bytes.subarray(0, bytes.length / 2)))).toThrow(
    /damaged|can't be read/,
  );
  expect(() => readBackup(variant("rubbed.db", (bytes) => bytes.fill(0xa5, 8_192, bytes.length - 4_096)))).toThrow(
    /damaged|can't be read/,
  );
  expect(() => readBackup(variant("text.db", () => "not a database, ".repeat(500)))).toThrow(
    "can't be read as a database",
  );
  expect(() => readBackup(join(folder, "none.db"))).toThrow("There is no file");
  const short = join(folder, "short.db");
  copyFileSync(good, short);
  const changed = new Sqlite3(short);
  changed.exec("delete from tweets where id = 7");
  changed.close();
  expect(() => readBackup(short)).toThrow("should hold 200 rows of tweets and holds 199");
  const foreign = join(folder, "foreign.db");
  const other = new Sqlite3(foreign);
  other.exec("create table cats (name text)");
  other.close();
  expect(() => readBackup(foreign)).toThrow("is not a database of Linnet's");
});

it("is refused where a row belongs to nothing, also when it is read", async () => {
  const app = await openApp();
  await makePerson(app, "alice");
  const to = join(folder, "backup.db");
  await backUp(file, to, app.clock.now());
  const dangle = (path: string) => {
    const db = new Sqlite3(path);
    db.pragma("foreign_keys = off");
    db.prepare(
      `insert into tweets (user_id, position, origin, content, fingerprint, created_at, updated_at)
       values ('nobody', 0, 'own', 'words', 'words', 1, 1)`,
    ).run();
    db.close();
  };
  dangle(file);
  const another = join(folder, "another.db");
  await expect(backUp(file, another, app.clock.now())).rejects.toThrow("a row of tweets belongs to nothing");
  expect(readdirSync(folder).filter((name) => name.startsWith("another"))).toEqual([]);
  dangle(to);
  expect(() => readBackup(to)).toThrow("a row of tweets belongs to nothing");
});

it("is on the disk before it has its name, and then its name is", async () => {
  const app = await openApp();
  const to = join(folder, "backup.db");
  const synced: [path: string, isNamed: boolean][] = [];
  await backUp(file, to, app.clock.now(), { sync: (path) => synced.push([path, existsSync(to)]) });
  expect(synced).toEqual([
    [`${to}.part`, false],
    [folder, true],
  ]);
});
