// Manages emailed links for new passwords and confirmed addresses: single use, stored as hashes.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { countOne, foldAddress } from "~/features/rate-limits/rate-limits.server";
import { isUnderAttack } from "~/features/passwords/passwords.server";
import {
  admitByLink,
  type Admitted,
  confirmEmail,
  findUser,
  replaceForgottenPassword,
} from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { AppError } from "~/ground/errors";
import { mailLinkMessages } from "~/ground/messages";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import type { LinkPurpose } from "~db/tables/mail-links.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { oneTimeLinkLasts, hrefOfLink } from "./link-mail";
import * as queries from "./queries.server";

export { sendLinks } from "./send.server";

/** Treats known and unknown emails alike, also in timing. Throws rate_limited, not_configured. */
export async function askForPassword(app: App, email: string, address: string): Promise<void> {
  await countOne(app, "linksFrom", foldAddress(address));
  await sendLater(app, { purpose: "password", email, userId: null });
}

export const askToConfirm = (app: App, { id, email }: User): Promise<void> =>
  sendLater(app, { purpose: "confirm", email, userId: id });

async function sendLater(
  app: App,
  wish: { purpose: LinkPurpose; email: string; userId: string | null },
): Promise<void> {
  if (app.mail === null) throw new AppError("not_configured", mailLinkMessages.noMail);
  await countOne(app, "linksTo", wish.email);
  await queries.insertMail(app.db, { ...wish, id: `link_${randomUUID()}`, now: app.clock.now() });
  app.wake();
}

/** Returns the link's address, and whether it can sign the user in. Null if the link is used, expired or unknown. */
export async function findLinked(
  app: App,
  purpose: LinkPurpose,
  token: string,
): Promise<{ email: string; signsIn: boolean } | null> {
  const email = (await findLink(app, purpose, token))?.email;
  return email === undefined ? null : { email, signsIn: purpose === "password" && (await isUnderAttack(app, email)) };
}

const findLink = (app: App, purpose: LinkPurpose, token: string) =>
  queries.findLink(app.db, { tokenHash: hashToken(token), purpose, now: app.clock.now() });

const over = () => new AppError("not_found", mailLinkMessages.over);

/** Needs no session. `onFirst` runs in the transaction of the user's first confirmation. Throws not_found. */
export async function confirmAddress(
  app: App,
  token: string,
  onFirst: (trx: Transaction, userId: string) => Promise<void>,
): Promise<void> {
  const found = await findLink(app, "confirm", token);
  if (!found) throw over();
  await inTransaction(app.db, async (trx) => {
    const { userId, email } = await burn(trx, app, "confirm", found);
    if (await confirmEmail(trx, { userId, email, now: app.clock.now() })) await onFirst(trx, userId);
  });
}

interface Choosing {
  address?: string | null;
  /** Set if named API keys are revoked too. Runs in the same transaction. */
  endPrograms?: (trx: Transaction, userId: string) => Promise<void>;
}

/** Ends all sessions and browser API keys. Doesn't sign in, so it can't bypass 2FA. Throws not_found, busy. */
export async function choosePassword(
  app: App,
  token: string,
  newPassword: string,
  { address = null, endPrograms }: Choosing = {},
): Promise<void> {
  const found = await findLink(app, "password", token);
  if (!found) throw over();
  const chosen = { userId: found.user_id, newPassword, address, revokesKeys: endPrograms !== undefined };
  await replaceForgottenPassword(app, chosen, async (trx) => {
    await burn(trx, app, "password", found);
    await endPrograms?.(trx, found.user_id);
  });
}

/** Signs the user in while an attack delays their password. Throws not_found, changed if there is no attack. */
export async function signInByLink(app: App, token: string, address: string): Promise<Admitted> {
  const found = await findLink(app, "password", token);
  const user = found && (await findUser(app, found.user_id));
  if (!found || !user) throw over();
  if (!(await isUnderAttack(app, user.email))) throw new AppError("changed", mailLinkMessages.notUnderAttack);
  return admitByLink(app, { user, address }, async (trx) => {
    await burn(trx, app, "password", found);
  });
}

/** Locks the user and checks the link again, so it works only once. */
async function burn(
  trx: Transaction,
  app: App,
  purpose: LinkPurpose,
  { user_id: userId, token_hash: tokenHash, email }: queries.MailLink,
): Promise<{ userId: string; email: string }> {
  await lockPerson(trx, userId);
  if (!(await queries.findLink(trx, { tokenHash, purpose, now: app.clock.now() }))) throw over();
  await queries.deleteLinksOf(trx, userId, purpose, email);
  return { userId, email };
}

/** Creates a password link for the operator to hand over. Call it with the user locked. */
export async function makePasswordLink(trx: Transaction, app: App, { id: userId, email }: User): Promise<string> {
  const token = newToken();
  const now = app.clock.now();
  const expiresAt = now + oneTimeLinkLasts;
  await queries.insertLink(trx, { tokenHash: hashToken(token), purpose: "password", userId, email, now, expiresAt });
  return hrefOfLink("password", token, app.config.appOrigin);
}

/** Also cancels unsent links. Call it with the user locked. */
export const dropLinksOf = (trx: Transaction, userId: string): Promise<void> => queries.deleteAllOf(trx, userId);

export const nextLinkAt = (app: Pick<App, "db">, after: number): Promise<number | null> =>
  queries.nextMailAt(app.db, after);

export const pruneLinks = ({ db, clock }: Pick<App, "db" | "clock">): Promise<void> =>
  queries.deleteExpired(db, clock.now());
