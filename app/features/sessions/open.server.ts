// Opens a session, records it, and alerts the user of a new browser.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { days } from "~/ground/time/duration";
import { addWish, recordEvents } from "~/features/events/events.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { type Admitted, findConfirmedEmail, isPasswordHash, requireEnabled } from "~/features/users/users.server";
import { messages } from "~/features/users/user";
import { addressBlock } from "./address-block";
import { maxUserAgent, readBrowser } from "./browser-name.server";
import * as queries from "./queries.server";

/** The cookie lasts as long. A session idle for `sessionIdles` (features/users) ends earlier. */
export const sessionLasts = days(30);

export interface Client {
  address: string;
  userAgent: string | null;
}

/** Returns the cookie's secret id. Throws wrong_credentials if the password changed, account_disabled. */
export async function openSession(app: App, admitted: Admitted, client: Client): Promise<string> {
  const { user, passwordHash, isSignIn = true } = admitted;
  const id = newToken();
  const now = app.clock.now();
  const userAgent = client.userAgent?.slice(0, maxUserAgent) ?? null;
  const block = addressBlock(client.address);
  const { name } = readBrowser(userAgent);
  const signIn = { kind: "sign_in" as const, userId: user.id, address: client.address, detail: name };
  const session = { idHash: hashToken(id), userId: user.id, now, expiresAt: now + sessionLasts };
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    if (!(await isPasswordHash(trx, user.id, passwordHash))) throw new AppError("wrong_credentials", messages.wrong);
    await requireEnabled(trx, user.id);
    const isNew = await noteBrowser(trx, app, { userId: user.id, name, addressBlock: block ?? "" });
    await queries.insertSession(trx, { ...session, userAgent, addressBlock: block, isNew });
    if (isSignIn) await writeAudit(trx, app, signIn);
  });
  if (isSignIn) logAudit(app, signIn);
  return id;
}

/** Reports a new browser if the address is confirmed, except the user's first. Returns whether it is new. */
async function noteBrowser(trx: Transaction, app: App, browser: queries.KnownBrowser): Promise<boolean> {
  const { userId, name } = browser;
  const now = app.clock.now();
  const kind = await queries.findKnown(trx, browser);
  await queries.rememberBrowser(trx, browser, now);
  if (kind !== "new") return false;
  if ((await findConfirmedEmail({ db: trx }, userId)) === null) return true;
  const type = "sign_in.new_browser";
  // Users can't choose this alert, so its subscription is added here.
  await addWish(trx, userId, { channel: "mail", targetId: userId }, type);
  const place = browser.addressBlock === "" ? "" : `, from ${browser.addressBlock}`;
  await recordEvents(trx, app, [{ type, userId, at: now, detail: `${name}${place}` }]);
  return true;
}
