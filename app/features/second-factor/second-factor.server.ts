// The second step at sign-in: a code of an authenticator app, or a recovery code, after the right password.
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { messages as userMessages } from "~/features/users/user";
import { type Admitted, findUser, isPasswordHash, signIn } from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { days, minutes } from "~/ground/time/duration";
import { commitTogether, inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { redeemCode } from "./check-code.server";
import { messages } from "./factor";
import { setUpLasts } from "./own.server";
import * as queries from "./queries.server";
import type { ApiSignIn } from "./schema.server";

export {
  beginSetUp,
  keepCodes,
  readSecondFactor,
  renewCodes,
  resealAuthenticators,
  type SecondFactor,
  switchOff,
  switchOffFor,
  switchOn,
} from "./own.server";

/** How long a sign-in waits for its second step, and how long a browser is trusted. */
export const waitLasts = minutes(10);
export const trustLasts = days(30);
const maxWaiting = 20;

/**
 * Password and code in one call, as programs sign in. Throws as `signIn`; second_factor_required where the password is
 * right and a code is missing, second_factor_wrong where it is not, counted as a wrong sign-in.
 */
export async function signInWithCode(app: App, ask: ApiSignIn, address: string): Promise<Admitted> {
  const admitted = await signIn(app, ask, address);
  if (!(await isOn(app, admitted.user.id))) return admitted;
  if (!ask.otp?.trim()) throw new AppError("second_factor_required", messages.required);
  const { id: userId, email } = admitted.user;
  const proof = { userId, email, code: ask.otp, address };
  const used = { kind: "second_factor.used" as const, userId, address };
  await redeemCode(app, proof, async (trx) => {
    await requireAdmitted(trx, admitted);
    await writeAudit(trx, app, used);
  });
  logAudit(app, used);
  return admitted;
}

/**
 * Whoever's password was right waits for the second step: returns the secret id that only the browser's cookie will
 * hold. Null where none is asked for: there is no app, or the browser is trusted. Throws wrong_credentials where the
 * password was changed since it was checked.
 */
export async function awaitSecondStep(app: App, admitted: Admitted, trustedId: string | null): Promise<string | null> {
  const userId = admitted.user.id;
  const now = app.clock.now();
  if (!(await isOn(app, userId))) return null;
  if (trustedId !== null && (await queries.isTrusted(app.db, { idHash: hashToken(trustedId), userId, now })))
    return null;
  const id = newToken();
  const { passwordHash } = admitted;
  await inTransaction(app.db, async (trx) => {
    await requireAdmitted(trx, admitted);
    const waiting = { idHash: hashToken(id), userId, passwordHash, now, expiresAt: now + waitLasts };
    await queries.insertWaiting(trx, waiting, maxWaiting);
  });
  return id;
}

/** Whose sign-in waits; null where it was finished, ended or took too long. */
export async function findWaitingEmail(app: App, waitingId: string): Promise<string | null> {
  const found = await queries.findWaiting(app.db, hashToken(waitingId), app.clock.now());
  return found ? ((await findUser(app, found.user_id))?.email ?? null) : null;
}

/**
 * The second step, once. With `trust` it returns the secret id of a browser that is not asked again for 30 days. Throws
 * not_found where the sign-in waits no longer, second_factor_wrong, throttled.
 */
export async function finishSignIn(
  app: App,
  { waitingId, code, trust }: { waitingId: string; code: string; trust: boolean },
  address: string,
): Promise<{ admitted: Admitted; trustedId: string | null }> {
  const over = new AppError("not_found", messages.over);
  const idHash = hashToken(waitingId);
  const waiting = await queries.findWaiting(app.db, idHash, app.clock.now());
  const user = waiting && (await findUser(app, waiting.user_id));
  if (!waiting || !user) throw over;
  const admitted = { user, passwordHash: waiting.password_hash };
  const trustedId = trust ? newToken() : null;
  const proof = { userId: user.id, email: user.email, code, address };
  const used = { kind: "second_factor.used" as const, userId: user.id, address };
  await redeemCode(app, proof, async (trx) => {
    const now = app.clock.now();
    if (!(await queries.findWaiting(trx, idHash, now))) throw over;
    await queries.deleteWaiting(trx, idHash);
    await writeAudit(trx, app, used);
    if (trustedId === null) return;
    const browser = { idHash: hashToken(trustedId), userId: user.id, now, expiresAt: now + trustLasts };
    await queries.insertTrusted(trx, browser);
  });
  logAudit(app, used);
  return { admitted, trustedId };
}

/** Locks the person. Throws wrong_credentials where the password is no longer the one that was checked. */
async function requireAdmitted(trx: Transaction, { user, passwordHash }: Admitted): Promise<void> {
  await lockPerson(trx, user.id);
  if (!(await isPasswordHash(trx, user.id, passwordHash))) throw new AppError("wrong_credentials", userMessages.wrong);
}

const isOn = async (app: App, userId: string): Promise<boolean> =>
  ((await queries.findAuthenticator(app.db, userId))?.confirmed_at ?? null) !== null;

/** Removes what has had its time. */
export async function pruneSecondFactor(app: App): Promise<void> {
  const now = app.clock.now();
  await commitTogether(app.db, (trx) => queries.deleteExpired(trx, now, now - setUpLasts));
}
