// The second proof of who somebody is: a code of their app, or a recovery code, counted against whoever sends a wrong one.
import type { App } from "~/app.server";
import { countBack, countOne } from "~/features/rate-limits/rate-limits.server";
import { countWrongSignIn, requireSignInTries } from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { unseal } from "~/ground/secrets/vault.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { messages, readCode } from "./factor";
import * as queries from "./queries.server";
import { hashCode } from "./recovery.server";
import { stepOf } from "./totp.server";

export interface Proof {
  userId: string;
  email: string;
  /** As it was typed. */
  code: string;
  /** The client's. */
  address: string;
}

/** Whose key it is: another's row does not open. */
export const ownerOf = (userId: string): string => `${userId}/authenticator`;

/**
 * Uses a code: of two who come with the same one at once, one is let in. `then` runs in the transaction that uses it,
 * which has locked the person; where it throws, the code is not used. Throws second_factor_wrong, counted as a wrong
 * sign-in; throttled after too many of them, by address or by person.
 */
export async function redeemCode<T>(
  app: App,
  proof: Proof,
  then: (trx: Transaction, authenticator: queries.Authenticator) => Promise<T>,
): Promise<T> {
  await requireSignInTries(app, proof.email, proof.address);
  // Counted before it is judged: of a thousand guesses at once, ten are judged.
  await countOne(app, "wrongCode", proof.userId);
  const judged = await judge(app, proof, then);
  if (judged) {
    await countBack(app, "wrongCode", proof.userId);
    return judged.result;
  }
  const { userId, email, address } = proof;
  await countWrongSignIn(app, email, { kind: "second_factor.wrong", userId, address });
  const faults = [{ loc: ["form", "code"], msg: messages.wrong, type: "invalid" as const }];
  throw new AppError("second_factor_wrong", messages.wrong, { faults });
}

async function judge<T>(
  app: App,
  { userId, code }: Proof,
  then: (trx: Transaction, authenticator: queries.Authenticator) => Promise<T>,
): Promise<{ result: T } | null> {
  const read = readCode(code);
  if (read === null) return null;
  const before = await queries.findAuthenticator(app.db, userId);
  // Slow, so outside the transaction; where other codes were made meanwhile, it is none of these.
  const salt = before?.recovery_salt;
  const codeHash = read.kind === "recovery" && salt ? await hashCode(read.code, salt) : null;
  return inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    const authenticator = await queries.findAuthenticator(trx, userId);
    if (!authenticator) return null;
    if (read.kind === "app") {
      const step = stepOf(openKey(app, authenticator), read.digits, app.clock.now());
      if (step === null || step <= (authenticator.last_step ?? -1)) return null;
      await queries.updateAuthenticator(trx, userId, { last_step: step });
    } else {
      const use = { userId, codeHash: codeHash ?? "", now: app.clock.now() };
      if (!(await queries.redeemRecoveryCode(trx, use))) return null;
    }
    return { result: await then(trx, authenticator) };
  });
}

const keyGone =
  "This server can't read what it keeps of your app: its ENCRYPTION_KEY was changed. A recovery code still works.";

/** Throws not_configured where the encryption key is gone, or the row is another's. */
export function openKey(app: Pick<App, "config">, { user_id: userId, secret }: queries.Authenticator): string {
  try {
    return unseal(app.config.encryptionKeys, ownerOf(userId), secret);
  } catch (cause) {
    throw new AppError("not_configured", keyGone, { cause });
  }
}
