// Who makes a key that outlives their session shows first who they are: password, second step, or a fresh proof instead.
import type { App } from "~/app.server";
import { messages as factorMessages } from "~/features/second-factor/factor";
import { hasFactor } from "~/features/second-factor/factors.server";
import { type OwnProof, requireProof } from "~/features/second-factor/own.server";
import { hasPassword, type PasswordProof, requireOwnPassword } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { AppError } from "~/ground/errors";
import { ownAccountMessages } from "~/ground/messages";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";

/** What somebody sent: the password, "" for none, and where they have a second step a code or what a passkey answered. */
export type KeyProof = OwnProof | PasswordProof;

/**
 * Runs `then` in a transaction that has locked the person. Throws invalid where the password is missing, wrong_credentials,
 * forbidden (no password, and no fresh proof in its place), second_factor_required, second_factor_wrong, throttled.
 */
export async function withProof<T>(
  app: App,
  user: User,
  proof: KeyProof,
  then: (trx: Transaction) => Promise<T>,
): Promise<T> {
  if (proof.password === "" && (await hasPassword(app, user.id))) {
    const faults = [{ loc: ["body", "password"], msg: ownAccountMessages.missing, type: "required" as const }];
    throw new AppError("invalid", ownAccountMessages.missing, { faults });
  }
  if ("code" in proof || "passkey" in proof) {
    // A code that nobody asked for is not judged.
    if (await hasFactor(app, user.id)) return requireProof(app, user, proof, then);
  }
  await requireOwnPassword(app, user.id, proof);
  return inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    if (await hasFactor({ db: trx }, user.id))
      throw new AppError("second_factor_required", factorMessages.factorMissing);
    return then(trx);
  });
}
