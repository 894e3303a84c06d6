// Guesses at one account from wherever: once they come from many addresses, all of these wait for each other.
import type { App } from "~/app.server";
import type { AppError } from "~/ground/errors";
import { hashToken } from "~/ground/secrets/token.server";
import { foldAddress, knownRefusal, refusalUntil } from "~/features/rate-limits/rate-limits.server";
import { inTransaction } from "~db/database.server";
import { lockGuesses } from "~db/locks.server";
import { afterJudged, afterWrong, isSiege, waitOf } from "./guess-wait";
import * as queries from "./queries.server";

/** E-mails of people who merely mistyped are nobody's business. */
const accountOf = (email: string): string => hashToken(JSON.stringify(["account", email]));

/** Whether the wait over all addresses has begun for this e-mail. */
export async function isUnderSiege(app: App, email: string): Promise<boolean> {
  return app.config.rateLimits && isSiege(await queries.findGuesses(app.db, accountOf(email)), app.clock.now());
}

/** What every guess at this account is known to be answered now, wherever it comes from; null where that is open. */
export function knownWait(app: App, email: string): AppError | null {
  const known = knownRefusal(app, "account", email);
  return known && withAdvice(app, known);
}

/**
 * Call it before a password is judged. Where the wait over all addresses has begun it spends the one guess that may be
 * judged now, and returns true; throws sign_in_throttled where that is not yet. False: nobody waits.
 */
export async function spendGuess(app: App, email: string): Promise<boolean> {
  if (!app.config.rateLimits) return false;
  const known = knownWait(app, email);
  if (known) throw known;
  const account = accountOf(email);
  // Looked at first: a flood of what is refused anyway costs a read, not a write.
  const before = await queries.findGuesses(app.db, account);
  if (!isSiege(before, app.clock.now())) return false;
  refuse(app, email, waitOf(before, app.clock.now()));
  const wait = await inTransaction(app.db, async (trx) => {
    await lockGuesses(trx, account);
    const now = app.clock.now();
    const state = await queries.findGuesses(trx, account);
    const left = waitOf(state, now);
    if (left === null) await queries.keepGuesses(trx, account, afterJudged(state, now));
    return left;
  });
  refuse(app, email, wait);
  return true;
}

/**
 * Call it after a guess that was not spent was judged. Throws sign_in_throttled where the wait over all addresses began meanwhile:
 * whoever guesses must not learn what came of it.
 */
export async function requireNoWait(app: App, email: string): Promise<void> {
  if (!app.config.rateLimits) return;
  const now = app.clock.now();
  const state = await queries.findGuesses(app.db, accountOf(email));
  if (isSiege(state, now)) refuse(app, email, waitOf(state, now) ?? 1);
}

/** Counts a wrong one that was not spent. Throws as `requireNoWait`. */
export async function countWrong(app: App, email: string, address: string): Promise<void> {
  if (!app.config.rateLimits) return;
  const account = accountOf(email);
  const from = hashToken(JSON.stringify(["address", foldAddress(address), email]));
  const wait = await inTransaction(app.db, async (trx) => {
    await lockGuesses(trx, account);
    const now = app.clock.now();
    const state = await queries.findGuesses(trx, account);
    if (isSiege(state, now)) return waitOf(state, now) ?? 1;
    await queries.keepGuesses(trx, account, afterWrong(state, from, now));
    return null;
  });
  refuse(app, email, wait);
}

function refuse(app: App, email: string, waitMs: number | null): void {
  if (waitMs !== null) throw withAdvice(app, refusalUntil(app, "account", waitMs, email));
}

const byMail = "The link that “Forgot password?” sends by mail signs you in meanwhile.";

/** What helps whoever has another browser than before. */
function withAdvice({ mail }: App, error: AppError): AppError {
  if (mail !== null) error.message = `${error.message} ${byMail}`;
  return error;
}
