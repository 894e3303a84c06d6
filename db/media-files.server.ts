// Stores image bytes: in files beside SQLite, in rows on Postgres.
import { type Db, dialectOf, type Outside, type Transaction } from "./dialect.server";
import type { MediaBytes, MediaDraft, MediaKey } from "./media-files.types";
import * as rows from "./postgres/media-rows.server";
import * as files from "./sqlite/media-folder.server";

export type { MediaDraft } from "./media-files.types";

/** Does the slow part of storing, so `keep` is fast. Throws disk errors such as ENOSPC. */
export const draftMedia = (db: Db, dataDir: string, bytes: MediaBytes): Promise<MediaDraft> =>
  isInRows(db) ? Promise.resolve(rows.draft(bytes)) : files.draft(dataDir, bytes);

/** null if it is missing or doesn't match its hash. */
export const findMediaBytes = (
  db: Db,
  dataDir: string,
  key: MediaKey,
  part: keyof MediaBytes,
): Promise<Buffer | null> => (isInRows(db) ? rows.find(db, key, part) : files.find(dataDir, key, part));

/** Call it in the transaction that marks the rows. Previews stay; files are removed by a later sweep. */
export const dropMediaBytes = async (trx: Transaction, ids: readonly string[]): Promise<void> =>
  isInRows(trx) ? rows.drop(trx, ids) : undefined;

/** Deletes files that no row needs, among `hashes` or all. Returns how many. Does nothing on Postgres. */
export const sweepMedia = async (
  db: Outside,
  dataDir: string,
  { now, hashes }: { now: number; hashes?: readonly string[] },
): Promise<number> => (isInRows(db) ? 0 : files.sweep(db, dataDir, { now, hashes }));

export const findMediaRoom = (db: Db, dataDir: string): number | null => (isInRows(db) ? null : files.roomIn(dataDir));

const isInRows = (db: Db): boolean => dialectOf(db).kind === "postgres";
