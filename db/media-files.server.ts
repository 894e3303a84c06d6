// Where the bytes of pictures lie: in files beside SQLite, in rows on Postgres. Features do not know which.
import { type Db, dialectOf, type Outside, type Transaction } from "./dialect.server";
import type { MediaBytes, MediaDraft, MediaKey } from "./media-files.types";
import * as rows from "./postgres/media-rows.server";
import * as files from "./sqlite/media-folder.server";

export type { MediaDraft } from "./media-files.types";

/** Brings bytes as far as that keeping them takes no time. Throws the disk's fault, such as ENOSPC. */
export const draftMedia = (db: Db, dataDir: string, bytes: MediaBytes): Promise<MediaDraft> =>
  isInRows(db) ? Promise.resolve(rows.draft(bytes)) : files.draft(dataDir, bytes);

/** Null where it is not there, or is not what its hash says. */
export const findMediaBytes = (
  db: Db,
  dataDir: string,
  key: MediaKey,
  which: keyof MediaBytes,
): Promise<Buffer | null> => (isInRows(db) ? rows.find(db, key, which) : files.find(dataDir, key, which));

/** Within the transaction that says so in their rows: the bytes of these go, their previews stay. Files wait for a sweep. */
export const dropMediaBytes = async (trx: Transaction, ids: readonly string[]): Promise<void> =>
  isInRows(trx) ? rows.drop(trx, ids) : undefined;

/** Deletes the files of these hashes, by default of all, that no row needs; returns how many. Rows take theirs along. */
export const sweepMedia = async (
  db: Outside,
  dataDir: string,
  { now, hashes }: { now: number; hashes?: readonly string[] },
): Promise<number> => (isInRows(db) ? 0 : files.sweep(db, dataDir, { now, hashes }));

/** Bytes that the disk of pictures has left; null where they lie on no disk of ours. */
export const findMediaRoom = (db: Db, dataDir: string): number | null => (isInRows(db) ? null : files.roomIn(dataDir));

const isInRows = (db: Db): boolean => dialectOf(db).kind === "postgres";
