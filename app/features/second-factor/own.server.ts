// Lets users set up, enable and disable their authenticator app, and renew recovery codes.
import type { App } from "~/app.server";
import { type AuditEvent, logAudit, writeAudit } from "~/features/audit/audit.server";
import { deletePasskeysOf, type OwnPasskey, listPasskeys } from "~/features/passkeys/passkeys.server";
import { getUserByEmail } from "~/features/users/admin.server";
import { requireOwnPassword } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { AppError } from "~/ground/errors";
import { seal } from "~/ground/secrets/vault.server";
import { hours } from "~/ground/time/duration";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { messages } from "./factor";
import { type Given, openKey, ownerOf, redeemProof } from "./redeem.server";
import * as queries from "./queries.server";
import { makeCodes, readRecovery, type Recovery, storeCodes } from "./recovery.server";
import { afterRemoval, hasFactor } from "./factors.server";
import { keyAddress, newKey, qrOf } from "./totp.server";

export const setUpLasts = hours(1);

/** Password plus a code or passkey response. `address` is the client's. */
export type OwnProof = { password: string; address: string } & (
  { code: string } | { passkey: string; sessionId: string }
);

export const givenIn = (proof: OwnProof): Given =>
  "code" in proof ? { code: proof.code } : { passkey: proof.passkey, purpose: "prove", boundTo: proof.sessionId };

export interface SecondFactor extends Recovery {
  since: number | null;
  passkeys: OwnPasskey[];
  setUp: { key: string; qr: { path: string; size: number } } | null;
}

export async function readSecondFactor(app: App, user: Pick<User, "id" | "email">): Promise<SecondFactor> {
  const found = await queries.findAuthenticator(app.db, user.id);
  const isPending = found?.confirmed_at === null && found.created_at > app.clock.now() - setUpLasts;
  return {
    since: found?.confirmed_at ?? null,
    passkeys: await listPasskeys(app, user.id),
    setUp: isPending ? toSetUp(openKey(app, found), user.email) : null,
    ...(await readRecovery(app, user.id)),
  };
}

const toSetUp = (key: string, email: string) => ({ key, qr: qrOf(keyAddress(key, email)) });

/** Replaces any pending key. Users with a passkey give `proof`. Throws changed, second_factor_required. */
export async function beginSetUp(app: App, user: Pick<User, "id" | "email">, proof: OwnProof | null = null) {
  const userId = user.id;
  const secret = seal(app.config.encryptionKeys, ownerOf(userId), newKey());
  const write = async (trx: Transaction) => {
    if ((await queries.findAuthenticator(trx, userId))?.confirmed_at) throw new AppError("changed", messages.isOn);
    await queries.insertAuthenticator(trx, { userId, secret, now: app.clock.now() });
  };
  if (proof) return requireProof(app, user, proof, write);
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    if ((await queries.findAuthenticator(trx, userId))?.confirmed_at) throw new AppError("changed", messages.isOn);
    if (await hasFactor({ db: trx }, userId)) throw new AppError("second_factor_required", messages.factorMissing);
    await write(trx);
  });
}

/** Returns whether recovery codes were made. Throws not_found, changed, wrong_credentials, second_factor_wrong. */
export async function switchOn(app: App, user: User, { password, address, ...proof }: OwnProof): Promise<boolean> {
  const found = await queries.findAuthenticator(app.db, user.id);
  if (found?.confirmed_at) throw new AppError("changed", messages.isOn);
  if (!found || found.created_at <= app.clock.now() - setUpLasts) throw new AppError("not_found", messages.setUpOver);
  await requireOwnPassword(app, user.id, { password, address });
  const given = { code: "code" in proof ? proof.code : "" };
  const enter = { userId: user.id, email: user.email, given, address, isSetUp: true };
  const event = await withFirstCodes(app, user.id, (first) =>
    redeemProof(app, enter, async (trx) => {
      if ((await queries.findAuthenticator(trx, user.id))?.secret !== found.secret)
        throw new AppError("not_found", messages.setUpOver);
      const isFirst = await first(trx);
      await queries.updateAuthenticator(trx, user.id, { confirmed_at: app.clock.now() });
      const kind = isFirst ? ("second_factor.on" as const) : ("authenticator.on" as const);
      const on = { kind, userId: user.id, address };
      await writeAudit(trx, app, on);
      return on;
    }),
  );
  logAudit(app, event);
  return event.kind === "second_factor.on";
}

/** Makes recovery codes for the first factor, hashed before the transaction. Throws changed. */
export async function withFirstCodes<T>(
  app: App,
  userId: string,
  write: (first: (trx: Transaction) => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const fresh = (await hasFactor(app, userId)) ? null : await makeCodes(userId);
  return write(async (trx) => {
    if (await hasFactor({ db: trx }, userId)) return false;
    if (!fresh) throw new AppError("changed", messages.changedMeanwhile);
    await storeCodes(app, trx, userId, fresh);
    return true;
  });
}

/** Replaces all recovery codes. Throws changed if 2FA is off, and as `switchOn`. */
export async function renewCodes(app: App, user: User, proof: OwnProof): Promise<void> {
  if (!(await hasFactor(app, user.id))) throw new AppError("changed", messages.noFactor);
  await requireOwnPassword(app, user.id, proof);
  const fresh = await makeCodes(user.id);
  await redeem(app, user, proof, async (trx) => {
    if (!(await hasFactor({ db: trx }, user.id))) throw new AppError("changed", messages.noFactor);
    await storeCodes(app, trx, user.id, fresh);
  });
  app.log.info({ user: user.id }, "recovery codes renewed");
}

export async function switchOff(app: App, user: User, proof: OwnProof): Promise<void> {
  const found = await queries.findAuthenticator(app.db, user.id);
  if (!found?.confirmed_at) throw new AppError("changed", messages.isOff);
  const event = { kind: "authenticator.off" as const, userId: user.id, address: proof.address };
  const events = await requireProof(app, user, proof, async (trx) => {
    await queries.deleteAuthenticator(trx, user.id);
    return afterRemoval(trx, app, event);
  });
  logAll(app, events);
}

/** For a user who lost everything. The operator must have verified who they are. Throws not_found, changed. */
export async function switchOffFor(
  app: Pick<App, "db" | "clock" | "log" | "config" | "mail">,
  email: string,
): Promise<void> {
  const { id } = await getUserByEmail(app, email);
  const event = { kind: "authenticator.off" as const, userId: id, address: null, byOperator: true };
  const events = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, id);
    const passkeys = await deletePasskeysOf(trx, id);
    if (!(await queries.deleteAuthenticator(trx, id)) && passkeys === 0)
      throw new AppError("changed", messages.noFactor);
    return afterRemoval(trx, app, event);
  });
  logAll(app, events);
}

export function logAll(app: Pick<App, "log">, events: readonly AuditEvent[]): void {
  for (const event of events) logAudit(app, event);
}

const redeem = <T>(
  app: App,
  { id: userId, email }: Pick<User, "id" | "email">,
  proof: OwnProof,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> => redeemProof(app, { userId, email, given: givenIn(proof), address: proof.address }, work);

/** Checks the password and a code or passkey. Throws wrong_credentials, second_factor_wrong, sign_in_throttled. */
export async function requireProof<T>(
  app: App,
  user: Pick<User, "id" | "email">,
  proof: OwnProof,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  await requireOwnPassword(app, user.id, proof);
  return redeem(app, user, proof, work);
}
