// Runs a request with an Idempotency-Key once and replays its answer for a day.
import type { App } from "~/app.server";
import { AppError, isAppError } from "~/ground/errors";
import { minutes } from "~/ground/time/duration";
import type { Endpoint } from "~/http/contract/endpoint.server";
import type { Transaction } from "~db/database.server";
import * as retries from "~db/retries.server";
import type { Params } from "../api-router.server";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { aboutKey, fingerprintOf, keyHashOf } from "./request-key.server";

export const abandonedAfter = minutes(2);

export interface Once {
  /** Stores the answer in the work's transaction. Throws idempotency_running if another request took over. */
  keep(trx: Transaction, compose: () => object | Promise<object>): Promise<void>;
  /** Records that the network will be called once this transaction commits, so a retry checks before sending. */
  markSent(trx: Transaction): Promise<void>;
  wasSent: boolean;
  end(answer: object): Promise<void>;
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

/** Starts a request, or returns the stored answer. Throws invalid, idempotency_running, idempotency_mismatch. */
export async function beginOnce(app: App, keyed: KeyedRequest): Promise<Once | { replay: Replay }> {
  const keyHash = keyHashOf(keyed.request);
  if (keyHash === null) return unkeyed;
  const whose = { userId: keyed.userId, keyHash };
  const fingerprint = fingerprintOf(app, keyed.endpoint, keyed);
  const at = app.clock.now();
  if (await retries.insertRetry(app.db, { ...whose, at, fingerprint }))
    return claimed(app, keyed.endpoint, { ...whose, at }, false);
  const row = await retries.findRetry(app.db, whose);
  // The row was just deleted by a failed request.
  if (!row) throw running();
  const isOver = row.created_at <= at - retries.keepsRetriesMs;
  if (!isOver && row.fingerprint !== fingerprint)
    throw aboutKey("idempotency_mismatch", "This Idempotency-Key was already used with a different request.");
  if (!isOver && row.status !== null && row.body !== null)
    return { replay: { status: row.status, body: opened(app, keyed.endpoint, whose, row.body) } };
  // `Math.abs` covers a clock that was set back.
  if (Math.abs(at - row.created_at) < abandonedAfter) throw running();
  const wasSent = !isOver && row.state === "sent";
  const state = wasSent ? "sent" : "running";
  if (!(await retries.takeRetry(app.db, row, { at, fingerprint, state }))) throw running();
  return claimed(app, keyed.endpoint, { ...whose, at }, wasSent);
}

const running = (): AppError =>
  new AppError("idempotency_running", "The first call with this Idempotency-Key is still running.", {
    retryAfterSeconds: 1,
  });

type Whose = Omit<retries.RetryClaim, "at">;

const ownerOf = ({ userId, keyHash }: Whose): string => `retry:${userId}:${keyHash}`;

const closed = ({ config }: App, { showsSecret }: Endpoint, owner: Whose, body: string): string =>
  showsSecret ? seal(config.encryptionKeys, ownerOf(owner), body) : body;

/** Throws if the encryption key is gone. */
const opened = ({ config }: App, { showsSecret }: Endpoint, owner: Whose, body: string): string =>
  showsSecret ? unseal(config.encryptionKeys, ownerOf(owner), body) : body;

function claimed(app: App, endpoint: Endpoint, claim: retries.RetryClaim, wasSent: boolean): Once {
  let isKept = false;
  const toRow = (answer: object) => ({
    status: endpoint.status,
    body: closed(app, endpoint, claim, JSON.stringify({ success: true, ...answer })),
  });
  return {
    wasSent,
    async keep(trx, compose) {
      if (!(await retries.endRetry(trx, claim, toRow(await compose())))) throw running();
      isKept = true;
    },
    async markSent(trx) {
      if (!(await retries.markSent(trx, claim))) throw running();
    },
    async end(answer) {
      if (!isKept) await retries.endRetry(app.db, claim, toRow(answer));
    },
    async fail(error) {
      // A timed-out call may have posted.
      const isOpen = isAppError(error) && error.code === "timeout";
      const row = isOpen ? await retries.findRetry(app.db, claim) : null;
      if (row?.state === "sent") await retries.leaveRetry(app.db, claim, claim.at - abandonedAfter);
      else await retries.forgetRetry(app.db, claim);
    },
  };
}
