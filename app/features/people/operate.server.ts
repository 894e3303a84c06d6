// Lets the operator disable, enable and delete users, and create password links.
import type { App } from "~/app.server";
import { type AuditEvent, type AuditKind, logAudit, writeAudit } from "~/features/audit/audit.server";
import { stopBotsOf } from "~/features/bots/bots.server";
import { deleteWaiting } from "~/features/events/events.server";
import { dropLinksOf, makePasswordLink } from "~/features/mail-links/mail-links.server";
import { drawAfterDisabled } from "~/features/publishing/publishing.server";
import { listSpending, setSpendShare, type Spending } from "~/features/spending/spending.server";
import { deletePerson as erasePerson } from "~/features/user-deletion/user-deletion.server";
import { disable, enable, findUser, requireEnabled } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { dollars } from "~/ground/dollars";
import { AppError } from "~/ground/errors";
import { ownAccountMessages } from "~/ground/messages";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPeople } from "~db/locks.server";
import { isOperator } from "./operator.server";
import * as queries from "./queries.server";

export type Actor = { id: string } | null;

const messages = {
  gone: ownAccountMessages.gone,
  yourself: "You can’t do this to your own account.",
  alreadyDisabled: "This account is already disabled.",
  notDisabled: "This account isn’t disabled.",
  notYours: "You’re no longer an admin of this server.",
} as const;

const eventOf = (kind: AuditKind, userId: string, actor: Actor, detail: string | null = null): AuditEvent => ({
  kind,
  userId,
  address: null,
  detail,
  byOperator: true,
  ...(actor && { operatorId: actor.id }),
});

/** Locks both, so two operators can't disable each other. Throws not_found, forbidden, changed for oneself. */
async function begin(trx: Transaction, app: App, userId: string, actor: Actor): Promise<User> {
  if (actor?.id === userId) throw new AppError("changed", messages.yourself);
  await lockPeople(trx, actor ? [userId, actor.id] : [userId]);
  await requireActor(trx, app, actor);
  const user = await findUser({ db: trx }, userId);
  if (!user) throw new AppError("not_found", messages.gone);
  return user;
}

/** Named keys and scheduled tweets wait. A tweet that is being sent may be posted. Throws not_found, changed. */
export async function disablePerson(app: App, userId: string, actor: Actor): Promise<User> {
  const event = eventOf("person.disabled", userId, actor);
  const user = await inTransaction(app.db, async (trx) => {
    const found = await begin(trx, app, userId, actor);
    const now = app.clock.now();
    if (!(await disable(trx, userId, now))) throw new AppError("changed", messages.alreadyDisabled);
    await stopBotsOf(trx, userId, now);
    await dropLinksOf(trx, userId);
    await deleteWaiting(trx, { channel: "mail", targetId: userId });
    await writeAudit(trx, app, event);
    return found;
  });
  logAudit(app, event);
  return user;
}

/** Reschedules tweets that fell due while the user was disabled. Throws not_found, changed. */
export async function enablePerson(app: App, userId: string, actor: Actor): Promise<User> {
  const event = eventOf("person.enabled", userId, actor);
  const user = await inTransaction(app.db, async (trx) => {
    const found = await begin(trx, app, userId, actor);
    const disabledAt = await enable(trx, userId);
    if (disabledAt === null) throw new AppError("changed", messages.notDisabled);
    await drawAfterDisabled(trx, app, { userId, disabledAt });
    await writeAudit(trx, app, event);
    return found;
  });
  logAudit(app, event);
  app.wake();
  return user;
}

/** Locks the actor. Throws forbidden if they are no longer an operator. */
export async function requireActor(trx: Transaction, app: App, actor: Actor): Promise<void> {
  if (actor === null) return;
  await lockPeople(trx, [actor.id]);
  if (!(await isOperator({ ...app, db: trx }, actor.id))) throw new AppError("forbidden", messages.notYours);
}

/** Waits up to 35 s for a tweet that is being sent. Throws not_found, changed. */
export async function deletePerson(app: App, userId: string, actor: Actor): Promise<User> {
  const user = await inTransaction(app.db, (trx) => begin(trx, app, userId, actor));
  await erasePerson(app, userId, eventOf("person.deleted", userId, actor));
  return user;
}

/** Creates a link to choose a new password, shown once. Throws not_found, changed, account_disabled. */
export async function linkForPassword(app: App, userId: string, actor: Actor): Promise<{ user: User; link: string }> {
  const event = eventOf("password.link_made", userId, actor);
  const made = await inTransaction(app.db, async (trx) => {
    const user = await begin(trx, app, userId, actor);
    await requireEnabled(trx, userId);
    const link = await makePasswordLink(trx, app, user);
    await writeAudit(trx, app, event);
    return { user, link };
  });
  logAudit(app, event);
  return made;
}

/** US dollars a day; null splits the rest equally. Throws not_found, forbidden, invalid. */
export async function setShare(app: App, userId: string, usd: number | null, actor: Actor): Promise<User> {
  const event = eventOf("person.share", userId, actor, usd === null ? "equal" : `${dollars(usd)} a day`);
  const user = await inTransaction(app.db, async (trx) => {
    await lockPeople(trx, actor ? [userId, actor.id] : [userId]);
    await requireActor(trx, app, actor);
    const found = await findUser({ db: trx }, userId);
    if (!found) throw new AppError("not_found", messages.gone);
    await setSpendShare(trx, app, userId, usd === null ? null : Math.round(usd * 1_000_000));
    await writeAudit(trx, app, event);
    return found;
  });
  logAudit(app, event);
  return user;
}

export const readSpending = (app: App, actor: Actor): Promise<Spending[]> =>
  inTransaction(app.db, async (trx) => {
    await requireActor(trx, app, actor);
    return listSpending(trx, app);
  });

export const countAtStake = ({ db }: Pick<App, "db">, userId: string): Promise<queries.AtStake> =>
  queries.countAtStake(db, userId);
