// Checks passwords and throttles wrong guesses by browser, by email and address, and by address.
import type { App } from "~/app.server";
import type { AppError } from "~/ground/errors";
import { inOrder } from "~/ground/in-order";
import { type AuditEvent, noteGuess } from "~/features/audit/audit.server";
import { countWrong, knownWait, requireNoWait, spendGuess } from "~/features/passwords/passwords.server";
import {
  countOne,
  foldAddress,
  isInPast,
  knownRefusal,
  rememberPast,
  requireOwnRoom,
  requireRoom,
  requireRoomAs,
} from "~/features/rate-limits/rate-limits.server";
import { type Hashing, busyRefusal } from "./hash-queue";
import { checkPassword } from "./password-hash.server";

export type Guess = AuditEvent & { address: string };

interface Proof {
  email: string;
  /** Stored hash; null for an unknown email, which takes as long to check. */
  kept: string | null;
  password: string;
  guess: Guess;
}

const strangerAt = (address: string): Hashing => ({ purpose: "signIn", who: foldAddress(address) });

/** For a signed-in user. Throws `wrong`, and sign_in_throttled after too many wrong passwords. */
export async function requirePassword(app: App, userId: string, proof: Proof, wrong: AppError): Promise<void> {
  const { email, guess } = proof;
  await requireSignInTries(app, email, guess.address);
  const right = await checkPassword(proof.kept, proof.password, { purpose: "known", who: userId });
  return inOrder(app, pairOf(proof), async () => {
    // Check again: of many concurrent tries, those beyond the limit must not learn whether they were right.
    await requireSignInTries(app, email, guess.address);
    if (right) return rememberSignIn(app, email, guess.address);
    await countWrongSignIn(app, email, guess);
    throw wrong;
  });
}

/** Orders concurrent tries: of 18, the last one judged got in while one wrong try wasn't counted yet. */
const pairOf = ({ email, guess }: Proof): string => JSON.stringify([email, foldAddress(guess.address)]);

/** Like `requirePassword`, before sign-in. Wrong passwords from many addresses throttle all of them together. */
export async function requireSignInPassword(app: App, proof: Proof, wrong: AppError): Promise<void> {
  const { email, guess } = proof;
  await requireSignInTries(app, email, guess.address);
  const isSpent = await spendGuess(app, email);
  const right = await checkPassword(proof.kept, proof.password, strangerAt(guess.address));
  return inOrder(app, pairOf(proof), async () => {
    await requireSignInTries(app, email, guess.address);
    if (!isSpent && right) await requireNoWait(app, email);
    if (right) return rememberSignIn(app, email, guess.address);
    if (!isSpent) await countWrong(app, email, guess.address);
    await countWrongSignIn(app, email, guess);
    throw wrong;
  });
}

/** For a browser that signed in before: only its own wrong tries count. `browser` is the hash of its cookie. */
export async function requirePasswordOf(
  app: App,
  { userId, browser }: { userId: string; browser: string },
  proof: Proof,
  wrong: AppError,
): Promise<void> {
  const { email, guess } = proof;
  await requireOwnRoom(app, "wrongBrowser", browser);
  const right = await checkPassword(proof.kept, proof.password, { purpose: "known", who: userId });
  return inOrder(app, browser, async () => {
    await requireOwnRoom(app, "wrongBrowser", browser);
    if (right) return rememberSignIn(app, email, guess.address);
    noteGuess(app, guess);
    await countOne(app, "wrongBrowser", browser);
    throw wrong;
  });
}

export async function countWrongSignIn(app: App, email: string, guess: Guess): Promise<void> {
  noteGuess(app, guess);
  const from = foldAddress(guess.address);
  const isOwn = await isInPast(app, "signed in", email, from);
  await Promise.all([isOwn ? null : countOne(app, "wrongAddress", from), countOne(app, "wrongPair", email, from)]);
}

/** Refusal that every sign-in from this address gets right now; null if none is known. */
export const refusalOfAll = (app: App, address: string): AppError | null =>
  knownRefusal(app, "wrongAddress", foldAddress(address)) ?? busyRefusal(strangerAt(address));

export const refusalOfOne = (app: App, email: string, address: string): AppError | null =>
  knownRefusal(app, "wrongPair", email, foldAddress(address)) ?? knownWait(app, email);

/** Others' wrong guesses from this address no longer block this account. */
export async function rememberSignIn(app: App, email: string, address: string): Promise<void> {
  const from = foldAddress(address);
  await rememberPast(app, "signed in", from);
  await rememberPast(app, "signed in", email, from);
}

/** Throws sign_in_throttled. Wrong guesses at a shared address don't block accounts that signed in from there. */
export async function requireSignInTries(app: App, email: string, address: string): Promise<void> {
  const from = foldAddress(address);
  // Checks this process's memory first: a flood of refused attempts must be cheap.
  const known = knownRefusal(app, "wrongPair", email, from);
  if (known) throw known;
  if (!(await isInPast(app, "signed in", email, from))) {
    const ofOthers = knownRefusal(app, "wrongAddress", from, "others");
    if (ofOthers) throw ofOthers;
    // If an account has signed in from here, the others are refused one by one, not by address.
    const knownAs = (await isInPast(app, "signed in", from)) ? [from, "others"] : [from];
    await requireRoomAs(app, "wrongAddress", knownAs, from);
  }
  await requireRoom(app, "wrongPair", email, from);
}
