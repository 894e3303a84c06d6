// The proof of who somebody is: a password, checked slowly, and counted against whoever sends a wrong one.
import type { App } from "~/app.server";
import type { AppError } from "~/ground/errors";
import { countOne, foldAddress, knownRefusal, requireRoom } from "~/features/rate-limits/rate-limits.server";
import { busyRefusal, checkPassword } from "./password-hash.server";

interface Proof {
  email: string;
  /** What is kept of the right one; null for an unknown e-mail, which takes as long. */
  kept: string | null;
  password: string;
  /** The client's. */
  address: string;
}

/** Throws `wrong`; throttled after too many wrong ones, for the pair of e-mail and address or for the address. */
export async function requirePassword(app: App, proof: Proof, wrong: AppError): Promise<void> {
  const from = foldAddress(proof.address);
  await requireTries(app, proof.email, from);
  const right = await checkPassword(proof.kept, proof.password);
  // Asked once more: of many tries at once, those beyond the limit must learn nothing, not even that one was right.
  await requireTries(app, proof.email, from);
  if (right) return;
  // Together: both are on disk after one wait for it.
  await Promise.all([countOne(app, "wrongAddress", from), countOne(app, "wrongPair", proof.email, from)]);
  throw wrong;
}

/** What every sign-in from this address is known to be answered now, whoever it names; null where that is still open. */
export const refusalOfAll = (app: App, address: string): AppError | null =>
  knownRefusal(app, "wrongAddress", foldAddress(address)) ?? busyRefusal();

async function requireTries(app: App, email: string, from: string): Promise<void> {
  await requireRoom(app, "wrongAddress", from);
  await requireRoom(app, "wrongPair", email, from);
}
