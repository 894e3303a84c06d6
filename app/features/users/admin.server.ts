// What the keeper of the server does for people from the terminal: accounts, passwords, keys. Nobody has to be signed in.
import { randomUUID } from "node:crypto";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import type { App } from "~/app.server";
import { AppError } from "~/ground/errors";
import { newToken } from "~/ground/secrets/token.server";
import { hashPassword } from "./password-hash.server";
import * as queries from "./queries.server";
import { registerSchema } from "./schema.server";
import { foldEmail, isPasswordStrong, messages, type User } from "./user";

type Ground = Pick<App, "db" | "clock">;

/** Throws not_found. */
export async function getUserByEmail({ db }: Pick<App, "db">, email: string): Promise<User> {
  const found = await queries.findUserByEmail(db, foldEmail(email));
  if (!found) throw new AppError("not_found", `Nobody here has the e-mail ${email}`);
  return found.user;
}

/** Makes an account, whatever REGISTRATION says; answers its password, which is kept nowhere. Throws email_taken, invalid. */
export async function createUser({ db, clock }: Ground, email: string): Promise<string> {
  const password = newPassword();
  const parsed = registerSchema.safeParse({ email, password, phone: null });
  if (!parsed.success) throw new AppError("invalid", messages.email);
  const user: User = {
    id: randomUUID(),
    email: parsed.data.email,
    timezone: "UTC",
    zoneChosen: false,
    createdAt: clock.now(),
  };
  const row = { ...user, phone: null, passwordHash: await hashPassword(password) };
  if (!(await queries.insertUser(db, row))) throw new AppError("email_taken", messages.emailTaken);
  return password;
}

/** Gives a new password, which is kept nowhere, and ends every session and API key. Throws not_found. */
export async function resetPassword({ db }: Pick<App, "db">, email: string): Promise<string> {
  const user = await getUserByEmail({ db }, email);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (trx) => {
    await lockPerson(trx, user.id);
    await queries.updateUser(trx, user.id, { password_hash: passwordHash });
    await queries.deleteAccessOf(trx, user.id);
  });
  return password;
}

/** Takes back every API key of a person, those of signed-in browsers too; answers how many. Throws not_found. */
export async function revokeKeys({ db }: Pick<App, "db">, email: string): Promise<number> {
  const user = await getUserByEmail({ db }, email);
  return queries.deleteKeysOf(db, user.id);
}

export const listUsers = ({ db }: Pick<App, "db">): Promise<queries.ListedUser[]> => queries.listUsers(db);

/** About 95 random bits, of the letters and digits that nobody mistypes at the rules' expense. */
function newPassword(): string {
  for (;;) {
    const password = newToken().replace(/[-_]/g, "").slice(0, 16);
    if (password.length === 16 && isPasswordStrong(password)) return password;
  }
}
