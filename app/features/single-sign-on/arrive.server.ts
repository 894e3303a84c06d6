// What the provider's answer does: somebody known comes in, somebody new gets an account, an identity is joined, a proof counts.
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

/** How long ago the provider may have asked: longer ago, and it did not ask again. */
const freshFor = minutes(5);

/** What the provider said, what it is called, and the client's address. */
export interface Arrived {
  claims: Claims;
  label: string;
  address: string;
}

/** Lets the owner of a known identity in, or somebody new. Throws as `finishAtProvider`. */
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

/** Somebody whom nobody knows by this identity: a new account, or the owner of one who has to sign in to it first. */
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

/** As one would be registered; null for what nobody could register with. Whose word it is makes no difference. */
const usableEmail = ({ email }: Claims): string | null => emailSchema("").safeParse(email).data ?? null;

/** As the provider writes it. */
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

/** Joins it to somebody who has just shown who they are. Throws forbidden where they have not, changed where it is another's. */
export async function joinTo(app: App, whose: Whose, { claims, label, address }: Arrived): Promise<void> {
  const { userId } = whose;
  const event = { kind: "identity.joined" as const, userId, address, detail: label };
  const isNew = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    await requireFreshProof({ db: trx, clock: app.clock }, whose);
    if ((await queries.findIdentity(trx, claims))?.user_id === userId) return false;
    await keep(trx, app, { userId, claims, label });
    await writeAudit(trx, app, event);
    return true;
  });
  if (isNew) logAudit(app, event);
}

/** For five minutes since they showed it, this session needs no password. Throws forbidden. */
export async function prove(app: App, whose: Whose, { claims, label, address }: Arrived): Promise<void> {
  const { userId } = whose;
  const { shownAt } = claims;
  const event = { kind: "identity.proved" as const, userId, address, detail: label };
  const now = app.clock.now();
  if (shownAt === null || shownAt < now - freshFor) throw new AppError("forbidden", messages.stale(label));
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    if ((await queries.findIdentity(trx, claims))?.user_id !== userId)
      throw new AppError("forbidden", messages.another(label));
    await proveInSession(trx, { ...whose, at: Math.min(shownAt, now) });
    await writeAudit(trx, app, event);
  });
  logAudit(app, event);
}
