// Stores images and previews as files in DATA_DIR/media/ab/<sha256>.jpg.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MediaBytes, MediaDraft, MediaKey } from "../media-files.types";
import { type Db, dialectOf, type Outside, type Transaction } from "../dialect.server";
import { freeBytes } from "./room.server";
import { syncFile } from "./sync-file.server";

export type MediaName = Pick<MediaKey, "sha256" | "type">;

export const folderOf = (dataDir: string): string => join(dataDir, "media");
export const draftsOf = (dataDir: string): string => join(folderOf(dataDir), "drafts");
const endings = { jpeg: "jpg", png: "png" } as const;
const types = ["jpeg", "png"] as const;

export const nameOf = ({ sha256, type }: MediaName, part: keyof MediaBytes): string =>
  part === "picture" ? `${sha256}.${endings[type]}` : `${sha256}.preview.jpg`;

export const fileIn = (folder: string, name: MediaName, part: keyof MediaBytes): string =>
  join(folder, name.sha256.slice(0, 2), nameOf(name, part));

const pathOf = (dataDir: string, name: MediaName, part: keyof MediaBytes): string =>
  fileIn(folderOf(dataDir), name, part);

const draftLives = 60 * 60 * 1000;

/** Both files are synced when it resolves. */
export async function draft(dataDir: string, bytes: MediaBytes): Promise<MediaDraft> {
  const place = join(draftsOf(dataDir), randomUUID());
  const paths = { picture: `${place}.picture`, preview: `${place}.preview` };
  const discard = async () => {
    for (const path of Object.values(paths)) await rm(path, { force: true });
  };
  try {
    await mkdir(draftsOf(dataDir), { recursive: true, mode: 0o700 });
    await writeWhole(paths.picture, bytes.picture);
    await writeWhole(paths.preview, bytes.preview);
  } catch (error) {
    await discard().catch(() => undefined);
    throw error;
  }
  return { keep: (_, key) => Promise.resolve(putInPlace(dataDir, paths, key)), discard };
}

export async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** In the row's transaction: its lock excludes a sweep. A kill leaves a file without a row, never the reverse. */
function putInPlace(dataDir: string, paths: Record<keyof MediaBytes, string>, key: MediaName): void {
  const folder = dirname(pathOf(dataDir, key, "picture"));
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  for (const which of ["preview", "picture"] as const) {
    const place = pathOf(dataDir, key, which);
    // A retried transaction has already moved it.
    if (existsSync(paths[which]) || !existsSync(place)) renameSync(paths[which], place);
  }
  for (const path of isNew ? [folder, folderOf(dataDir), dataDir] : [folder]) syncFile(path);
}

export const find = (dataDir: string, key: MediaName, part: keyof MediaBytes): Promise<Buffer | null> =>
  readFileOf(folderOf(dataDir), key, part);

export async function readFileOf(folder: string, key: MediaName, part: keyof MediaBytes): Promise<Buffer | null> {
  try {
    const bytes = await readFile(fileIn(folder, key, part));
    return part === "preview" || hashOf(bytes) === key.sha256 ? bytes : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** Deletes files that no row needs, among `hashes` or all, and old drafts. Returns how many. */
export async function sweep(
  db: Outside,
  dataDir: string,
  { now, hashes }: { now: number; hashes?: readonly string[] },
): Promise<number> {
  let gone = hashes ? 0 : await sweepDrafts(dataDir, now);
  const files = hashes ? hashes.flatMap((sha256) => allOf(dataDir, sha256)) : await listFilesIn(folderOf(dataDir));
  for (let at = 0; at < files.length; at += maxFiles) {
    const some = files.slice(at, at + maxFiles);
    const stray = await findStray(db, some);
    if (stray.length > 0) gone += await deleteStray(db, stray);
  }
  return gone;
}

const maxFiles = 500;

interface MediaFile extends MediaName {
  path: string;
  which: keyof MediaBytes;
}

function allOf(dataDir: string, sha256: string): MediaFile[] {
  const pictures = types.map((type) => ({ sha256, which: "picture" as const, type }));
  const all = [...pictures, { sha256, which: "preview" as const, type: types[0] }];
  return all.map((file) => ({ ...file, path: pathOf(dataDir, file, file.which) }));
}

export async function listFilesIn(folder: string): Promise<MediaFile[]> {
  const parts = (await namesIn(folder)).filter((name) => /^[\da-f]{2}$/.test(name));
  const all: MediaFile[] = [];
  for (const part of parts)
    for (const name of await namesIn(join(folder, part))) {
      const [, sha256, preview, ending] = /^([\da-f]{64})(\.preview)?\.(jpg|png)$/.exec(name) ?? [];
      const path = join(folder, part, name);
      const type = ending === "png" ? "png" : "jpeg";
      if (sha256) all.push({ path, sha256, type, which: preview ? "preview" : "picture" });
    }
  return all;
}

async function findStray(db: Db, files: readonly MediaFile[]): Promise<MediaFile[]> {
  const { among, listParameter } = dialectOf(db);
  const hashes = listParameter([...new Set(files.map(({ sha256 }) => sha256))]);
  const rows = await db
    .selectFrom("media")
    .select(["sha256", "dropped_at"])
    .where(among("sha256", hashes, "text"))
    .execute();
  const previews = new Set(rows.map(({ sha256 }) => sha256));
  const pictures = new Set(rows.filter((row) => row.dropped_at === null).map(({ sha256 }) => sha256));
  return files.filter(({ which, sha256 }) => !(which === "picture" ? pictures : previews).has(sha256));
}

/** Checks again under the write lock, where no row can be added. */
const deleteStray = (db: Outside, files: readonly MediaFile[]): Promise<number> =>
  dialectOf(db).inTransaction(
    db,
    async (trx: Transaction) => (await findStray(trx, files)).filter(({ path }) => isDeleted(path)).length,
  );

function isDeleted(path: string): boolean {
  try {
    rmSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

async function sweepDrafts(dataDir: string, now: number): Promise<number> {
  let gone = 0;
  for (const name of await namesIn(draftsOf(dataDir))) {
    const path = join(draftsOf(dataDir), name);
    const writtenAt = (await stat(path).catch(() => null))?.mtimeMs ?? now;
    if (now - writtenAt > draftLives && isDeleted(path)) gone += 1;
  }
  return gone;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

export const roomIn = (dataDir: string): number => freeBytes(dataDir);
