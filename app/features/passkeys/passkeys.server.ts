// Manages a user's passkeys. features/second-factor decides when to ask for one.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import type { User } from "~/features/users/user";
import { AppError } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import {
  type Binding,
  challengeLasts,
  creationOptions,
  type FreshPasskey,
  readFresh,
  requestOptions,
  type RightAnswer,
} from "./ceremony.server";
import { isCountBack, maxPasskeys, messages } from "./passkey";
import * as queries from "./queries.server";

export { judgeAnswer, type RightAnswer, type Verdict } from "./ceremony.server";
export { deleteAllOf as deletePasskeysOf } from "./queries.server";

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  backedUp: boolean;
}

export async function listPasskeys({ db }: Pick<App, "db">, userId: string): Promise<OwnPasskey[]> {
  return (await queries.listOf(db, userId)).map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    backedUp: row.backed_up === 1,
  }));
}

export const hasPasskey = async (app: Pick<App, "db">, userId: string): Promise<boolean> =>
  (await queries.listOf(app.db, userId)).length > 0;

/** `subject`: the user, or the client's address if unknown. Throws not_configured, rate_limited. */
export async function askForPasskey(app: App, binding: Binding, subject: string) {
  await countOne(app, "passkeyChallenges", subject);
  return requestOptions(app, binding);
}

interface Adding {
  userId: string;
  sessionId: string;
}

const boundBy = ({ userId, sessionId }: Adding) => ({ userId, boundHash: hashToken(sessionId) });

/** Lets this session add a passkey within five minutes. Call it with the user re-authenticated and locked. */
export async function allowAdding(trx: Transaction, { clock }: Pick<App, "clock">, adding: Adding): Promise<void> {
  const { userId, boundHash } = boundBy(adding);
  await queries.deletePermission(trx, { userId, boundHash });
  const row = { id_hash: hashToken(newToken()), user_id: userId, bound_hash: boundHash };
  await queries.insertChallenge(trx, { ...row, purpose: "may_add", expires_at: clock.now() + challengeLasts });
}

export const mayAdd = ({ db, clock }: Pick<App, "db" | "clock">, adding: Adding): Promise<boolean> =>
  queries.hasPermission(db, { ...boundBy(adding), now: clock.now() });

/** Returns creation options for the browser. Throws forbidden if the user hasn't re-authenticated, rate_limited. */
export async function offerPasskey(app: App, user: User, sessionId: string) {
  if (!(await mayAdd(app, { userId: user.id, sessionId }))) throw new AppError("forbidden", messages.notAllowed);
  await countOne(app, "passkeyChallenges", user.id);
  return creationOptions(app, user, sessionId);
}

export const readNewPasskey = (app: App, { userId, sessionId }: Adding, input: string): Promise<FreshPasskey> =>
  readFresh(app, { purpose: "add", userId, boundTo: sessionId }, input);

/** Call it with the user locked. Throws forbidden if the session may not add one, limit_reached, changed. */
export async function keepPasskey(
  trx: Transaction,
  app: App,
  { name, fresh, ...adding }: Adding & { name: string; fresh: FreshPasskey },
): Promise<void> {
  const now = app.clock.now();
  const { userId } = adding;
  if (!(await mayAdd({ db: trx, clock: app.clock }, adding))) throw new AppError("forbidden", messages.notAllowed);
  if ((await queries.listOf(trx, userId)).length >= maxPasskeys) throw new AppError("limit_reached", messages.tooMany);
  await queries.deletePermission(trx, boundBy(adding));
  const isNew = await queries.insertPasskey(trx, {
    id: randomUUID(),
    user_id: userId,
    credential_id: fresh.credentialId,
    public_key: fresh.publicKey,
    sign_count: fresh.signCount,
    transports: JSON.stringify(fresh.transports),
    backed_up: fresh.backedUp ? 1 : 0,
    name,
    created_at: now,
  });
  if (!isNew) throw new AppError("changed", messages.alreadyHere);
}

/** Call it with the user locked. gone: the passkey was removed. copied: its counter went back. */
export async function usePasskey(
  trx: Transaction,
  { clock }: Pick<App, "clock">,
  { userId, id, signCount, backedUp }: RightAnswer,
): Promise<"used" | "gone" | "copied"> {
  const passkey = await queries.findOne(trx, { userId, id });
  if (!passkey) return "gone";
  if (isCountBack(passkey.sign_count, signCount)) return "copied";
  const change = { sign_count: signCount, backed_up: backedUp ? 1 : 0, last_used_at: clock.now() } as const;
  await queries.updatePasskey(trx, { userId, id }, change);
  return "used";
}

/** Throws not_found, also for another user's passkey. */
export async function renamePasskey(app: App, userId: string, { id, name }: { id: string; name: string }) {
  const isDone = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    return queries.updatePasskey(trx, { userId, id }, { name });
  });
  if (!isDone) throw new AppError("not_found", messages.gone);
}

/** Call it with the user locked. Throws not_found, also for another user's passkey. */
export async function dropPasskey(trx: Transaction, target: { userId: string; id: string }): Promise<void> {
  if (!(await queries.deletePasskey(trx, target))) throw new AppError("not_found", messages.gone);
}

export const prunePasskeys = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteEnded(db, clock.now());
