// Manages accounts, passwords and API keys of users from the terminal.
import { randomUUID } from "node:crypto";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import type { App } from "~/app.server";
import { type AuditKind, logAudit, writeAudit } from "~/features/audit/audit.server";
import { isPasswordStrong } from "~/features/passwords/password";
import { AppError } from "~/ground/errors";
import { newToken } from "~/ground/secrets/token.server";
import { hashPassword } from "./password-hash.server";
import * as queries from "./queries.server";
import * as keys from "./store/keys.server";
import * as listed from "./store/listed-users.server";
import { registerSchema } from "./schema.server";
import { defaultPreferences, foldEmail, messages, type User } from "./user";

type Ground = Pick<App, "db" | "clock" | "log" | "config">;

export async function getUserByEmail({ db }: Pick<App, "db">, email: string): Promise<User> {
  const found = await queries.findUserByEmail(db, foldEmail(email));
  if (!found) throw new AppError("not_found", `No user has the email ${email}.`);
  return found.user;
}

/** Ignores REGISTRATION. Returns the password, of which only a hash is stored. Throws email_taken, invalid. */
export async function createUser(app: Ground, email: string): Promise<string> {
  const password = newPassword();
  const parsed = registerSchema.safeParse({ email, password });
  if (!parsed.success) throw new AppError("invalid", messages.email);
  const user: User = {
    id: randomUUID(),
    email: parsed.data.email,
    timezone: "UTC",
    zoneChosen: false,
    createdAt: app.clock.now(),
    ...defaultPreferences,
  };
  const mayOperate = app.config.adminEmails.length === 0;
  const row = {
    ...user,
    phone: null,
    passwordHash: await hashPassword(password, { purpose: "known", who: user.id }),
    isEmailTrusted: true,
    mayOperate,
  };
  const event = byOperator("person.made", user.id);
  await inTransaction(app.db, async (trx) => {
    if (!(await queries.insertUser(trx, row))) throw new AppError("email_taken", messages.emailTaken);
    await writeAudit(trx, app, event);
  });
  logAudit(app, event);
  return password;
}

/** Returns a new password and ends every session and browser key. Throws not_found. */
export async function resetPassword(app: Ground, email: string): Promise<string> {
  const user = await getUserByEmail(app, email);
  const password = newPassword();
  const passwordHash = await hashPassword(password, { purpose: "known", who: user.id });
  const event = byOperator("password.changed", user.id);
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    await queries.updateUser(trx, user.id, { password_hash: passwordHash });
    await queries.deleteAccessOf(trx, user.id);
    await writeAudit(trx, app, event);
  });
  logAudit(app, event);
  return password;
}

/** Revokes named and browser keys and returns how many. Throws not_found. */
export async function revokeKeys(app: Ground, email: string): Promise<number> {
  const user = await getUserByEmail(app, email);
  const event = byOperator("key.revoked", user.id);
  const count = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    await writeAudit(trx, app, event);
    const named = await keys.revokeNamedKeysOf(trx, user.id, app.clock.now());
    return named + (await queries.deleteKeysOf(trx, user.id));
  });
  logAudit(app, event);
  return count;
}

const byOperator = (kind: AuditKind, userId: string) => ({ kind, userId, address: null, byOperator: true });

export const listUsers = ({ db }: Pick<App, "db">): Promise<listed.ListedUser[]> => listed.listUsers(db);

function newPassword(): string {
  for (;;) {
    const password = newToken().replace(/[-_]/g, "").slice(0, 16);
    if (password.length === 16 && isPasswordStrong(password)) return password;
  }
}
