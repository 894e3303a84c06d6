// Making a person's account: whether this server takes newcomers, and the one transaction that adds one.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { AppError } from "~/ground/errors";
import { inTransaction } from "~db/database.server";
import { lockRegistration } from "~db/locks.server";
import { rememberSignIn } from "./require-password.server";
import * as queries from "./queries.server";
import { messages, type User } from "./user";

/** Throws registration_closed. */
export async function requireRegistrationOpen(app: App): Promise<void> {
  if (!(await isRegistrationOpen(app))) throw new AppError("registration_closed", messages.closed);
}

export async function isRegistrationOpen(app: App): Promise<boolean> {
  if (app.config.registration === "open") return true;
  return app.config.registration === "first" && !(await queries.wasEverUsed(app.db));
}

interface Newcomer {
  email: string;
  phone: string | null;
  passwordHash: string;
}

/** `address` is the client's. Throws email_taken, and registration_closed where somebody else was first. */
export async function makePerson(app: App, newcomer: Newcomer, address: string): Promise<queries.Admitted> {
  const { email, phone, passwordHash } = newcomer;
  const user: User = { id: randomUUID(), email, timezone: "UTC", zoneChosen: false, createdAt: app.clock.now() };
  const event = { kind: "registered" as const, userId: user.id, address };
  await inTransaction(app.db, async (trx) => {
    if (app.config.registration === "first") await lockRegistration(trx);
    // Once more inside the transaction: with "first", two people may have come at the same time.
    if (app.config.registration === "first" && (await queries.wasEverUsed(trx)))
      throw new AppError("registration_closed", messages.closed);
    const mayOperate = app.config.adminEmails.length === 0;
    const inserted = await queries.insertUser(trx, { ...user, passwordHash, phone, mayOperate });
    if (!inserted) throw new AppError("email_taken", messages.emailTaken);
    await writeAudit(trx, app, event);
  });
  await rememberSignIn(app, user.email, address);
  logAudit(app, event);
  return { user, passwordHash, isSignIn: false };
}
