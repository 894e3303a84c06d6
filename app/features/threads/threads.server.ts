// Threads: tweets that reply to each other; their rules, storage and progress.
import { among } from "~db/database.server";
import { AppError, type FaultType, type ItemFault, requireNone } from "~/ground/errors";
import type { Db, Transaction } from "~db/database.server";
import { fingerprint } from "~/features/tweets/text";
import { isPostable } from "~/features/tweets/text.server";
import { insertTweet, listTweetsBy, touchFirsts, type Tweet } from "~/features/tweets/tweets.server";
import * as queries from "~/features/threads/store/threads.server";
import { maxParts, minParts, type Thread } from "~/features/threads/thread";

export { seenOf } from "./seen.server";
export { maxThreadUnits, requireSplit, split, type Split } from "./split.server";
export { listLeft, listProgress, listReserved } from "~/features/threads/store/threads.server";
export {
  countOut,
  isFixed,
  isOut,
  lineOf,
  maxParts,
  minParts,
  outOf,
  stateOf,
  stopReasons,
  type Thread,
} from "./thread";

/** Throws invalid, naming each wrong part: bad count, refused by X (a draft's by `isKeepable`), or repeated text. */
export function requireParts(parts: readonly string[], fits = isPostable): void {
  const wrong = (message: string, type: "too_short" | "too_long") =>
    new AppError("invalid", message, { about: { field: "parts", type } });
  if (parts.length < minParts) throw wrong(`A thread needs at least ${minParts} parts.`, "too_short");
  if (parts.length > maxParts) throw wrong(`A thread can have up to ${maxParts} parts.`, "too_long");
  const faults: ItemFault[] = [];
  const known = new Map<string, number>();
  for (const [n, content] of parts.entries()) {
    const no = n + 1;
    const fit = fits(content);
    const note = (msg: string, type: FaultType) => faults.push({ field: `parts.${n}`, type, msg });
    if (!fit.ok) {
      note(`Part ${no}: ${fit.message}`, fit.code === "empty" ? "too_short" : "too_long");
      continue;
    }
    const print = fingerprint(content);
    const earlier = known.get(print);
    if (earlier === undefined) known.set(print, no);
    else note(`Part ${no} has the same text as part ${earlier}.`, "invalid");
  }
  requireNone(faults);
}

interface NewPart {
  userId: string;
  accountId: number | null;
  accountIsOwn?: boolean;
  origin?: "own" | "generated";
  now: number;
}

/** Returns the first part's id, the only one in the batch. Call it in a transaction with checked parts. */
export async function insertThread(
  trx: Transaction,
  { batchId = null, parts, ...by }: NewPart & { batchId?: string | null; parts: readonly string[] },
): Promise<number> {
  const threadId = await queries.insertThread(trx, by);
  const ids: number[] = [];
  for (const [n, content] of parts.entries()) {
    const ofBatch = n === 0 ? batchId : null;
    ids.push(await insertPart(trx, { ...by, batchId: ofBatch, threadId, no: n + 1, content }));
  }
  const [first] = ids;
  if (first === undefined) throw new Error("A thread without parts");
  return first;
}

export function insertPart(
  trx: Transaction,
  values: NewPart & { batchId?: string | null; threadId: number; no: number; content: string },
): Promise<number> {
  const { origin = "own", batchId = null } = values;
  return insertTweet(trx, {
    userId: values.userId,
    accountId: values.accountId,
    accountIsOwn: values.accountIsOwn ?? values.accountId !== null,
    batchId,
    position: 0,
    origin,
    content: values.content,
    fingerprint: fingerprint(values.content),
    part: { threadId: values.threadId, no: values.no },
    now: values.now,
  });
}

/** Only for parts that aren't published or being posted. Call it in a transaction. */
export const removeParts = (trx: Transaction, threadId: number, from: number): Promise<void> =>
  queries.deletePartsFrom(trx, threadId, from);

export async function listThreads(db: Db, tweets: readonly Pick<Tweet, "part">[]): Promise<Map<number, Thread>> {
  const ids = [...new Set(tweets.flatMap(({ part }) => (part ? [part.threadId] : [])))];
  if (ids.length === 0) return new Map();
  const rows = await queries.listThreads(db, ids);
  const parts = await listTweetsBy(db, among(db, "tweets.thread_id", ids, "int"));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        state: row.state,
        stopCode: row.stop_code,
        stopReason: row.stop_reason,
        parts: parts
          .filter(({ part }) => part?.threadId === row.id)
          .sort((a, b) => (a.part?.no ?? 0) - (b.part?.no ?? 0)),
      },
    ]),
  );
}

export async function findThread(db: Db, tweet: Pick<Tweet, "part">): Promise<Thread | null> {
  return tweet.part ? ((await listThreads(db, [tweet])).get(tweet.part.threadId) ?? null) : null;
}

/** Marks the first part as changed. */
export const touchFirst = (db: Db, id: number, now: number): Promise<void> => touchFirsts(db, [id], now);

/** Also restarts a thread that was ended before anything was published. */
export const setGoing = (trx: Db, id: number, now: number): Promise<boolean> =>
  queries.changeThread(
    trx,
    { id, from: ["draft", "going", "stopped", "done"] },
    { state: "going", stop_code: null, stop_reason: null, updated_at: now },
  );

export const setStopped = (
  trx: Db,
  id: number,
  { code, reason, now }: { code: string; reason: string | null; now: number },
): Promise<boolean> =>
  queries.changeThread(
    trx,
    { id, from: ["going"] },
    { state: "stopped", stop_code: code, stop_reason: reason, updated_at: now },
  );

export const setDone = (trx: Db, id: number, now: number): Promise<boolean> =>
  queries.changeThread(
    trx,
    { id, from: ["going", "stopped"] },
    { state: "done", stop_code: null, stop_reason: null, updated_at: now },
  );
