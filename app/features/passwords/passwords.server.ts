// Groups common passwords, guess limits and known browsers.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { commitTogether } from "~db/database.server";
import * as queries from "./queries.server";

export { isCommonPassword, requireUncommon } from "./common-passwords.server";
export { countWrong, isUnderAttack, knownWait, requireNoWait, spendGuess } from "./guesses.server";
export { findOwnBrowser, keepOwnBrowser } from "./own-browsers.server";

export const ownBrowserLasts = days(180);

export async function prunePasswords(app: Pick<App, "db" | "clock">): Promise<void> {
  const now = app.clock.now();
  await commitTogether(app.db, (trx) => queries.deleteExpired(trx, now, now - ownBrowserLasts));
}
