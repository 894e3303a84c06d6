// Passkeys: what a person's devices keep to show who signs in. When one is asked for: features/second-factor.
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

/** A passkey as its person sees it. */
export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** It is kept beyond its device. */
  backedUp: boolean;
}

/** The first one made first. */
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

/**
 * What the browser is to ask its passkeys. `whom`: the person, or the client's address where nobody is known. Throws
 * not_configured where there can be none, rate_limited.
 */
export async function askForPasskey(app: App, binding: Binding, whom: string) {
  await countOne(app, "passkeyChallenges", whom);
  return requestOptions(app, binding);
}

/** Whose session adds a passkey. */
interface Adding {
  userId: string;
  sessionId: string;
}

const boundBy = ({ userId, sessionId }: Adding) => ({ userId, boundHash: hashToken(sessionId) });

/** This session may add one within five minutes. Call it where the person has shown who they are, and is locked. */
export async function allowAdding(trx: Transaction, { clock }: Pick<App, "clock">, adding: Adding): Promise<void> {
  const { userId, boundHash } = boundBy(adding);
  await queries.deletePermission(trx, { userId, boundHash });
  const row = { id_hash: hashToken(newToken()), user_id: userId, bound_hash: boundHash };
  await queries.insertChallenge(trx, { ...row, purpose: "may_add", expires_at: clock.now() + challengeLasts });
}

export const mayAdd = ({ db, clock }: Pick<App, "db" | "clock">, adding: Adding): Promise<boolean> =>
  queries.hasPermission(db, { ...boundBy(adding), now: clock.now() });

/** What the browser is to make a passkey of. Throws forbidden where the person has not shown who they are, rate_limited. */
export async function offerPasskey(app: App, user: User, sessionId: string) {
  if (!(await mayAdd(app, { userId: user.id, sessionId }))) throw new AppError("forbidden", messages.notAllowed);
  await countOne(app, "passkeyChallenges", user.id);
  return creationOptions(app, user, sessionId);
}

/** The passkey that the browser made, not yet kept. Throws invalid. */
export const readNewPasskey = (app: App, { userId, sessionId }: Adding, typed: string): Promise<FreshPasskey> =>
  readFresh(app, { purpose: "add", userId, boundTo: sessionId }, typed);

/** Keeps it. Call it with the person locked. Throws forbidden where the session may not, or ended; limit_reached, changed. */
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

/**
 * Makes a right answer good. Call it with the person locked. gone: it was removed meanwhile. copied: it has signed less
 * often than we know of; nothing is written.
 */
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

/** Throws not_found where it is removed, or another's. */
export async function renamePasskey(app: App, userId: string, { id, name }: { id: string; name: string }) {
  const isDone = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    return queries.updatePasskey(trx, { userId, id }, { name });
  });
  if (!isDone) throw new AppError("not_found", messages.gone);
}

/** Call it with the person locked. Throws not_found where it is removed, or another's. */
export async function dropPasskey(trx: Transaction, by: { userId: string; id: string }): Promise<void> {
  if (!(await queries.deletePasskey(trx, by))) throw new AppError("not_found", messages.gone);
}

/** Removes challenges that nobody answered. */
export const prunePasskeys = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteEnded(db, clock.now());
