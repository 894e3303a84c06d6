// Adds, reads and deletes pictures. Each is cleaned first, and visible to its owner only.
import { createHash, randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { type Db, inTransaction, storageFault, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import {
  draftMedia,
  dropMediaBytes,
  findMediaBytes,
  findMediaRoom,
  type MediaDraft,
  sweepMedia,
} from "~db/media-files.server";
import { AppError, type FaultType, type ItemFault, requireNone } from "~/ground/errors";
import { type Cleaned, cleanPicture } from "./clean.server";
import {
  maxUploadBytes,
  mediaMessages,
  type Picture,
  type PictureChoice,
  publishedKeeps,
  type TweetPicture,
  typeOf,
  unusedKeeps,
} from "./media";
import { maxDescription, maxPictures } from "~/ports/network/port";
import * as queries from "./queries.server";

type Ground = Pick<App, "db" | "clock" | "config" | "log" | "work">;

export interface Added {
  picture: Picture;
  isNew: boolean;
  isWhitened: boolean;
}

/** Bytes of free disk that are left for recording tweets. */
const minRoom = 500_000_000;

interface Means {
  clean?: typeof cleanPicture;
  findRoom?: () => number | null;
}

/** Throws not_configured, too_large, unsupported_type, limit_reached, no_storage, and the errors of `cleanPicture`. */
export function addPicture(
  app: Ground,
  { userId, bytes }: { userId: string; bytes: Buffer },
  means: Means = {},
): Promise<Added> {
  return app.work.track(add(app, { userId, bytes }, means));
}

async function add(
  app: Ground,
  { userId, bytes }: { userId: string; bytes: Buffer },
  { clean = cleanPicture, findRoom = () => findMediaRoom(app.db, app.config.dataDir) }: Means,
): Promise<Added> {
  requireOn(app);
  requirePicture(bytes);
  // Checks before the cleaning, and again when the final size is known.
  await requireQuota(app.db, app.config, userId, 1);
  const room = findRoom();
  if (room !== null && room < minRoom) throw new AppError("no_storage", mediaMessages.diskLow);
  const { abortSignal, shutdownSignal } = app.work;
  const cleaned = await clean(bytes, { abortSignal, shutdownSignal }).catch((error: unknown) => {
    if (error instanceof AppError && error.cause !== undefined)
      app.log.warn({ user: userId, err: error.cause }, "a picture could not be cleaned");
    throw error;
  });
  return await onDisk(() => keep(app, userId, cleaned));
}

export function whyOff({ images }: Pick<App["config"], "images">): string | null {
  if (images === "off") return mediaMessages.off;
  return images === "low_memory" ? mediaMessages.lowMemory : null;
}

function requireOn({ config }: Pick<App, "config">): void {
  const off = whyOff(config);
  if (off !== null) throw new AppError("not_configured", off);
}

function requirePicture(bytes: Buffer): void {
  if (bytes.length > maxUploadBytes) throw new AppError("too_large", mediaMessages.tooLarge);
  const type = typeOf(bytes);
  if (type === "gif") throw new AppError("unsupported_type", mediaMessages.gif);
  if (type === null) throw new AppError("unsupported_type", mediaMessages.type);
}

async function requireQuota(db: Db, config: App["config"], userId: string, more: number): Promise<void> {
  const quota = config.imageQuotaBytes;
  if ((await queries.countBytes(db, userId)) + more > quota)
    throw new AppError("limit_reached", mediaMessages.quota(quota));
}

async function keep(app: Ground, userId: string, cleaned: Cleaned): Promise<Added> {
  const draft = await draftMedia(app.db, app.config.dataDir, cleaned);
  try {
    return await keepDraft(app, userId, cleaned, draft);
  } finally {
    await draft.discard();
  }
}

/** The hash is of the cleaned bytes, so files that differ only in metadata are one picture. */
function keepDraft(app: Ground, userId: string, cleaned: Cleaned, draft: MediaDraft): Promise<Added> {
  const { type, width, height, isWhitened } = cleaned;
  const sha256 = createHash("sha256").update(cleaned.picture).digest("hex");
  const bytes = cleaned.picture.length;
  return inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const now = app.clock.now();
    const known = await queries.findByHash(trx, userId, sha256);
    if (known === null || known.droppedAt !== null) await requireQuota(trx, app.config, userId, bytes);
    const id = known?.id ?? randomUUID();
    if (known) await queries.renew(trx, id, now);
    else {
      const row = { id, user_id: userId, sha256, type, width, height, bytes, created_at: now, idle_since: now };
      await queries.insert(trx, row);
    }
    // Also for known pictures, to restore a lost file.
    await draft.keep(trx, { id, sha256, type });
    const createdAt = known?.createdAt ?? now;
    const picture: Picture = { id, sha256, type, width, height, bytes, createdAt, droppedAt: null };
    return { picture, isNew: known === null, isWhitened };
  });
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError || !isOfDisk(error)) throw error;
    throw new AppError("no_storage", storageFault(error) ?? mediaMessages.disk, { cause: error });
  }
}

const diskCodes = ["EACCES", "EDQUOT", "EEXIST", "EIO", "EMFILE", "ENOSPC", "ENOTDIR", "EPERM", "EROFS"];

const isOfDisk = (error: unknown): boolean =>
  storageFault(error) !== null || diskCodes.includes((error as NodeJS.ErrnoException).code ?? "");

export const findPicture = (app: Pick<App, "db">, userId: string, id: string): Promise<Picture | null> =>
  queries.find(app.db, userId, id);

export async function getPicture(app: Pick<App, "db">, userId: string, id: string): Promise<Picture> {
  const picture = await queries.find(app.db, userId, id);
  if (picture === null) throw new AppError("not_found", mediaMessages.none);
  return picture;
}

export const listPictures = (app: Pick<App, "db">, userId: string): Promise<Picture[]> => queries.list(app.db, userId);

/** Throws not_found, also for a picture of another user or one whose bytes are gone. */
export async function readPicture(
  app: Pick<App, "db" | "config">,
  { userId, id, which }: { userId: string; id: string; which: "picture" | "preview" },
): Promise<{ picture: Picture; bytes: Buffer }> {
  const picture = await getPicture(app, userId, id);
  // The file may still exist for another user's picture.
  if (which === "picture" && picture.droppedAt !== null) throw new AppError("not_found", mediaMessages.gone);
  const bytes = await findMediaBytes(app.db, app.config.dataDir, picture, which);
  if (bytes === null) throw new AppError("not_found", mediaMessages.gone);
  return { picture, bytes };
}

export const listPicturesOf = (db: Db, tweetIds: readonly number[]): Promise<Map<number, TweetPicture[]>> =>
  queries.listPicturesOf(db, tweetIds);

/** SHA-256 in hex by picture id. */
export const listHashesOf = (db: Db, tweetId: number): Promise<Map<string, string>> =>
  queries.listHashesOf(db, tweetId);

/**
 * Returns whether the pictures changed. Throws invalid. The caller has locked the user and checked the tweet's state.
 */
export async function placePictures(
  trx: Transaction,
  { userId, tweetId, now }: { userId: string; tweetId: number; now: number },
  wanted: readonly PictureChoice[],
): Promise<boolean> {
  const former = (await queries.listPicturesOf(trx, [tweetId])).get(tweetId) ?? [];
  const next = wanted.map(({ mediaId, altText = "", madeWithAi = false }) => ({
    mediaId,
    altText: altText.trim(),
    madeWithAi,
  }));
  const told = ({ mediaId, altText, madeWithAi }: (typeof next)[number]) =>
    JSON.stringify([mediaId, altText, madeWithAi]);
  if (former.map(told).join() === next.map(told).join()) return false;
  if (next.length > maxPictures)
    throw new AppError("invalid", mediaMessages.tooMany, { about: { field: "media", type: "too_long" } });
  const faults: ItemFault[] = [];
  for (const [n, { mediaId, altText }] of next.entries()) {
    const note = (msg: string, type: FaultType = "invalid") => faults.push({ field: `media.${n}`, type, msg });
    const picture = await queries.find(trx, userId, mediaId);
    if ([...altText].length > maxDescription) note(mediaMessages.longText, "too_long");
    else if (next.findIndex((choice) => choice.mediaId === mediaId) !== n) note(mediaMessages.twice);
    else if (!picture) note(mediaMessages.none);
    else if (picture.droppedAt !== null) note(mediaMessages.gone);
  }
  requireNone(faults);
  await queries.setPictures(trx, tweetId, next);
  const left = former.filter(({ mediaId }) => !next.some((picture) => picture.mediaId === mediaId));
  await queries.setIdle(
    trx,
    left.map(({ mediaId }) => mediaId),
    now,
  );
  return true;
}

/**
 * Also removes the picture from published tweets; the network keeps it. Throws not_found and in_use (by an unpublished
 * tweet).
 */
export async function removePicture(app: Ground, { userId, id }: { userId: string; id: string }): Promise<void> {
  const { sha256 } = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const picture = await queries.find(trx, userId, id);
    if (picture === null) throw new AppError("not_found", mediaMessages.none);
    if (await queries.isNeeded(trx, id)) throw new AppError("in_use", mediaMessages.inUse);
    await queries.remove(trx, id);
    return picture;
  });
  await sweep(app, [sha256]);
}

/** Deletes pictures unused for 24 hours, the bytes of those published 30 days ago, and files without a row. */
export async function prunePictures(app: Ground): Promise<void> {
  const now = app.clock.now();
  const [unusedBefore, outBefore] = [now - unusedKeeps, now - publishedKeeps];
  for (const userId of await queries.listOwnersOfOld(app.db, { unusedBefore, outBefore })) {
    if (app.work.shutdownSignal.aborted) return;
    await inTransaction(app.db, async (trx) => {
      await lockPersonWithAccounts(trx, userId);
      await queries.removeForgotten(trx, userId, unusedBefore);
      await dropMediaBytes(trx, await queries.dropLongOut(trx, userId, { before: outBefore, now }));
    });
  }
  await sweepPictures(app);
}

/** Deletes files without a row, left by a deleted user or a crash. */
export const sweepPictures = (app: Ground): Promise<void> => sweep(app);

async function sweep({ db, clock, config, log }: Ground, hashes?: readonly string[]): Promise<void> {
  await sweepMedia(db, config.dataDir, { now: clock.now(), hashes }).catch((err: unknown) =>
    log.warn({ err }, "files of pictures that nobody needs could not be deleted"),
  );
}
