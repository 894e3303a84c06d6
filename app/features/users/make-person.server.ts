// Creates user accounts if this server accepts new users.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { countOne, foldAddress, requireRoom } from "~/features/rate-limits/rate-limits.server";
import { AppError } from "~/ground/errors";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockRegistration } from "~db/locks.server";
import { newNoPassword } from "./password-hash.server";
import { rememberSignIn } from "./require-password.server";
import * as queries from "./queries.server";
import { defaultPreferences, messages, type User } from "./user";

/** `use` consumes it in the transaction that creates the account, and throws if it is no longer valid. */
export interface Invitation {
  use(trx: Transaction): Promise<void>;
}

type Ground = Pick<App, "config" | "db">;

/** Invitations work unless REGISTRATION is closed. "first" is reliable only while registration is locked. */
export async function mayRegister({ config, db }: Ground, options: { isInvited: boolean }): Promise<boolean> {
  const { registration } = config;
  if (options.isInvited) return registration !== "closed";
  return registration === "open" || (registration === "first" && !(await queries.wasEverUsed(db)));
}

async function requireMayRegister(app: Ground, invitation: Invitation | null): Promise<void> {
  if (!(await mayRegister(app, { isInvited: invitation !== null })))
    throw new AppError("registration_closed", messages.closed);
}

/** Counts a registration against the client's `address`. Throws registration_closed, rate_limited. */
export async function countNewcomer(app: App, address: string, invitation: Invitation | null = null): Promise<void> {
  await requireMayRegister(app, invitation);
  const from = foldAddress(address);
  // Remembered in this process, to refuse a flood before its passwords are read (refusalOfRegistration).
  await requireRoom(app, "registration", from);
  await countOne(app, "registration", from);
}

interface Coming {
  invitation?: Invitation | null;
  join?: (trx: Transaction, userId: string) => Promise<void>;
}

interface Newcomer {
  email: string;
  phone: string | null;
  passwordHash: string;
}

/** `join` writes related rows in the same transaction. Throws email_taken, registration_closed, and like `use`. */
export async function makePerson(
  app: App,
  newcomer: Newcomer,
  address: string,
  { invitation = null, join = async () => {} }: Coming = {},
): Promise<queries.Admitted> {
  const { email, phone, passwordHash } = newcomer;
  const now = app.clock.now();
  const user: User = {
    id: randomUUID(),
    email,
    timezone: "UTC",
    zoneChosen: false,
    createdAt: now,
    ...defaultPreferences,
  };
  const event = { kind: "registered" as const, userId: user.id, address };
  await inTransaction(app.db, async (trx) => {
    if (app.config.registration === "first") await lockRegistration(trx);
    // Check again: with "first", two users may register at the same time.
    await requireMayRegister({ ...app, db: trx }, invitation);
    await invitation?.use(trx);
    const mayOperate = app.config.adminEmails.length === 0;
    const isEmailTrusted = invitation !== null;
    const inserted = await queries.insertUser(trx, { ...user, passwordHash, phone, isEmailTrusted, mayOperate });
    if (!inserted) throw new AppError("email_taken", messages.emailTaken);
    await writeAudit(trx, app, event);
    await join(trx, user.id);
  });
  await rememberSignIn(app, user.email, address);
  logAudit(app, event);
  return { user, passwordHash, isSignIn: false };
}

/** For users of an identity provider. Throws registration_closed, rate_limited, email_taken, and like `join`. */
export async function registerWithoutPassword(
  app: App,
  email: string,
  address: string,
  join: (trx: Transaction, userId: string) => Promise<void>,
): Promise<queries.Admitted> {
  await countNewcomer(app, address);
  return makePerson(app, { email, phone: null, passwordHash: newNoPassword() }, address, { join });
}
