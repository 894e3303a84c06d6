// Sends the requested links: claims a mail, creates its token and hands it to the mail server.
import { randomUUID } from "node:crypto";
import type { App } from "~/app.server";
import { isUnderAttack } from "~/features/passwords/passwords.server";
import { findUser, findUserByEmail, isDisabled } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { minutes } from "~/ground/time/duration";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { type Started, nothingStarted } from "~/ground/work.server";
import { linkLasts, linkMail, waitAfter } from "./link-mail";
import * as queries from "./queries.server";
import type { LinkMail } from "./queries.server";

const maxAtATime = 4;
const leaseLasts = minutes(1);

/** Mails being sent, per App. The limit keeps a slow mail server from piling them up. */
const running = new WeakMap<App, number>();

export async function sendLinks(app: App): Promise<Started> {
  if (app.work.shutdownSignal.aborted || !app.node.mayClaim()) return nothingStarted;
  const limit = maxAtATime - (running.get(app) ?? 0);
  const ids = limit <= 0 ? [] : await queries.listDueIds(app.db, app.clock.now(), limit);
  const sending: Promise<void>[] = [];
  for (const id of ids) {
    const now = app.clock.now();
    const claimed = await queries.claimMail(app.db, id, { token: randomUUID(), now, until: now + leaseLasts });
    if (!claimed) continue;
    running.set(app, (running.get(app) ?? 0) + 1);
    sending.push(app.work.track(sendOne(app, claimed)));
  }
  return { started: sending.length, done: Promise.all(sending).then(() => undefined) };
}

async function sendOne(app: App, mail: LinkMail): Promise<void> {
  try {
    await trySend(app, mail);
  } catch (error) {
    app.log.error({ err: error, purpose: mail.purpose }, "a link could not be sent");
  } finally {
    running.set(app, (running.get(app) ?? 1) - 1);
    app.wake();
  }
}

async function trySend(app: App, mail: LinkMail): Promise<void> {
  const claim = mail.token ?? "";
  const found = await recipientOf(app, mail);
  const user = found && (await isDisabled(app, found.id)) ? null : found;
  const giveUpAt = mail.created_at + linkLasts[mail.purpose];
  if (app.mail === null || !user || giveUpAt <= app.clock.now()) return queries.deleteMail(app.db, claim);
  const token = await keepNewToken(app, user, mail);
  const { appOrigin } = app.config;
  // Each retry has a new link, so it needs a new id: mailboxes may drop duplicates.
  const id = `${mail.id}.${mail.attempts}`;
  const contents = { purpose: mail.purpose, token, appOrigin, isUnderAttack: await isUnderAttack(app, user.email) };
  const message = { id, to: user.email, ...linkMail(contents) };
  const result = await app.mail.send(message, app.work.abortSignal);
  if (result.state !== "sent") {
    const { reason, detail } = result;
    app.log.warn(
      { purpose: mail.purpose, user: user.id, attempts: mail.attempts, reason, detail },
      "a link was not sent",
    );
  }
  if (result.state === "later") await queries.postponeMail(app.db, claim, app.clock.now() + waitAfter(mail.attempts));
  else await queries.deleteMail(app.db, claim);
}

async function recipientOf(app: App, { user_id: userId, email }: LinkMail): Promise<User | null> {
  if (userId === null) return findUserByEmail(app, email);
  const user = await findUser(app, userId);
  return user?.email === email ? user : null;
}

async function keepNewToken(app: App, { id: userId, email }: User, { purpose }: LinkMail): Promise<string> {
  const token = newToken();
  const now = app.clock.now();
  const link = { tokenHash: hashToken(token), purpose, userId, email, now, expiresAt: now + linkLasts[purpose] };
  await queries.insertLink(app.db, link);
  return token;
}
