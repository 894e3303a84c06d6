// The proof of who somebody is: a password, checked slowly, and counted against whoever sends a wrong one.
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

/** What is noted of a wrong proof; its `address` is the client's. */
export type Guess = AuditEvent & { address: string };

interface Proof {
  email: string;
  /** What is kept of the right one; null for an unknown e-mail, which takes as long. */
  kept: string | null;
  password: string;
  guess: Guess;
}

const strangerAt = (address: string): Hashing => ({ purpose: "signIn", who: foldAddress(address) });

/**
 * Of `userId`, who is signed in. Throws `wrong`; sign_in_throttled after too many wrong ones, for the pair of e-mail and
 * address or for the address.
 */
export async function requirePassword(app: App, userId: string, proof: Proof, wrong: AppError): Promise<void> {
  const { email, guess } = proof;
  await requireSignInTries(app, email, guess.address);
  const right = await checkPassword(proof.kept, proof.password, { purpose: "known", who: userId });
  return inOrder(app, pairOf(proof), async () => {
    // Asked once more: of many tries at once, those beyond the limit must learn nothing, not even that one was right.
    await requireSignInTries(app, email, guess.address);
    if (right) return rememberSignIn(app, email, guess.address);
    await countWrongSignIn(app, email, guess);
    throw wrong;
  });
}

/**
 * Tries at once are counted, or let in, in the order in which they were judged. Of 18 at once on a busy Postgres the right
 * one, judged last, was let in: ten had been judged wrong, and nine counted.
 */
const pairOf = ({ email, guess }: Proof): string => JSON.stringify([email, foldAddress(guess.address)]);

/**
 * As `requirePassword`, for who is not signed in. Throttled too while wrong ones come from many addresses: then all of
 * them wait for each other.
 */
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

/**
 * As `requirePassword`, in a browser that signed in to the account before: counted by that browser alone, so that nobody
 * else's wrong ones, wherever they come from, keep its person out. `browser` is the hash of its cookie.
 */
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

/** Notes a wrong proof, and counts it against the pair of e-mail and address, and against the address. */
export async function countWrongSignIn(app: App, email: string, guess: Guess): Promise<void> {
  noteGuess(app, guess);
  const from = foldAddress(guess.address);
  const isOwn = await isInPast(app, "signed in", email, from);
  // Together: both are on disk after one wait for it.
  await Promise.all([isOwn ? null : countOne(app, "wrongAddress", from), countOne(app, "wrongPair", email, from)]);
}

/** What every sign-in from this address is known to be answered now, whoever it names; null where that is still open. */
export const refusalOfAll = (app: App, address: string): AppError | null =>
  knownRefusal(app, "wrongAddress", foldAddress(address)) ?? busyRefusal(strangerAt(address));

/** What a sign-in to this account from this address is known to be answered now; null where that is open. */
export const refusalOfOne = (app: App, email: string, address: string): AppError | null =>
  knownRefusal(app, "wrongPair", email, foldAddress(address)) ?? knownWait(app, email);

/** From now on this address is one of the account's own: what others get wrong there is counted apart. */
export async function rememberSignIn(app: App, email: string, address: string): Promise<void> {
  const from = foldAddress(address);
  await rememberPast(app, "signed in", from);
  await rememberPast(app, "signed in", email, from);
}

/**
 * Throws sign_in_throttled after too many wrong proofs, for the pair of e-mail and address or for the address.
 *
 * Behind a proxy that nobody told us of all come from one address. Its hundred wrong passwords, whoever sent them, keep
 * nobody out who has signed in from there before.
 */
export async function requireSignInTries(app: App, email: string, address: string): Promise<void> {
  const from = foldAddress(address);
  // What this process knows is asked first: a flood of what is refused anyway costs next to nothing.
  const known = knownRefusal(app, "wrongPair", email, from);
  if (known) throw known;
  if (!(await isInPast(app, "signed in", email, from))) {
    const ofOthers = knownRefusal(app, "wrongAddress", from, "others");
    if (ofOthers) throw ofOthers;
    // Where somebody may sign in all the same, the others are judged one by one, not at the door.
    const knownAs = (await isInPast(app, "signed in", from)) ? [from, "others"] : [from];
    await requireRoomAs(app, "wrongAddress", knownAs, from);
  }
  await requireRoom(app, "wrongPair", email, from);
}
