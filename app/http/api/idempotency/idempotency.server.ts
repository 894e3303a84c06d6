// Requests that may come again: one with an Idempotency-Key is carried out once, and answered alike for a day.
import type { App } from "~/app.server";
import { AppError, isAppError } from "~/ground/errors";
import { minutes } from "~/ground/time/duration";
import type { Endpoint } from "~/http/contract/endpoint.server";
import type { Transaction } from "~db/database.server";
import * as retries from "~db/retries.server";
import type { Params } from "../api-router.server";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { aboutKey, fingerprintOf, keyHashOf } from "./request-key.server";

/** A process that is gone has left what it began so long ago; no call lasts longer. */
export const abandonedAfter = minutes(2);

/** What a handler may do for a request that could come again. Without a key all of it is nothing. */
export interface Once {
  /**
   * Keeps the answer in the transaction of the work itself, so that there is never the one without the other. Throws
   * idempotency_running, which undoes the work, where another has begun it anew. `tell` reads what the answer tells, and is
   * asked only where there is a key: others wait to write meanwhile.
   */
  keep(trx: Transaction, tell: () => object | Promise<object>): Promise<void>;
  /** The network will have been called once this transaction is kept: the work is not begun again without a look. */
  markSent(trx: Transaction): Promise<void>;
  /** The call with this key that came before may have reached the network, and nobody knows its answer. */
  wasSent: boolean;
  /** The work is done: what is not kept yet is kept now. */
  end(answer: object): Promise<void>;
  /** It came to nothing: the next one with this key is the first. */
  fail(error: unknown): Promise<void>;
}

export const unkeyed: Once = {
  keep: () => Promise.resolve(),
  markSent: () => Promise.resolve(),
  wasSent: false,
  end: () => Promise.resolve(),
  fail: () => Promise.resolve(),
};

export interface Replay {
  status: number;
  /** JSON. */
  body: string;
}

interface KeyedRequest {
  request: Request;
  userId: string;
  endpoint: Endpoint;
  params: Params;
  search: URLSearchParams;
  raw: Record<string, unknown>;
}

/**
 * Begins a request, unless it is answered already: then its answer. Throws invalid for a key that is none,
 * idempotency_running, idempotency_mismatch.
 */
export async function beginOnce(app: App, keyed: KeyedRequest): Promise<Once | { replay: Replay }> {
  const keyHash = keyHashOf(keyed.request);
  if (keyHash === null) return unkeyed;
  const whose = { userId: keyed.userId, keyHash };
  const fingerprint = fingerprintOf(app, keyed.endpoint, keyed);
  const at = app.clock.now();
  if (await retries.insertRetry(app.db, { ...whose, at, fingerprint }))
    return claimed(app, keyed.endpoint, { ...whose, at }, false);
  const row = await retries.findRetry(app.db, whose);
  // Forgotten in this very moment: it came to nothing.
  if (!row) throw running();
  const isOver = row.created_at <= at - retries.keepsRetriesMs;
  if (!isOver && row.fingerprint !== fingerprint)
    throw aboutKey("idempotency_mismatch", "This Idempotency-Key came before, with another request");
  if (!isOver && row.status !== null && row.body !== null)
    return { replay: { status: row.status, body: opened(app, keyed.endpoint, whose, row.body) } };
  // A clock that was set back says nothing of how long ago it was.
  if (Math.abs(at - row.created_at) < abandonedAfter) throw running();
  const wasSent = !isOver && row.state === "sent";
  const state = wasSent ? "sent" : "running";
  if (!(await retries.takeRetry(app.db, row, { at, fingerprint, state }))) throw running();
  return claimed(app, keyed.endpoint, { ...whose, at }, wasSent);
}

const running = (): AppError =>
  new AppError("idempotency_running", "The first call with this Idempotency-Key is still running", {
    retryAfterSeconds: 1,
  });

type Whose = Omit<retries.RetryClaim, "at">;

const ownerOf = ({ userId, keyHash }: Whose): string => `retry:${userId}:${keyHash}`;

/** As it is kept: a secret that is shown once stands nowhere else than in that answer. */
const closed = ({ config }: App, { showsSecret }: Endpoint, whose: Whose, body: string): string =>
  showsSecret ? seal(config.encryptionKeys, ownerOf(whose), body) : body;

/** Throws where the key that sealed it is gone: nobody can tell that answer again. */
const opened = ({ config }: App, { showsSecret }: Endpoint, whose: Whose, body: string): string =>
  showsSecret ? unseal(config.encryptionKeys, ownerOf(whose), body) : body;

function claimed(app: App, endpoint: Endpoint, claim: retries.RetryClaim, wasSent: boolean): Once {
  let isKept = false;
  const toRow = (answer: object) => ({
    status: endpoint.status,
    body: closed(app, endpoint, claim, JSON.stringify({ success: true, ...answer })),
  });
  return {
    wasSent,
    async keep(trx, tell) {
      if (!(await retries.endRetry(trx, claim, toRow(await tell())))) throw running();
      isKept = true;
    },
    async markSent(trx) {
      if (!(await retries.markSent(trx, claim))) throw running();
    },
    async end(answer) {
      if (!isKept) await retries.endRetry(app.db, claim, toRow(answer));
    },
    async fail(error) {
      // Whether it is out will be known later: who asks again then gets that answer, and nothing is sent twice.
      const isOpen = isAppError(error) && error.code === "timeout";
      const row = isOpen ? await retries.findRetry(app.db, claim) : null;
      if (row?.state === "sent") await retries.leaveRetry(app.db, claim, claim.at - abandonedAfter);
      else await retries.forgetRetry(app.db, claim);
    },
  };
}
