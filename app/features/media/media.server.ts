// Pictures: each is cleaned before it is kept, belongs to one person, and is theirs alone to see.
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
  /** False where this person has the same picture already: then it is that one. */
  isNew: boolean;
  /** Parts that were transparent are white now. */
  isWhitened: boolean;
}

/** Below this nothing is kept, so that tweets can still be recorded. Bytes. */
const minRoom = 500_000_000;

/** What tests replace: how a picture is cleaned, and how much room the disk has. */
interface Means {
  clean?: typeof cleanPicture;
  findRoom?: () => number | null;
}

/**
 * Cleans and keeps a picture; its row and its bytes are on disk when this resolves. `bytes` is the file as it came. Throws
 * AppError: not_configured (pictures are off), too_large over 10 MB, unsupported_type, limit_reached (the quota), no_storage,
 * and what `cleanPicture` does.
 */
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
  // Asked before half a second is spent on it, and again once it is known how large it becomes.
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

/** Why this server takes no pictures; null: it does. */
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

/**
 * The same picture is known by the hash of its cleaned bytes: then the name of a file says what must be in it, and two
 * files that differ in nothing but what was cleaned away are one picture.
 */
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
    // Known ones too: adding it again is how a lost file comes back.
    await draft.keep(trx, { id, sha256, type });
    const createdAt = known?.createdAt ?? now;
    const picture: Picture = { id, sha256, type, width, height, bytes, createdAt, droppedAt: null };
    return { picture, isNew: known === null, isWhitened };
  });
}

/** Throws no_storage, with its sentence, for what only the disk is to blame for. */
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

/** Null where there is none, or it is another's. */
export const findPicture = (app: Pick<App, "db">, userId: string, id: string): Promise<Picture | null> =>
  queries.find(app.db, userId, id);

/** Throws not_found, for another's as for one that never was. */
export async function getPicture(app: Pick<App, "db">, userId: string, id: string): Promise<Picture> {
  const picture = await queries.find(app.db, userId, id);
  if (picture === null) throw new AppError("not_found", mediaMessages.none);
  return picture;
}

/** A person's pictures, the newest first. */
export const listPictures = (app: Pick<App, "db">, userId: string): Promise<Picture[]> => queries.list(app.db, userId);

/**
 * The bytes of a picture, or of its preview (a JPEG of 320 pixels a side). Throws not_found: another's, unknown, or no
 * longer on this server.
 */
export async function readPicture(
  app: Pick<App, "db" | "config">,
  { userId, id, which }: { userId: string; id: string; which: "picture" | "preview" },
): Promise<{ picture: Picture; bytes: Buffer }> {
  const picture = await getPicture(app, userId, id);
  // Somebody else's picture may have kept the file.
  if (which === "picture" && picture.droppedAt !== null) throw new AppError("not_found", mediaMessages.gone);
  const bytes = await findMediaBytes(app.db, app.config.dataDir, picture, which);
  if (bytes === null) throw new AppError("not_found", mediaMessages.gone);
  return { picture, bytes };
}

/** The pictures of these tweets by their ids, in the order of each; a tweet without any is not there. */
export const listPicturesOf = (db: Db, tweetIds: readonly number[]): Promise<Map<number, TweetPicture[]>> =>
  queries.listPicturesOf(db, tweetIds);

/** SHA-256 of what its pictures show, in hex, by their ids. */
export const listHashesOf = (db: Db, tweetId: number): Promise<Map<string, string>> =>
  queries.listHashesOf(db, tweetId);

/**
 * Makes these the pictures of a person's tweet, in this order, where they are other than those that it has; true where
 * they were. Whether the tweet may be changed is the caller's to ask, in this transaction under the person's lock. Throws
 * invalid about the picture's place in the list: more than 4, one that isn't theirs or is gone, one twice, a description
 * over 1,000 characters.
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
    else if (next.findIndex((one) => one.mediaId === mediaId) !== n) note(mediaMessages.twice);
    else if (!picture) note(mediaMessages.none);
    else if (picture.droppedAt !== null) note(mediaMessages.gone);
  }
  requireNone(faults);
  await queries.setPictures(trx, tweetId, next);
  const left = former.filter(({ mediaId }) => !next.some((one) => one.mediaId === mediaId));
  await queries.setIdle(
    trx,
    left.map(({ mediaId }) => mediaId),
    now,
  );
  return true;
}

/**
 * Deletes a picture, also from the tweets that are out: on the network it stays. Throws not_found, in_use (a tweet uses
 * it that isn't out).
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

/**
 * Deletes what no tweet has used for 24 hours, and the bytes, not the previews, of what has been out for 30 days; then
 * whatever files no row needs.
 */
export async function prunePictures(app: Ground): Promise<void> {
  const now = app.clock.now();
  const [unusedBefore, outBefore] = [now - unusedKeeps, now - publishedKeeps];
  for (const userId of await queries.listOwnersOfOld(app.db, { unusedBefore, outBefore })) {
    if (app.work.shutdownSignal.aborted) return;
    await inTransaction(app.db, async (trx) => {
      // Whoever puts a picture into a tweet has this lock.
      await lockPersonWithAccounts(trx, userId);
      await queries.removeForgotten(trx, userId, unusedBefore);
      await dropMediaBytes(trx, await queries.dropLongOut(trx, userId, { before: outBefore, now }));
    });
  }
  await sweepPictures(app);
}

/** Deletes the files that no row needs: after a person has left, and after a kill between file and row. */
export const sweepPictures = (app: Ground): Promise<void> => sweep(app);

/** A file that can't be deleted now is tried again with the next pruning. */
async function sweep({ db, clock, config, log }: Ground, hashes?: readonly string[]): Promise<void> {
  await sweepMedia(db, config.dataDir, { now: clock.now(), hashes }).catch((err: unknown) =>
    log.warn({ err }, "files of pictures that nobody needs could not be deleted"),
  );
}
