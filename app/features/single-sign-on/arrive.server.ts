// Handles the identity provider's response: sign in, register, link or re-authenticate.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { emailSchema } from "~/features/users/schema.server";
import {
  type Admitted,
  findAdmitted,
  findUserByEmail,
  proveInSession,
  registerWithoutPassword,
  requireFreshProof,
} from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { minutes } from "~/ground/time/duration";
import type { Claims } from "~/ports/identity/port";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { messages } from "./identity";
import * as queries from "./queries.server";

/** An older authentication means that the provider did not ask again. */
const freshFor = minutes(5);

export interface Arrived {
  claims: Claims;
  label: string;
  address: string;
}

/** Signs in a known identity's owner, or registers a new user. Throws as `finishAtProvider`. */
export async function admit(app: App, arrived: Arrived): Promise<Admitted> {
  const { claims } = arrived;
  const known = await queries.findIdentity(app.db, claims);
  if (!known) return admitNewcomer(app, arrived);
  const { id, user_id: userId } = known;
  const email = shownEmail(claims) ?? known.email;
  const isStill = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    return queries.useIdentity(trx, id, { email, now: app.clock.now() });
  });
  const admitted = isStill ? await findAdmitted(app, userId) : null;
  if (!admitted) throw new AppError("not_found", messages.over);
  return admitted;
}

/** Creates an account. If the address already has one, the user must sign in to it first. */
async function admitNewcomer(app: App, { claims, label, address }: Arrived): Promise<Admitted> {
  if (claims.unread) throw claims.unread;
  if (claims.email === null || !claims.isVerified) throw new AppError("forbidden", messages.noEmail(label));
  const email = usableEmail(claims);
  if (email === null) throw new AppError("forbidden", messages.badEmail(label));
  const known = app.config.oidc?.only ? messages.knownOnly(label) : messages.known(label);
  if (await findUserByEmail(app, email)) throw new AppError("email_taken", known);
  const event = { kind: "identity.joined" as const, address, detail: label };
  const admitted = await registerWithoutPassword(app, email, address, async (trx, userId) => {
    await keep(trx, app, { userId, claims, label });
    await writeAudit(trx, app, { ...event, userId });
  });
  logAudit(app, { ...event, userId: admitted.user.id });
  return admitted;
}

const usableEmail = ({ email }: Claims): string | null => emailSchema("").safeParse(email).data ?? null;

const shownEmail = (claims: Claims): string | null => (usableEmail(claims) === null ? null : claims.email);

interface Keeping {
  userId: string;
  claims: Claims;
  label: string;
}

async function keep(trx: Transaction, app: App, { userId, claims, label }: Keeping): Promise<void> {
  const { issuer, subject } = claims;
  const [now, email] = [app.clock.now(), shownEmail(claims)];
  const identity = { id: randomUUID(), user_id: userId, issuer, subject, email, created_at: now, last_used_at: now };
  if (!(await queries.insertIdentity(trx, identity))) throw new AppError("changed", messages.others(label));
}

interface Whose {
  userId: string;
  sessionId: string;
}

/** Throws forbidden if the user hasn't re-authenticated, changed if the identity is another user's. */
export async function joinTo(app: App, owner: Whose, { claims, label, address }: Arrived): Promise<void> {
  const { userId } = owner;
  const event = { kind: "identity.joined" as const, userId, address, detail: label };
  const isNew = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    await requireFreshProof({ db: trx, clock: app.clock }, owner);
    if ((await queries.findIdentity(trx, claims))?.user_id === userId) return false;
    await keep(trx, app, { userId, claims, label });
    await writeAudit(trx, app, event);
    return true;
  });
  if (isNew) logAudit(app, event);
}

export async function prove(app: App, owner: Whose, { claims, label, address }: Arrived): Promise<void> {
  const { userId } = owner;
  const { shownAt } = claims;
  const event = { kind: "identity.proved" as const, userId, address, detail: label };
  const now = app.clock.now();
  if (shownAt === null || shownAt < now - freshFor) throw new AppError("forbidden", messages.stale(label));
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    if ((await queries.findIdentity(trx, claims))?.user_id !== userId)
      throw new AppError("forbidden", messages.another(label));
    await proveInSession(trx, { ...owner, at: Math.min(shownAt, now) });
    await writeAudit(trx, app, event);
  });
  logAudit(app, event);
}
