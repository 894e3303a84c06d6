// Changes passwords, signs users out everywhere, disables accounts and verifies identity.
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockDeliveries, lockPerson } from "~db/locks.server";
import { callMessages, ownAccountMessages } from "~/ground/messages";
import { AppError } from "~/ground/errors";
import { minutes } from "~/ground/time/duration";
import { hashToken } from "~/ground/secrets/token.server";
import { requireUncommon } from "~/features/passwords/passwords.server";
import { hashPassword, isNoPassword } from "./password-hash.server";
import { requirePassword } from "./require-password.server";
import * as queries from "./queries.server";
import * as keys from "./store/keys.server";
import type { ChangePassword } from "./schema.server";
import type { User } from "./user";

export interface PasswordProof {
  password: string;
  address: string;
  sessionId?: string;
  sessionHash?: string | null;
}

/** Without a password, requires a fresh proof. Throws wrong_credentials, sign_in_throttled, not_found, forbidden. */
export async function requireOwnPassword(
  app: App,
  userId: string,
  { password, address, sessionId = "", sessionHash = hashToken(sessionId) }: PasswordProof,
): Promise<string> {
  const found = await queries.findCredentials(app.db, userId);
  if (!found) throw new AppError("not_found", ownAccountMessages.gone);
  const { email, passwordHash } = found;
  if (isNoPassword(passwordHash)) {
    await requireFreshProof(app, { userId, sessionHash: sessionHash ?? "" });
    return passwordHash;
  }
  const faults = [{ loc: ["form", "password"], msg: ownAccountMessages.wrong, type: "invalid" as const }];
  const wrong = new AppError("wrong_credentials", ownAccountMessages.wrong, { faults });
  const guess = { kind: "password.wrong" as const, userId, address };
  await requirePassword(app, userId, { email, kept: passwordHash, password, guess }, wrong);
  return passwordHash;
}

/** Ends every session and browser key (contract, "Credentials"). Throws like `requireOwnPassword`, and changed. */
export async function changePassword(
  app: App,
  user: User,
  request: ChangePassword,
  address: string,
  sessionId?: string,
): Promise<queries.Admitted> {
  const before = await requireOwnPassword(app, user.id, {
    password: request.password,
    address,
    ...(sessionId !== undefined && { sessionId }),
  });
  await requireUncommon(app, request.newPassword, "newPassword");
  const after = await hashPassword(request.newPassword, { purpose: "known", who: user.id });
  const event = { kind: "password.changed" as const, userId: user.id, address };
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    if (!(await queries.replaceHash(trx, user.id, before, after)))
      throw new AppError("changed", ownAccountMessages.changedMeanwhile);
    await queries.deleteAccessOf(trx, user.id);
    await writeAudit(trx, app, event);
    if (request.revokesKeys) await revokeNamed(trx, app, user.id);
  });
  logAudit(app, event);
  return { user, passwordHash: after, isSignIn: false };
}

const revokeNamed = (trx: Transaction, { clock }: Pick<App, "clock">, userId: string): Promise<number> =>
  keys.revokeNamedKeysOf(trx, userId, clock.now());

/** Ends every session, this one too, and every browser key; named keys only with `revokesKeys`. */
export async function signOutEverywhere(
  app: App,
  userId: string,
  { address = null, revokesKeys = false }: { address?: string | null; revokesKeys?: boolean } = {},
): Promise<void> {
  const event = { kind: "signed_out.everywhere" as const, userId, address };
  const isThere = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    await queries.deleteAccessOf(trx, userId);
    if (revokesKeys) await revokeNamed(trx, app, userId);
    // A user deleted in the meantime gets no audit row.
    if (!(await queries.findCredentials(trx, userId))) return false;
    await writeAudit(trx, app, event);
    return true;
  });
  if (isThere) logAudit(app, event);
}

interface ForgottenPassword {
  userId: string;
  newPassword: string;
  address: string | null;
  revokesKeys?: boolean;
}

/** `useLink` locks the user and consumes the link, or throws. Also throws busy, and like `requireUncommon`. */
export async function replaceForgottenPassword(
  app: App,
  { userId, newPassword, address, revokesKeys = false }: ForgottenPassword,
  useLink: (trx: Transaction) => Promise<void>,
): Promise<void> {
  await requireUncommon(app, newPassword, "newPassword");
  const passwordHash = await hashPassword(newPassword, { purpose: "known", who: userId });
  const event = { kind: "password.by_link" as const, userId, address };
  await inTransaction(app.db, async (trx) => {
    // Revoking keys also turns off webhooks, whose lock comes before the user's.
    if (revokesKeys) await lockDeliveries(trx);
    await lockPerson(trx, userId);
    await useLink(trx);
    await queries.updateUser(trx, userId, { password_hash: passwordHash });
    await queries.deleteAccessOf(trx, userId);
    await writeAudit(trx, app, event);
    if (revokesKeys) await revokeNamed(trx, app, userId);
  });
  logAudit(app, event);
}

/** Returns false if already disabled. Call in a transaction that has locked the user. Throws not_found. */
export async function disable(trx: Transaction, userId: string, now: number): Promise<boolean> {
  const found = await queries.findDisabledAt(trx, userId);
  if (!found) throw new AppError("not_found", ownAccountMessages.gone);
  if (found.disabledAt !== null) return false;
  await queries.setDisabledAt(trx, userId, now);
  await queries.deleteAccessOf(trx, userId);
  await keys.holdNamedKeysOf(trx, userId, now);
  return true;
}

/** Like `disable`; ended access stays ended. Returns when the user was disabled, or null if they weren't. */
export async function enable(trx: Transaction, userId: string): Promise<number | null> {
  const found = await queries.findDisabledAt(trx, userId);
  if (!found) throw new AppError("not_found", ownAccountMessages.gone);
  if (found.disabledAt !== null) await queries.setDisabledAt(trx, userId, null);
  return found.disabledAt;
}

/** A link replaces the password; a second factor is still required. `useLink` as in `replaceForgottenPassword`. */
export async function admitByLink(
  app: App,
  { user, address }: { user: User; address: string },
  useLink: (trx: Transaction) => Promise<void>,
): Promise<queries.Admitted> {
  const event = { kind: "sign_in.by_link" as const, userId: user.id, address };
  const passwordHash = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    await useLink(trx);
    await writeAudit(trx, app, event);
    const found = await queries.findCredentials(trx, user.id);
    if (!found) throw new AppError("not_found", ownAccountMessages.gone);
    return found.passwordHash;
  });
  logAudit(app, event);
  return { user, passwordHash };
}

/** Call with the user locked. Returns false if confirmed before, or no longer the user's address. */
export const confirmEmail = (
  trx: Transaction,
  change: { userId: string; email: string; now: number },
): Promise<boolean> => queries.confirmEmail(trx, change);

/** False for users who sign in only through an identity provider. */
export async function hasPassword({ db }: Pick<App, "db">, userId: string): Promise<boolean> {
  const found = await queries.findCredentials(db, userId);
  return found !== null && !isNoPassword(found.passwordHash);
}

export interface Proving {
  userId: string;
  sessionId: string;
}

const proofLasts = minutes(5);

type ProvingBy = Proving | { userId: string; sessionHash: string };

const proofOf = ({ clock }: Pick<App, "clock">, prover: ProvingBy) => ({
  userId: prover.userId,
  sessionHash: "sessionHash" in prover ? prover.sessionHash : hashToken(prover.sessionId),
  now: clock.now(),
});

export const hasFreshProof = (app: Pick<App, "db" | "clock">, proving: ProvingBy): Promise<boolean> =>
  queries.hasFreshProof(app.db, proofOf(app, proving));

export async function requireFreshProof(app: Pick<App, "db" | "clock">, proving: ProvingBy): Promise<void> {
  if (!(await hasFreshProof(app, proving))) throw new AppError("forbidden", ownAccountMessages.proofMissing);
}

/** Throws like `requireOwnPassword`, and unauthenticated if the session ended. */
export async function proveByPassword(
  app: App,
  proving: Proving,
  proof: Omit<PasswordProof, "sessionId">,
): Promise<void> {
  await requireOwnPassword(app, proving.userId, { ...proof, sessionId: proving.sessionId });
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, proving.userId);
    await proveInSession(trx, { ...proving, at: app.clock.now() });
  });
}

/** Records a proof made at `at`. Call with the user locked. Throws unauthenticated if the session ended. */
export async function proveInSession(
  trx: Transaction,
  { userId, sessionId, at }: Proving & { at: number },
): Promise<void> {
  const sessionHash = hashToken(sessionId);
  if ((await queries.findSession(trx, sessionHash))?.user.id !== userId)
    throw new AppError("unauthenticated", callMessages.notSignedIn);
  await queries.keepProof(trx, { session_hash: sessionHash, user_id: userId, expires_at: at + proofLasts });
}
