// Handles two-factor authentication, and signing in with a passkey alone.
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { judgeAnswer, usePasskey } from "~/features/passkeys/passkeys.server";
import { messages as passkeyMessages } from "~/features/passkeys/passkey";
import { findOwnBrowser } from "~/features/passwords/passwords.server";
import { messages as userMessages } from "~/features/users/user";
import { type Admitted, findAdmitted, findUser, isPasswordHash, signIn } from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { days, minutes } from "~/ground/time/duration";
import { commitTogether, inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { messages } from "./factor";
import { setUpLasts } from "./own.server";
import * as queries from "./queries.server";
import { redeemProof, refusePasskey } from "./redeem.server";
import type { ApiSignIn } from "./schema.server";
import { hasFactor, readFactors, type Factors } from "./factors.server";

export { addPasskey, beginAdding, removePasskey } from "./own-passkeys.server";
export { keepCodes } from "./recovery.server";
export { countUndecryptableFactors, resealFactors } from "./reseal.server";
export {
  beginSetUp,
  type OwnProof,
  readSecondFactor,
  renewCodes,
  type SecondFactor,
  switchOff,
  switchOffFor,
  switchOn,
} from "./own.server";

export const waitLasts = minutes(10);
export const trustLasts = days(30);
const maxWaiting = 20;

/** For API clients. Throws as `signIn`, second_factor_required if the code is missing, second_factor_wrong. */
export async function signInWithCode(
  app: App,
  input: ApiSignIn,
  address: string,
  browserId: string | null = null,
): Promise<Admitted> {
  const admitted = await signIn(app, input, address, browserId);
  const { id: userId, email } = admitted.user;
  const { hasApp, hasPasskey } = await readFactors(app, userId);
  if (!hasApp && !hasPasskey) return admitted;
  if (!input.otp?.trim())
    throw new AppError("second_factor_required", hasApp ? messages.required : messages.onlyPasskey);
  const browser = await findOwnBrowser(app, userId, browserId);
  const proof = { userId, email, given: { code: input.otp }, address, browser };
  const used = { kind: "second_factor.used" as const, userId, address };
  await redeemProof(app, proof, async (trx) => {
    await requireAdmitted(trx, admitted);
    await writeAudit(trx, app, used);
  });
  logAudit(app, used);
  return admitted;
}

/** Returns the cookie's secret id; null if no factor is needed. Throws wrong_credentials if the password changed. */
export async function awaitSecondStep(app: App, admitted: Admitted, trustedIds: readonly string[]) {
  const userId = admitted.user.id;
  const now = app.clock.now();
  if (!(await hasFactor(app, userId))) return null;
  for (const id of trustedIds) if (await queries.isTrusted(app.db, { idHash: hashToken(id), userId, now })) return null;
  const id = newToken();
  const { passwordHash } = admitted;
  await inTransaction(app.db, async (trx) => {
    await requireAdmitted(trx, admitted);
    const waiting = { idHash: hashToken(id), userId, passwordHash, now, expiresAt: now + waitLasts };
    await queries.insertWaiting(trx, waiting, maxWaiting);
  });
  return id;
}

export interface WaitingPerson extends Factors {
  userId: string;
  email: string;
}

export async function findWaitingPerson(app: App, waitingId: string): Promise<WaitingPerson | null> {
  const found = await queries.findWaiting(app.db, hashToken(waitingId), app.clock.now());
  const user = found && (await findUser(app, found.user_id));
  return user && { userId: user.id, email: user.email, ...(await readFactors(app, user.id)) };
}

type FinishSignIn = ({ code: string } | { passkey: string }) & {
  waitingId: string;
  trust: boolean;
  browserId?: string | null;
};

/** `trust` returns the secret id of a trusted browser. Throws not_found, second_factor_wrong, sign_in_throttled. */
export async function finishSignIn(
  app: App,
  { waitingId, trust, browserId = null, ...shown }: FinishSignIn,
  address: string,
): Promise<{ admitted: Admitted; trustedId: string | null }> {
  const over = new AppError("not_found", messages.over);
  const idHash = hashToken(waitingId);
  const waiting = await queries.findWaiting(app.db, idHash, app.clock.now());
  const user = waiting && (await findUser(app, waiting.user_id));
  if (!waiting || !user) throw over;
  const admitted = { user, passwordHash: waiting.password_hash };
  const trustedId = trust ? newToken() : null;
  const given = "code" in shown ? shown : { ...shown, purpose: "step" as const, boundTo: waitingId };
  const kind = "code" in shown ? ("second_factor.used" as const) : ("passkey.used" as const);
  const used = { kind, userId: user.id, address };
  const browser = await findOwnBrowser(app, user.id, browserId);
  await redeemProof(app, { userId: user.id, email: user.email, given, address, browser }, async (trx) => {
    const now = app.clock.now();
    if (!(await queries.findWaiting(trx, idHash, now))) throw over;
    await queries.deleteWaiting(trx, idHash);
    await writeAudit(trx, app, used);
    if (trustedId === null) return;
    const trusted = { idHash: hashToken(trustedId), userId: user.id, now, expiresAt: now + trustLasts };
    await queries.insertTrusted(trx, trusted);
  });
  logAudit(app, used);
  return { admitted, trustedId };
}

/** Locks the user. Throws wrong_credentials if the password changed. */
async function requireAdmitted(trx: Transaction, { user, passwordHash }: Admitted): Promise<void> {
  await lockPerson(trx, user.id);
  if (!(await isPasswordHash(trx, user.id, passwordHash))) throw new AppError("wrong_credentials", userMessages.wrong);
}

/** `boundTo` comes from the cookie. Throws wrong_credentials if unknown or expired, second_factor_wrong. */
export async function signInWithPasskey(
  app: App,
  { answer, boundTo }: { answer: string; boundTo: string },
  address: string,
): Promise<Admitted> {
  const verdict = await judgeAnswer(app, { purpose: "sign_in", userId: null, boundTo }, answer);
  if (verdict === "unknown" || verdict === "over") throw new AppError("wrong_credentials", passkeyMessages[verdict]);
  const userId = "wrong" in verdict ? verdict.wrong : verdict.userId;
  const user = await findUser(app, userId);
  if (!user) throw new AppError("wrong_credentials", passkeyMessages.unknown);
  const by = { userId, email: user.email, address };
  if ("wrong" in verdict) return refusePasskey(app, by, "passkey.wrong");
  const used = { kind: "passkey.used" as const, userId, address };
  const done = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    const use = await usePasskey(trx, app, verdict);
    const admitted = use === "used" && (await findAdmitted({ db: trx }, userId));
    if (!admitted) return use;
    await writeAudit(trx, app, used);
    return admitted;
  });
  if (done === "copied") return refusePasskey(app, by, "passkey.copied");
  if (typeof done === "string") throw new AppError("wrong_credentials", passkeyMessages.unknown);
  logAudit(app, used);
  return done;
}

export async function pruneSecondFactor(app: App): Promise<void> {
  const now = app.clock.now();
  await commitTogether(app.db, (trx) => queries.deleteExpired(trx, now, now - setUpLasts));
}
