// Verifies identity before a key is created: password or fresh proof, and second factor.
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

/** `password` is "" for none; a second factor adds a code or a passkey's answer. */
export type KeyProof = OwnProof | PasswordProof;

/**
 * Checks password or second factor, then runs `work` with the user's row locked. Throws invalid, wrong_credentials,
 * forbidden, second_factor_required/_wrong, throttled.
 */
export async function withProof<T>(
  app: App,
  user: User,
  proof: KeyProof,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  if (proof.password === "" && (await hasPassword(app, user.id))) {
    const faults = [{ loc: ["body", "password"], msg: ownAccountMessages.missing, type: "required" as const }];
    throw new AppError("invalid", ownAccountMessages.missing, { faults });
  }
  if ("code" in proof || "passkey" in proof) {
    // Without a second factor, a code is ignored.
    if (await hasFactor(app, user.id)) return requireProof(app, user, proof, work);
  }
  await requireOwnPassword(app, user.id, proof);
  return inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    if (await hasFactor({ db: trx }, user.id))
      throw new AppError("second_factor_required", factorMessages.factorMissing);
    return work(trx);
  });
}
