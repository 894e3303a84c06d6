// Passwords and who guesses at them: what everybody tries first, waits over all addresses, the browsers of one's own.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { commitTogether } from "~db/database.server";
import * as queries from "./queries.server";

export { isCommonPassword, requireUncommon } from "./common-passwords.server";
export { countWrong, isUnderSiege, knownWait, requireNoWait, spendGuess } from "./guesses.server";
export { findOwnBrowser, keepOwnBrowser } from "./own-browsers.server";

/** A browser that signed in nowhere for so long is a new one. */
export const ownBrowserLasts = days(180);

/** Removes what has had its time. */
export async function prunePasswords(app: Pick<App, "db" | "clock">): Promise<void> {
  const now = app.clock.now();
  await commitTogether(app.db, (trx) => queries.deleteExpired(trx, now, now - ownBrowserLasts));
}
