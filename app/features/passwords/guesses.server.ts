// Slows down distributed guessing: guesses from many addresses at one account share one wait.
import type { App } from "~/app.server";
import type { AppError } from "~/ground/errors";
import { hashToken } from "~/ground/secrets/token.server";
import { foldAddress, knownRefusal, refusalUntil } from "~/features/rate-limits/rate-limits.server";
import { inTransaction } from "~db/database.server";
import { lockGuesses } from "~db/locks.server";
import { afterJudged, afterWrong, isBruteForce, waitOf } from "./guess-wait";
import * as queries from "./queries.server";

/** Hashed, because people who mistype their email deserve privacy. */
const accountOf = (email: string): string => hashToken(JSON.stringify(["account", email]));

export async function isUnderAttack(app: App, email: string): Promise<boolean> {
  return app.config.rateLimits && isBruteForce(await queries.findGuesses(app.db, accountOf(email)), app.clock.now());
}

/** Returns the refusal known to this process, without a query; null if there is none. */
export function knownWait(app: App, email: string): AppError | null {
  const known = knownRefusal(app, "account", email);
  return known && withAdvice(app, known);
}

/** Call it before judging. During an attack, returns true for the one allowed guess or throws sign_in_throttled. */
export async function spendGuess(app: App, email: string): Promise<boolean> {
  if (!app.config.rateLimits) return false;
  const known = knownWait(app, email);
  if (known) throw known;
  const account = accountOf(email);
  // Reading first makes floods of refused guesses cost a read, not a write.
  const before = await queries.findGuesses(app.db, account);
  if (!isBruteForce(before, app.clock.now())) return false;
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

/** Call it after judging. If an attack has begun since, throws sign_in_throttled to hide the result. */
export async function requireNoWait(app: App, email: string): Promise<void> {
  if (!app.config.rateLimits) return;
  const now = app.clock.now();
  const state = await queries.findGuesses(app.db, accountOf(email));
  if (isBruteForce(state, now)) refuse(app, email, waitOf(state, now) ?? 1);
}

export async function countWrong(app: App, email: string, address: string): Promise<void> {
  if (!app.config.rateLimits) return;
  const account = accountOf(email);
  const from = hashToken(JSON.stringify(["address", foldAddress(address), email]));
  const wait = await inTransaction(app.db, async (trx) => {
    await lockGuesses(trx, account);
    const now = app.clock.now();
    const state = await queries.findGuesses(trx, account);
    if (isBruteForce(state, now)) return waitOf(state, now) ?? 1;
    await queries.keepGuesses(trx, account, afterWrong(state, from, now));
    return null;
  });
  refuse(app, email, wait);
}

function refuse(app: App, email: string, waitMs: number | null): void {
  if (waitMs !== null) throw withAdvice(app, refusalUntil(app, "account", waitMs, email));
}

const byMail = "To sign in now, use the link that “Forgot password?” emails you.";

function withAdvice({ mail }: App, error: AppError): AppError {
  if (mail !== null) error.message = `${error.message} ${byMail}`;
  return error;
}
