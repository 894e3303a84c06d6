// People: register, sign in, sessions, API keys, time zone.
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

/** A session that was not used for so long is over. */
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

/**
 * Makes the account. `address` is the client's; each try counts against it before anything is hashed. Throws email_taken,
 * registration_closed, rate_limited, busy, invalid for a common password where PASSWORDS=strict, password_off.
 */
export async function register(
  app: App,
  ask: Register,
  address: string,
  invitation: Invitation | null = null,
): Promise<Admitted> {
  requirePasswords(app);
  await countNewcomer(app, address, invitation);
  await requireUncommon(app, ask.password, "password");
  const passwordHash = await hashPassword(ask.password, newcomerAt(address));
  return makePerson(app, { email: ask.email, phone: ask.phone, passwordHash }, address, { invitation });
}

function requirePasswords({ config }: Pick<App, "config">): void {
  if (config.oidc?.only) throw new AppError("password_off", messages.passwordOff(config.oidc.label));
}

const newcomerAt = (address: string): Hashing => ({ purpose: "registration", who: foldAddress(address) });

/** What every registration from this address is known to be answered now; null where that is still open. */
export const refusalOfRegistration = (app: App, address: string): AppError | null =>
  knownRefusal(app, "registration", foldAddress(address)) ?? busyRefusal(newcomerAt(address));

/**
 * `address` is the client's, `browserId` what its cookie of a browser that signed in before says. Throws
 * wrong_credentials (the same, and as slowly, for an unknown e-mail as for a wrong password); sign_in_throttled after too many
 * wrong ones: for the pair of e-mail and address, for the address, for the account once they come from many addresses;
 * account_disabled to whoever has the right one; password_off where only the identity provider lets people in.
 */
export async function signIn(
  app: App,
  ask: SignIn,
  address: string,
  browserId: string | null = null,
): Promise<Admitted> {
  requirePasswords(app);
  const wrong = new AppError("wrong_credentials", messages.wrong);
  // A flood of what is refused anyway must not ask the database.
  const known = browserId === null ? refusalOfOne(app, ask.email, address) : null;
  if (known) throw known;
  const found = await queries.findUserByEmail(app.db, ask.email);
  const kept = found?.passwordHash ?? null;
  const guess = { kind: "sign_in.wrong" as const, userId: found?.user.id ?? null, address };
  const proof = { email: ask.email, kept, password: ask.password, guess };
  const browser = found && (await findOwnBrowser(app, found.user.id, browserId));
  if (!found || browser === null) await requireSignInPassword(app, proof, wrong);
  else await requirePasswordOf(app, { userId: found.user.id, browser }, proof, wrong);
  if (!found) throw wrong;
  if (found.isDisabled) throw new AppError("account_disabled", messages.disabled);
  const { user, passwordHash } = found;
  if (!isOutdated(passwordHash)) return found;
  const renewed = await hashPassword(ask.password, { purpose: "known", who: user.id });
  if (!(await queries.replaceHash(app.db, user.id, passwordHash, renewed))) throw wrong;
  return { user, passwordHash: renewed };
}

/** Whether it is still the one that was checked. Call it in a transaction that has locked the person. */
export const isPasswordHash = async (trx: Transaction, userId: string, passwordHash: string): Promise<boolean> =>
  (await queries.findCredentials(trx, userId))?.passwordHash === passwordHash;

/** Throws account_disabled. Call it in a transaction that has locked the person. */
export async function requireEnabled(trx: Transaction, userId: string): Promise<void> {
  const found = await queries.findDisabledAt(trx, userId);
  if (found && found.disabledAt !== null) throw new AppError("account_disabled", messages.disabled);
}

/** The person behind a session id, or null when it is unknown, idle for 14 days, 30 days old, or they are disabled. */
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
    // Whose a session is never changes. Without their lock a key that is being issued would outlive it.
    const found = await queries.findSession(trx, idHash);
    if (found) await lockPerson(trx, found.user.id);
    await queries.deleteSession(trx, idHash);
  });
}

/**
 * The browser's former session makes way for its new one. Its API keys go over to that where it is the same person's:
 * they hold until this browser signs out (contract, "Credentials").
 */
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

/** What `write` resolves with; throws unauthenticated where it is of somebody who has left in this very moment. */
export async function unlessLeft<T>({ db }: Pick<App, "db">, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isOrphan(db, error) ? new AppError("unauthenticated", callMessages.notSignedIn, { cause: error }) : error;
  }
}

/**
 * A fresh API key, shown once; only its hash is kept. It ends with the session it was issued to; throws unauthenticated
 * where that has ended already. `address` is the client's, where one asks.
 */
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

/**
 * The person whose browser's key this is, and the hash of the session that it was issued to. A call with the key is use of
 * that session. Null where nobody has it, its session is over, or they are disabled.
 */
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

/** Its present name. Throws invalid for a zone that this runtime doesn't know. */
export function requirePresentName(timezone: string): string {
  if (isTimeZone(timezone)) return presentName(timezone);
  throw new AppError("invalid", messages.zone, { about: { field: "timezone", type: "invalid" } });
}

/**
 * Stores an IANA time zone under its present name; returns the zone that holds. What the person chose stays until they
 * choose another; a browser's guess (`chosen: false`) comes by way of publishing's `guessTimezone`, which judges it.
 * Throws invalid for one that this runtime doesn't know.
 */
export async function setTimezone(
  app: App,
  userId: string,
  timezone: string,
  { chosen = true }: { chosen?: boolean } = {},
): Promise<string> {
  const present = requirePresentName(timezone);
  return (await queries.setZone(app.db, userId, { timezone: present, chosen })) ?? present;
}

/** Keeps what the person prefers on the screens. */
export const setPreferences = (app: Pick<App, "db">, userId: string, preferences: Preferences): Promise<void> =>
  queries.setPreferences(app.db, userId, preferences);

/** Nobody who isn't here is. */
export const isDisabled = async (app: Pick<App, "db">, userId: string): Promise<boolean> =>
  ((await queries.findDisabledAt(app.db, userId))?.disabledAt ?? null) !== null;

export const findUser = (app: Pick<App, "db">, userId: string): Promise<User | null> =>
  queries.findUserById(app.db, userId);

/** `email` as `foldEmail` writes it. */
export const findUserByEmail = async (app: Pick<App, "db">, email: string): Promise<User | null> =>
  (await queries.findUserByEmail(app.db, email))?.user ?? null;

/** Somebody who showed who they are otherwise than by the password; it must still be the one of now when they enter. */
export const findAdmitted = ({ db }: Pick<App, "db">, userId: string): Promise<Admitted | null> =>
  queries.findAdmitted(db, userId);

/** Where a person may be mailed; null until a link that went there was used. */
export const findConfirmedEmail = (app: Pick<App, "db">, userId: string): Promise<string | null> =>
  queries.findConfirmedEmail(app.db, userId);
