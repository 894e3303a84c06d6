// Copies images to and from backups: in FILE.media/, or inside the database for streams.
import { randomUUID } from "node:crypto";
import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type Sqlite from "better-sqlite3";
import type { MediaBytes } from "../media-files.types";
import { Sqlite3 } from "./driver.server";
import {
  draftsOf,
  fileIn,
  folderOf,
  listFilesIn,
  type MediaName,
  nameOf,
  readFileOf,
  writeWhole,
} from "./media-folder.server";
import { syncFile } from "./sync-file.server";

export const mediaBeside = (file: string): string => `${file}.media`;

export const mediaTable = "backup_media";

export interface MediaCopied {
  copied: number;
  missing: number;
}

interface Wanted extends MediaName {
  which: keyof MediaBytes;
}

/** Every preview, and the bytes of images that an unpublished tweet or no tweet uses. */
function listWanted(file: string): Wanted[] {
  const db = new Sqlite3(file, { readonly: true });
  try {
    const tables = db.prepare("select count(*) from sqlite_master where name in ('media', 'tweet_media')").pluck();
    if (tables.get() !== 2) return [];
    const rows = db
      .prepare(
        `select sha256, type, max(dropped_at is null and (
           not exists (select 1 from tweet_media where media_id = media.id)
           or exists (select 1 from tweet_media join tweets on tweets.id = tweet_media.tweet_id
             where media_id = media.id and tweets.state != 'published')
         )) as isNeeded
         from media group by sha256, type order by sha256`,
      )
      .all() as (MediaName & { isNeeded: number })[];
    return rows.flatMap(({ isNeeded, ...name }) => [
      { ...name, which: "preview" as const },
      ...(isNeeded ? [{ ...name, which: "picture" as const }] : []),
    ]);
  } finally {
    db.close();
  }
}

/** null if it is missing, damaged or unreadable: one image must not stop a backup. */
const readIfSound = (folder: string, media: Wanted): Promise<Buffer | null> =>
  readFileOf(folder, media, media.which).catch(() => null);

/** Keeps existing images in `to`. Everything is synced when it resolves. */
export async function copyMedia(file: string, dataDir: string, to: string): Promise<MediaCopied> {
  const changed = new Set<string>();
  const done = { copied: 0, missing: 0 };
  for (const one of listWanted(file)) {
    const path = fileIn(to, one, one.which);
    const isHere = (await readIfSound(to, one)) !== null;
    const bytes = isHere ? null : await readIfSound(folderOf(dataDir), one);
    const isCopied = bytes !== null && linkOrCopy(fileIn(folderOf(dataDir), one, one.which), path);
    if (isCopied) changed.add(dirname(path));
    if (one.which === "preview") continue;
    if (isCopied) done.copied += 1;
    else if (!isHere) done.missing += 1;
  }
  syncFolders(to, changed);
  return done;
}

/** Links all images, because the database may be too damaged to say which it needs. */
export async function keepAllMedia(dataDir: string, to: string): Promise<void> {
  const changed = new Set<string>();
  for (const { path, type, ...one } of await listFilesIn(folderOf(dataDir))) {
    const place = fileIn(to, { ...one, type }, one.which);
    if (!existsSync(place) && linkOrCopy(path, place)) changed.add(dirname(place));
  }
  syncFolders(to, changed);
}

/** Image files never change, so a hard link is as good as a copy. Returns false if the file is gone. */
function linkOrCopy(from: string, to: string): boolean {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const draft = `${to}.part`;
  rmSync(draft, { force: true });
  try {
    try {
      linkSync(from, draft);
    } catch (error) {
      if (isGone(error)) return false;
      copyFileSync(from, draft);
      chmodSync(draft, 0o600);
      syncFile(draft);
    }
    renameSync(draft, to);
    return true;
  } catch (error) {
    rmSync(draft, { force: true });
    if (isGone(error)) return false;
    throw error;
  }
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

export async function copyMediaInside(file: string, dataDir: string): Promise<MediaCopied> {
  const done = { copied: 0, missing: 0 };
  const wanted = listWanted(file);
  if (wanted.length === 0) return done;
  const db = new Sqlite3(file);
  try {
    db.exec("begin");
    db.exec(`create table ${mediaTable} (name text primary key, bytes blob not null) strict`);
    const insert = db.prepare(`insert into ${mediaTable} values (?, ?)`);
    for (const one of wanted) {
      const bytes = await readIfSound(folderOf(dataDir), one);
      if (bytes !== null) insert.run(nameOf(one, one.which), bytes);
      if (one.which === "picture") done[bytes === null ? "missing" : "copied"] += 1;
    }
    db.exec("commit");
    return done;
  } finally {
    db.close();
  }
}

/** Keeps intact images. Everything is synced when it resolves, so the database can be replaced next. */
export async function bringMedia(file: string, draft: string, dataDir: string): Promise<MediaCopied> {
  const folder = folderOf(dataDir);
  const changed = new Set<string>();
  const done = { copied: 0, missing: 0 };
  const source = openSource(file);
  try {
    for (const one of listWanted(draft)) {
      if ((await readIfSound(folder, one)) !== null) continue;
      const bytes = await source.read(one);
      if (bytes !== null) changed.add(await put(dataDir, fileIn(folder, one, one.which), bytes));
      if (one.which === "picture") done[bytes === null ? "missing" : "copied"] += 1;
    }
  } finally {
    source.close();
  }
  syncFolders(folder, changed);
  return done;
}

async function put(dataDir: string, path: string, bytes: Buffer): Promise<string> {
  for (const folder of [draftsOf(dataDir), dirname(path)]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(draftsOf(dataDir), randomUUID());
  try {
    await writeWhole(draft, bytes);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  return dirname(path);
}

interface Source {
  read(media: Wanted): Promise<Buffer | null>;
  close(): void;
}

function openSource(file: string): Source {
  const db = new Sqlite3(file, { readonly: true });
  const hasTable = db.prepare("select 1 from sqlite_master where name = ?").pluck().get(mediaTable) === 1;
  const select = hasTable ? db.prepare(`select bytes from ${mediaTable} where name = ?`).pluck() : null;
  return {
    read: async (media) => {
      const inside = select?.get(nameOf(media, media.which)) as Buffer | undefined;
      return inside ?? (await readIfSound(mediaBeside(file), media));
    },
    close: () => db.close(),
  };
}

export function dropMediaInside(db: Sqlite.Database): void {
  if (db.prepare("select 1 from sqlite_master where name = ?").get(mediaTable) === undefined) return;
  db.exec(`drop table ${mediaTable}`);
  db.exec("vacuum");
}

function syncFolders(root: string, changed: ReadonlySet<string>): void {
  if (changed.size === 0) return;
  for (const path of [...changed, root, dirname(root)]) syncFile(path);
}
