// Uploads and describes pictures in the sandbox, and attaches them to posts, as on X.
import { type Db, inTransaction, type Transaction } from "~db/database.server";
import { lockSandbox } from "~db/locks.server";
import type { Clock } from "~/ground/time/clock.server";
import type { Log } from "~/ground/telemetry/log.server";
import { maxDescription, maxPictureBytes, maxPictures, type Network, type PostAnswer } from "./port";
import { hashOf } from "./sandbox-link.server";
import * as rules from "./sandbox-rules";
import * as queries from "./store/pictures.server";
import { findOwner, ownersOfPosts, type PostRequest } from "./store/posts.server";

export interface SandboxPictures {
  findPicture(id: string): Promise<{ contentType: string; bytes: Buffer } | null>;
}

interface Asking {
  db: Db;
  log: Log | undefined;
  signal: AbortSignal | undefined;
}

/** Runs one writing call in its own transaction. Never throws: a database error becomes a lost answer. */
export async function answering(
  { db, log, signal }: Asking,
  work: (trx: Transaction) => Promise<PostAnswer>,
): Promise<PostAnswer> {
  if (signal?.aborted) return { kind: "not_sent", detail: "stopped before it was sent" };
  try {
    return await inTransaction(db, async (trx) => {
      await lockSandbox(trx);
      return work(trx);
    });
  } catch (error) {
    log?.error({ error }, "The sandbox could not do what it was asked");
    return { kind: "lost", status: null, detail: "the sandbox's database failed" };
  }
}

export function sandboxPictures({
  db,
  clock,
  log,
}: {
  db: Db;
  clock: Clock;
  log: Log | undefined;
}): Pick<Network, "uploadImage" | "describeImage"> & SandboxPictures {
  const uploadImage: Network["uploadImage"] = (tokens, { bytes, signal }) =>
    answering({ db, log, signal }, async (trx) => {
      const now = clock.now();
      const owner = await findOwner(trx, hashOf(tokens));
      if (!owner) return rules.unauthorized(now);
      if (bytes.length > maxPictureBytes) return rules.tooLarge(now);
      const type = rules.pictureTypeOf(bytes);
      if (!type) return rules.noPicture(now);
      const id = rules.nextId(now, await queries.lastPictureId(trx), rules.pictureIds);
      await queries.insertPicture(trx, {
        id,
        sandbox_user_id: owner,
        content_type: type,
        data: Buffer.from(bytes).toString("base64"),
        created_at: now,
        expires_at: now + rules.pictureLife,
      });
      await queries.forgetPictures(trx, { userId: owner, now, kept: rules.maxKeptPictures });
      return rules.uploaded({ id, size: bytes.length }, now);
    });

  const describeImage: Network["describeImage"] = (tokens, { mediaId, text, signal }) =>
    answering({ db, log, signal }, async (trx) => {
      const now = clock.now();
      const owner = await findOwner(trx, hashOf(tokens));
      if (!owner) return rules.unauthorized(now);
      if (text.trim() === "" || [...text].length > maxDescription) return rules.badDescription(now);
      const usable = await queries.ownersOfPictures(trx, [mediaId], now);
      if (usable.get(mediaId) !== owner) return rules.badPictures([mediaId], now);
      await queries.describePicture(trx, mediaId, text);
      return rules.described(mediaId, text, now);
    });

  const findPicture: SandboxPictures["findPicture"] = async (id) => {
    const found = await queries.findPicture(db, id);
    return found && { contentType: found.contentType, bytes: Buffer.from(found.data, "base64") };
  };

  return { uploadImage, describeImage, findPicture };
}

/** Why the tweet that `ask` answers, or its pictures, can't be named; null if they can. */
export async function faultOfNamed(
  trx: Transaction,
  { replyTo, mediaIds }: PostRequest,
  { owner, now, rate }: { owner: string; now: number; rate: rules.RateState },
): Promise<PostAnswer | null> {
  if (replyTo !== undefined) {
    const parent = (await ownersOfPosts(trx, [replyTo])).get(replyTo);
    if (!parent) return rules.noParent(now, rate);
    if (parent !== owner) return rules.foreignParent(now, rate);
  }
  if (mediaIds.length === 0) return null;
  const pictures = await queries.ownersOfPictures(trx, mediaIds, now);
  const isBad = mediaIds.some((id) => pictures.get(id) !== owner);
  const isUneven = mediaIds.length > maxPictures || new Set(mediaIds).size < mediaIds.length;
  return isBad || isUneven ? rules.badPictures(mediaIds, now, rate) : null;
}
