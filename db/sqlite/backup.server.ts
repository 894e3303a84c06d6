// Backs up the database to one verified file with a manifest, while it is in use.
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type Sqlite from "better-sqlite3";
import { BackupError } from "./backup-error.server";
import { Sqlite3 } from "./driver.server";
import { noteFile } from "./faults.server";
import { copyMedia, copyMediaInside, mediaBeside, type MediaCopied, mediaTable } from "./media-backup.server";
import { syncFile } from "./sync-file.server";

export { BackupError } from "./backup-error.server";

export interface Manifest {
  /** Start of the backup, ms. It contains everything committed by then. */
  takenAt: number;
  rows: Record<string, number>;
}

export const manifestTable = "backup_manifest";

const pagesAtOnce = 2_000;

/** Useless after a restore, but useful to a thief. API keys stay because they are hashed, tokens because encrypted. */
const excluding = [
  "delete from api_keys where session_hash is not null",
  "delete from sessions",
  "delete from trusted_browsers",
  "delete from waiting_sign_ins",
  "delete from passkey_challenges",
  "update recovery_sets set shown_codes = null, shown_until = null",
  "delete from link_requests",
  "delete from link_mails",
  "delete from mail_links",
  "delete from invitations",
  "delete from sandbox_requests",
  "delete from rate_limits",
];

export interface BackedUp extends Manifest {
  pictures: MediaCopied;
}

interface Choices {
  isStream?: boolean;
  sync?: typeof syncFile;
}

/**
 * Writes the new file `to`, complete and synced, and images to `to`.media. Counts missing images. Throws BackupError.
 */
export async function backUp(
  from: string,
  to: string,
  now: number,
  { isStream = false, sync = syncFile }: Choices = {},
): Promise<BackedUp> {
  if (!existsSync(from)) throw new BackupError(`There is no database ${from} to back up`);
  if (existsSync(to)) throw new BackupError(`${to} already exists. Choose another name`);
  const media = mediaBeside(to);
  const isNew = !existsSync(media);
  if (!isNew && !statSync(media).isDirectory())
    throw new BackupError(`${media} is there already, and is no folder: choose another name`);
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const [raw, draft] = [`${to}.raw`, `${to}.part`];
  try {
    await copyDatabase(from, raw);
    const manifest = finishCopy(raw, draft, now);
    // An image's row is written after its file, so every row in the copy has a file.
    const pictures = await (isStream ? copyMediaInside(draft, dirname(from)) : copyMedia(draft, dirname(from), media));
    requireWhole(draft);
    sync(draft);
    renameSync(draft, to);
    sync(dirname(to));
    return { ...manifest, pictures };
  } catch (error) {
    if (isNew) rmSync(media, { recursive: true, force: true });
    throw error;
  } finally {
    for (const left of [raw, `${raw}-journal`, draft, `${draft}-journal`]) rmSync(left, { force: true });
  }
}

export async function copyDatabase(from: string, to: string): Promise<void> {
  rmSync(to, { force: true });
  writeFileSync(to, "", { mode: 0o600 });
  const source = new Sqlite3(from, { readonly: true, timeout: 5000 });
  try {
    // Without a read transaction, each write by others would restart the copy.
    source.exec("begin");
    source.prepare("select count(*) from sqlite_master").get();
    await source.backup(to, { progress: () => pagesAtOnce });
  } catch (error) {
    throw noteFile(error, from);
  } finally {
    source.close();
  }
}

function finishCopy(raw: string, draft: string, now: number): Manifest {
  const copy = new Sqlite3(raw);
  try {
    copy.pragma("journal_mode = delete");
    const tables = tablesOf(copy);
    for (const statement of excluding)
      if (tables.some((table) => statement.includes(` ${table}`))) copy.exec(statement);
    const rows = countRows(copy);
    copy.exec(`create table ${manifestTable} (taken_at integer not null, rows text not null) strict`);
    copy.prepare(`insert into ${manifestTable} values (?, ?)`).run(now, JSON.stringify(rows));
    rmSync(draft, { force: true });
    copy.prepare("vacuum into ?").run(draft);
    chmodSync(draft, 0o600);
    return { takenAt: now, rows };
  } finally {
    copy.close();
  }
}

/** null: a valid Linnet database that `backUp` didn't make, such as Litestream's. Throws BackupError. */
export function readBackup(file: string): Manifest | null {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}`);
  requireWhole(file);
  const db = new Sqlite3(file, { readonly: true });
  try {
    const tables = tablesOf(db);
    if (!tables.includes("migrations")) throw new BackupError(`${file} is not a database of Linnet's`);
    if (!tables.includes(manifestTable)) return null;
    const row = db.prepare(`select taken_at as takenAt, rows from ${manifestTable}`).get() as
      { takenAt: number; rows: string } | undefined;
    if (!row) throw new BackupError(`${file} has lost its manifest`);
    const manifest = { takenAt: row.takenAt, rows: JSON.parse(row.rows) as Record<string, number> };
    const found = countRows(db);
    const short = Object.entries(manifest.rows).find(([table, count]) => found[table] !== count);
    if (short)
      throw new BackupError(`${file} should hold ${short[1]} rows of ${short[0]} and holds ${found[short[0]]}`);
    return manifest;
  } finally {
    db.close();
  }
}

export function requireWhole(file: string): void {
  let db: Sqlite.Database | null = null;
  try {
    db = new Sqlite3(file, { readonly: true, fileMustExist: true });
    const found = db.pragma("integrity_check", { simple: true });
    if (found !== "ok") throw new BackupError(`${file} is damaged: ${String(found)}`);
    const [broken] = db.pragma("foreign_key_check") as { table: string }[];
    if (broken) throw new BackupError(`${file} is damaged: a row of ${broken.table} belongs to nothing`);
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new BackupError(`${file} can't be read as a database: ${reason}`, { cause: error });
  } finally {
    db?.close();
  }
}

/** Merges the WAL into the file. Returns false if another process has the database open. */
export function foldLog(file: string): boolean {
  let db: Sqlite.Database | null = null;
  try {
    db = new Sqlite3(file, { timeout: 0 });
    db.pragma("journal_mode = delete");
  } catch (error) {
    // Any other error means the database is too damaged to open, which may be why it is replaced.
    return !(error as { code?: string }).code?.startsWith("SQLITE_BUSY");
  } finally {
    db?.close();
  }
  return true;
}

function tablesOf(db: Sqlite.Database): string[] {
  const rows = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all();
  return (rows as { name: string }[]).map(({ name }) => name);
}

const countRows = (db: Sqlite.Database): Record<string, number> =>
  Object.fromEntries(
    tablesOf(db)
      .filter((table) => table !== manifestTable && table !== mediaTable)
      .map((table) => [table, db.prepare(`select count(*) from "${table}"`).pluck().get() as number]),
  );
