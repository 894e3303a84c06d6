// Invites people to register: a single-use link, valid for seven days, stored as a hash.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { type Actor, requireActor } from "~/features/people/people.server";
import { emailSchema, type Register } from "~/features/users/schema.server";
import { messages as userMessages } from "~/features/users/user";
import { type Admitted, findUserByEmail, mayRegister, register } from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { inTransaction } from "~db/database.server";
import { lockRegistration } from "~db/locks.server";
import { hrefOfInvitation, invitationLasts, invitationMail, messages } from "./invitation";
import * as queries from "./queries.server";

export type Mailed = "sent" | "failed" | "off";

export interface Invited {
  email: string;
  link: string;
  mailed: Mailed;
}

/** Mailing may take up to 30 s. Throws invalid, email_taken, changed if REGISTRATION is closed, forbidden. */
export async function invite(app: App, input: string, actor: Actor): Promise<Invited> {
  const parsed = emailSchema(userMessages.email).safeParse(input);
  if (!parsed.success) throw new AppError("invalid", userMessages.email, { faults: faultsOf(userMessages.email) });
  if (!(await mayRegister(app, { isInvited: true }))) throw new AppError("changed", messages.closed);
  const email = parsed.data;
  const [token, now] = [newToken(), app.clock.now()];
  const row = { id: `inv_${randomUUID()}`, email, token_hash: hashToken(token), created_at: now };
  const event = { kind: "person.invited" as const, userId: null, address: null, byOperator: true };
  const whole = actor ? { ...event, operatorId: actor.id } : event;
  await inTransaction(app.db, async (trx) => {
    // The lock makes the later of two concurrent invitations win.
    await lockRegistration(trx);
    await requireActor(trx, app, actor);
    if (await findUserByEmail({ db: trx }, email))
      throw new AppError("email_taken", messages.isHere, { faults: faultsOf(messages.isHere) });
    await queries.insertInvitation(trx, { ...row, expires_at: now + invitationLasts });
    await writeAudit(trx, app, whole);
  });
  logAudit(app, whole);
  const link = hrefOfInvitation(token, app.config.appOrigin);
  return { email, link, mailed: await mail(app, { id: row.id, to: email, link }) };
}

const faultsOf = (msg: string) => [{ loc: ["form", "email"], msg, type: "invalid" as const }];

async function mail(app: App, { id, to, link }: { id: string; to: string; link: string }): Promise<Mailed> {
  if (app.mail === null) return "off";
  const result = await app.mail.send({ id, to, ...invitationMail(link) }, app.work.abortSignal);
  if (result.state === "sent") return "sent";
  const { reason, detail } = result;
  app.log.warn({ reason, detail }, "an invitation was not mailed");
  return "failed";
}

export const findInvitedEmail = async (app: App, token: string): Promise<string | null> =>
  (await queries.findByToken(app.db, hashToken(token), app.clock.now()))?.email ?? null;

/** Registers the invited address only. Throws not_found for an invalid link, and what `register` throws. */
export async function registerInvited(app: App, token: string, input: Register, address: string): Promise<Admitted> {
  const found = await queries.findByToken(app.db, hashToken(token), app.clock.now());
  if (!found) throw new AppError("not_found", messages.over);
  return register(app, { ...input, email: found.email }, address, {
    async use(trx) {
      if (!(await queries.deleteInvitation(trx, found.id))) throw new AppError("not_found", messages.over);
    },
  });
}

export async function withdrawInvitation(app: App, id: string, actor: Actor): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await requireActor(trx, app, actor);
    if (!(await queries.deleteInvitation(trx, id))) throw new AppError("not_found", messages.gone);
  });
}

export interface OpenInvitation {
  id: string;
  email: string;
  expiresAt: number;
}

export async function listInvitations({ db, clock }: Pick<App, "db" | "clock">): Promise<OpenInvitation[]> {
  const rows = await queries.listGood(db, clock.now());
  return rows.map(({ id, email, expires_at }) => ({ id, email, expiresAt: expires_at }));
}

export const pruneInvitations = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteExpired(db, clock.now());
