// What a person does to their own second step: set an app up, switch it on and off, other recovery codes.
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { addWish, recordEvents } from "~/features/events/events.server";
import { getUserByEmail } from "~/features/users/admin.server";
import { findConfirmedEmail, requireOwnPassword } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { AppError } from "~/ground/errors";
import { isNewest, seal, unseal } from "~/ground/secrets/vault.server";
import { hours, minutes } from "~/ground/time/duration";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { openKey, ownerOf, redeemCode } from "./check-code.server";
import { messages } from "./factor";
import * as queries from "./queries.server";
import { type FreshCodes, makeCodes } from "./recovery.server";
import { keyAddress, newKey, qrOf } from "./totp.server";

/** How long a key waits for its first code, and recovery codes for who wrote them down. */
export const setUpLasts = hours(1);
const shownFor = minutes(30);

/** What somebody sends who changes how they sign in. `address` is the client's. */
export interface OwnProof {
  password: string;
  code: string;
  address: string;
}

/** Where a person's second step stands. */
export interface SecondFactor {
  /** Since when an app is on; null where none is. */
  since: number | null;
  codesLeft: number;
  /** The key that waits for its first code, by hand and as a QR code. */
  setUp: { key: string; qr: { path: string; size: number } } | null;
  /** The recovery codes, until they are kept. */
  shownCodes: string[] | null;
}

export async function readSecondFactor(app: App, { id, email }: Pick<User, "id" | "email">): Promise<SecondFactor> {
  const found = await queries.findAuthenticator(app.db, id);
  const now = app.clock.now();
  if (!found || (found.confirmed_at === null && found.created_at <= now - setUpLasts))
    return { since: null, codesLeft: 0, setUp: null, shownCodes: null };
  if (found.confirmed_at === null) {
    const key = openKey(app, found);
    return { since: null, codesLeft: 0, setUp: { key, qr: qrOf(keyAddress(key, email)) }, shownCodes: null };
  }
  const isShown = found.shown_codes !== null && (found.shown_until ?? 0) > now;
  return {
    since: found.confirmed_at,
    codesLeft: await queries.countUnusedCodes(app.db, id),
    setUp: null,
    shownCodes: isShown ? openCodes(app, found) : null,
  };
}

/** Makes a key that waits for its first code; one that waits already is replaced. Throws conflict where an app is on. */
export async function beginSetUp(app: App, userId: string): Promise<void> {
  const secret = seal(app.config.encryptionKeys, ownerOf(userId), newKey());
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    if ((await queries.findAuthenticator(trx, userId))?.confirmed_at) throw new AppError("conflict", messages.isOn);
    await queries.insertAuthenticator(trx, { userId, secret, now: app.clock.now() });
  });
}

/**
 * From now on the second step is asked for. Throws not_found where nothing waits to be set up, conflict where an app is
 * on, wrong_credentials for the password, second_factor_wrong for the code.
 */
export async function switchOn(app: App, user: User, proof: OwnProof): Promise<void> {
  const found = await queries.findAuthenticator(app.db, user.id);
  if (found?.confirmed_at) throw new AppError("conflict", messages.isOn);
  if (!found || found.created_at <= app.clock.now() - setUpLasts) throw new AppError("not_found", messages.setUpOver);
  const event = { kind: "second_factor.on" as const, userId: user.id, address: proof.address };
  await requireProof(app, user, proof, async (trx, fresh, authenticator) => {
    if (authenticator.confirmed_at !== null) throw new AppError("conflict", messages.isOn);
    if (authenticator.secret !== found.secret) throw new AppError("not_found", messages.setUpOver);
    await queries.updateAuthenticator(trx, user.id, { confirmed_at: app.clock.now() });
    await storeCodes(app, trx, user.id, fresh);
    await writeAudit(trx, app, event);
  });
  logAudit(app, event);
}

/** Ten other recovery codes; those of before open nothing any more. Throws conflict where no app is on, and as `switchOn`. */
export async function renewCodes(app: App, user: User, proof: OwnProof): Promise<void> {
  await requireOn(app, user.id);
  await requireProof(app, user, proof, async (trx, fresh, { confirmed_at: confirmedAt }) => {
    if (confirmedAt === null) throw new AppError("conflict", messages.isOff);
    await storeCodes(app, trx, user.id, fresh);
  });
  app.log.info({ user: user.id }, "recovery codes renewed");
}

/** The password alone opens the account again. Throws as `renewCodes`. */
export async function switchOff(app: App, user: User, { password, code, address }: OwnProof): Promise<void> {
  await requireOn(app, user.id);
  await requireOwnPassword(app, user.id, { password, address });
  const event = { kind: "second_factor.off" as const, userId: user.id, address };
  await redeemCode(app, { userId: user.id, email: user.email, code, address }, async (trx) => {
    await queries.deleteFactorOf(trx, user.id);
    await writeAudit(trx, app, event);
    await tellOff(trx, app, user.id, "In Settings");
  });
  logAudit(app, event);
}

/** The person has kept the recovery codes: they are shown no more. */
export async function keepCodes(app: App, userId: string): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    await queries.updateAuthenticator(trx, userId, { shown_codes: null, shown_until: null });
  });
}

/** For whoever lost app and recovery codes: the keeper of the server has made sure who it is. Throws not_found, conflict. */
export async function switchOffFor(
  app: Pick<App, "db" | "clock" | "log" | "config" | "mail">,
  email: string,
): Promise<void> {
  const { id } = await getUserByEmail(app, email);
  const event = { kind: "second_factor.off" as const, userId: id, address: null, byOperator: true };
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, id);
    if (!(await queries.deleteFactorOf(trx, id))) throw new AppError("conflict", messages.isOff);
    await writeAudit(trx, app, event);
    await tellOff(trx, app, id, "By whoever runs this server");
  });
  logAudit(app, event);
}

type Telling = Pick<App, "clock" | "config" | "mail">;

/** The person is told by mail, if they confirmed an address, whatever they chose to be told of. */
async function tellOff(trx: Transaction, app: Telling, userId: string, detail: string): Promise<void> {
  if ((await findConfirmedEmail({ db: trx }, userId)) === null) return;
  const type = "second_factor.off";
  // Nobody chooses it, so the wish is written with the first reason for it.
  await addWish(trx, userId, { channel: "mail", targetId: userId }, type);
  await recordEvents(trx, app, [{ type, userId, at: app.clock.now(), detail }]);
}

/** What a start owes after ENCRYPTION_KEY was changed: what older keys sealed is sealed with the first one. */
export async function resealAuthenticators(app: App): Promise<void> {
  const keys = app.config.encryptionKeys;
  for (const { user_id: userId } of await queries.listAuthenticators(app.db))
    await inTransaction(app.db, async (trx) => {
      await lockPerson(trx, userId);
      const found = await queries.findAuthenticator(trx, userId);
      if (!found || isNewest(keys, found.secret)) return;
      const secret = reseal(keys, ownerOf(userId), found.secret);
      const shown = found.shown_codes === null ? null : reseal(keys, codesOwner(userId), found.shown_codes);
      if (secret !== null) await queries.updateAuthenticator(trx, userId, { secret, shown_codes: shown });
    });
}

/** Null where no key opens it: the old key may come back. */
function reseal(keys: string[], owner: string, sealed: string): string | null {
  try {
    return seal(keys, owner, unseal(keys, owner, sealed));
  } catch {
    return null;
  }
}

async function requireOn(app: App, userId: string): Promise<void> {
  if (!(await queries.findAuthenticator(app.db, userId))?.confirmed_at) throw new AppError("conflict", messages.isOff);
}

/** Password and code, before recovery codes are replaced. The codes are hashed first: no transaction waits for that. */
async function requireProof(
  app: App,
  { id: userId, email }: User,
  { password, code, address }: OwnProof,
  then: (trx: Transaction, fresh: FreshCodes, authenticator: queries.Authenticator) => Promise<void>,
): Promise<void> {
  await requireOwnPassword(app, userId, { password, address });
  const fresh = await makeCodes();
  const proof = { userId, email, code, address };
  await redeemCode(app, proof, (trx, authenticator) => then(trx, fresh, authenticator));
}

const codesOwner = (userId: string): string => `${userId}/recovery codes`;

async function storeCodes(app: App, trx: Transaction, userId: string, { codes, hashes, salt }: FreshCodes) {
  await queries.replaceRecoveryCodes(trx, userId, hashes);
  await queries.updateAuthenticator(trx, userId, {
    recovery_salt: salt,
    shown_codes: seal(app.config.encryptionKeys, codesOwner(userId), JSON.stringify(codes)),
    shown_until: app.clock.now() + shownFor,
  });
}

/** Null where the encryption key is gone. */
function openCodes(app: App, { user_id: userId, shown_codes: sealed }: queries.Authenticator): string[] | null {
  try {
    return JSON.parse(unseal(app.config.encryptionKeys, codesOwner(userId), sealed ?? "")) as string[];
  } catch {
    return null;
  }
}
