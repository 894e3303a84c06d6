// Registers users, signs them in, and manages sessions, browser API keys and time zones.
import { inTransaction, isOrphan, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import type { App } from "~/app.server";
import { callMessages } from "~/ground/messages";
import { days, minutes } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { isTimeZone } from "~/ground/time/zone";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { findOwnBrowser, requireUncommon } from "~/features/passwords/passwords.server";
import { foldAddress, knownRefusal } from "~/features/rate-limits/rate-limits.server";
import { type Hashing, busyRefusal } from "./hash-queue";
import { hashPassword, isOutdated } from "./password-hash.server";
import { countNewcomer, type Invitation, makePerson } from "./make-person.server";
import { refusalOfOne, requirePasswordOf, requireSignInPassword } from "./require-password.server";
import * as queries from "./queries.server";
import * as keys from "./store/keys.server";
import type { Admitted } from "./queries.server";
import type { Register, SignIn } from "./schema.server";
import { messages, type Preferences, type User } from "./user";
import { presentName } from "./zone/zone-names";

export const sessionIdles = days(14);
const touchEvery = minutes(5);
const maxKeys = 50;

export { mayRegister, registerWithoutPassword } from "./make-person.server";
export { hashWithSalt } from "./password-hash.server";
export { countWrongSignIn, refusalOfAll, requireSignInTries } from "./require-password.server";
export { type Admitted, wasEverUsed } from "./queries.server";
export {
  admitByLink,
  changePassword,
  confirmEmail,
  replaceForgottenPassword,
  disable,
  enable,
  hasFreshProof,
  hasPassword,
  type PasswordProof,
  proveByPassword,
  proveInSession,
  requireFreshProof,
  requireOwnPassword,
  signOutEverywhere,
} from "./own.server";

/** Throws email_taken, registration_closed, rate_limited, busy, password_off, and invalid for a common password. */
export async function register(
  app: App,
  input: Register,
  address: string,
  invitation: Invitation | null = null,
): Promise<Admitted> {
  requirePasswords(app);
  await countNewcomer(app, address, invitation);
  await requireUncommon(app, input.password, "password");
  const passwordHash = await hashPassword(input.password, newcomerAt(address));
  return makePerson(app, { email: input.email, phone: input.phone, passwordHash }, address, { invitation });
}

function requirePasswords({ config }: Pick<App, "config">): void {
  if (config.oidc?.only) throw new AppError("password_off", messages.passwordOff(config.oidc.label));
}

const newcomerAt = (address: string): Hashing => ({ purpose: "registration", who: foldAddress(address) });

/** Refusal that every registration from this address gets right now; null if none is known. */
export const refusalOfRegistration = (app: App, address: string): AppError | null =>
  knownRefusal(app, "registration", foldAddress(address)) ?? busyRefusal(newcomerAt(address));

/** Throws wrong_credentials (as slowly for an unknown email), sign_in_throttled, account_disabled, password_off. */
export async function signIn(
  app: App,
  input: SignIn,
  address: string,
  browserId: string | null = null,
): Promise<Admitted> {
  requirePasswords(app);
  const wrong = new AppError("wrong_credentials", messages.wrong);
  // Attempts that are refused anyway must not reach the database.
  const known = browserId === null ? refusalOfOne(app, input.email, address) : null;
  if (known) throw known;
  const found = await queries.findUserByEmail(app.db, input.email);
  const kept = found?.passwordHash ?? null;
  const guess = { kind: "sign_in.wrong" as const, userId: found?.user.id ?? null, address };
  const proof = { email: input.email, kept, password: input.password, guess };
  const browser = found && (await findOwnBrowser(app, found.user.id, browserId));
  if (!found || browser === null) await requireSignInPassword(app, proof, wrong);
  else await requirePasswordOf(app, { userId: found.user.id, browser }, proof, wrong);
  if (!found) throw wrong;
  if (found.isDisabled) throw new AppError("account_disabled", messages.disabled);
  const { user, passwordHash } = found;
  if (!isOutdated(passwordHash)) return found;
  const renewed = await hashPassword(input.password, { purpose: "known", who: user.id });
  if (!(await queries.replaceHash(app.db, user.id, passwordHash, renewed))) throw wrong;
  return { user, passwordHash: renewed };
}

/** Call in a transaction that has locked the user. */
export const isPasswordHash = async (trx: Transaction, userId: string, passwordHash: string): Promise<boolean> =>
  (await queries.findCredentials(trx, userId))?.passwordHash === passwordHash;

/** Throws account_disabled. Call in a transaction that has locked the user. */
export async function requireEnabled(trx: Transaction, userId: string): Promise<void> {
  const found = await queries.findDisabledAt(trx, userId);
  if (found && found.disabledAt !== null) throw new AppError("account_disabled", messages.disabled);
}

/** Owner of the session; null if it is unknown, idle for 14 days, 30 days old, or its user is disabled. */
export async function findSessionUser(app: App, sessionId: string): Promise<User | null> {
  const idHash = hashToken(sessionId);
  const found = await queries.findSession(app.db, idHash);
  const now = app.clock.now();
  if (!found || isOver(found, now)) return null;
  if (found.seenAt <= now - touchEvery) await queries.touchSession(app.db, idHash, now);
  return found.user;
}

/** Ends the session and the API keys issued to that browser. */
export async function closeSession(app: App, sessionId: string): Promise<void> {
  const idHash = hashToken(sessionId);
  await inTransaction(app.db, async (trx) => {
    // Without the user's lock, a key being issued at the same time would outlive the session.
    const found = await queries.findSession(trx, idHash);
    if (found) await lockPerson(trx, found.user.id);
    await queries.deleteSession(trx, idHash);
  });
}

/** Moves the user's API keys to the new session: they last until the browser signs out (contract, "Credentials"). */
export async function replaceSession(app: App, ids: { former: string; next: string; userId: string }): Promise<void> {
  const [former, next] = [hashToken(ids.former), hashToken(ids.next)];
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, ids.userId);
    await keys.moveKeys(trx, { former, next, userId: ids.userId });
    await queries.deleteSession(trx, former);
  });
}

export async function pruneSessions(app: App): Promise<void> {
  const now = app.clock.now();
  await inTransaction(app.db, async (trx) => {
    await queries.deleteStaleSessions(trx, now, now - sessionIdles);
    await queries.deleteStaleProofs(trx, now);
  });
}

/** Throws unauthenticated if the user has been deleted since. */
export async function unlessLeft<T>({ db }: Pick<App, "db">, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isOrphan(db, error) ? new AppError("unauthenticated", callMessages.notSignedIn, { cause: error }) : error;
  }
}

/** Returns a new API key; only its hash is stored. Throws unauthenticated if the session has already ended. */
export async function issueKey(
  app: App,
  userId: string,
  sessionId: string | null,
  address: string | null = null,
): Promise<string> {
  const key = newToken();
  const event = { kind: "key.made" as const, userId, address, detail: sessionId === null ? null : "a browser" };
  const sessionHash = sessionId === null ? null : hashToken(sessionId);
  const insert = inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    if (sessionHash === null) await requireEnabled(trx, userId);
    else if (!(await queries.findSession(trx, sessionHash)))
      throw new AppError("unauthenticated", callMessages.notSignedIn);
    await keys.insertKey(trx, { userId, keyHash: hashToken(key), sessionHash, now: app.clock.now() }, maxKeys);
    await writeAudit(trx, app, event);
  });
  await unlessLeft(app, insert);
  logAudit(app, event);
  return key;
}

/** Finds a browser key's user; null if the key is unknown, its session has expired or the user is disabled. */
export async function findUserByKey(app: App, key: string): Promise<{ user: User; sessionHash: string | null } | null> {
  const found = await queries.findKey(app.db, hashToken(key));
  if (!found) return null;
  const { id, user, session, usedAt } = found;
  const now = app.clock.now();
  if (session && isOver(session, now)) return null;
  const before = now - touchEvery;
  if (session && session.seenAt <= before) await queries.touchSession(app.db, session.idHash, now);
  if (usedAt === null || usedAt <= before) await keys.touchKey(app.db, id, now);
  return { user, sessionHash: session?.idHash ?? null };
}

const isOver = ({ seenAt, expiresAt }: { seenAt: number; expiresAt: number }, now: number): boolean =>
  expiresAt <= now || seenAt <= now - sessionIdles;

export function requirePresentName(timezone: string): string {
  if (isTimeZone(timezone)) return presentName(timezone);
  throw new AppError("invalid", messages.zone, { about: { field: "timezone", type: "invalid" } });
}

/** Returns the zone in force: a guess (`chosen: false`) never replaces the user's choice. Throws invalid. */
export async function setTimezone(
  app: App,
  userId: string,
  timezone: string,
  { chosen = true }: { chosen?: boolean } = {},
): Promise<string> {
  const present = requirePresentName(timezone);
  return (await queries.setZone(app.db, userId, { timezone: present, chosen })) ?? present;
}

export const setPreferences = (app: Pick<App, "db">, userId: string, preferences: Preferences): Promise<void> =>
  queries.setPreferences(app.db, userId, preferences);

export const isDisabled = async (app: Pick<App, "db">, userId: string): Promise<boolean> =>
  ((await queries.findDisabledAt(app.db, userId))?.disabledAt ?? null) !== null;

export const findUser = (app: Pick<App, "db">, userId: string): Promise<User | null> =>
  queries.findUserById(app.db, userId);

/** `email` must be folded by `foldEmail`. */
export const findUserByEmail = async (app: Pick<App, "db">, email: string): Promise<User | null> =>
  (await queries.findUserByEmail(app.db, email))?.user ?? null;

/** For a user who proved their identity without the password; the hash must still be current when they enter. */
export const findAdmitted = ({ db }: Pick<App, "db">, userId: string): Promise<Admitted | null> =>
  queries.findAdmitted(db, userId);

/** Null until the address is confirmed, and for a disabled user. */
export const findConfirmedEmail = (app: Pick<App, "db">, userId: string): Promise<string | null> =>
  queries.findConfirmedEmail(app.db, userId);
