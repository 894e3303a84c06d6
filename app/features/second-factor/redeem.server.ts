// Verifies a user's second factor: app code, recovery code or passkey.
import type { App } from "~/app.server";
import { type AuditKind, noteGuess } from "~/features/audit/audit.server";
import { judgeAnswer, usePasskey } from "~/features/passkeys/passkeys.server";
import { messages as passkeyMessages } from "~/features/passkeys/passkey";
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

export type Given = { code: string } | { passkey: string; purpose: "prove" | "step"; boundTo: string };

export interface Proof {
  userId: string;
  email: string;
  given: Given;
  address: string;
  /** Hash of a browser that signed in before. Its mistakes are counted separately. */
  browser?: string | null;
  /** Accepts only the first code of an app that is being set up. */
  isSetUp?: boolean;
}

/** Binds the sealed key to its user. */
export const ownerOf = (userId: string): string => `${userId}/authenticator`;

/** Works once; `work` runs in its transaction with the user locked. Throws second_factor_wrong, sign_in_throttled. */
export function redeemProof<T>(app: App, proof: Proof, work: (trx: Transaction) => Promise<T>): Promise<T> {
  const { given, ...by } = proof;
  return "code" in given ? redeemCode(app, { ...by, code: given.code }, work) : redeemPasskey(app, proof, given, work);
}

interface CodeProof extends Omit<Proof, "given"> {
  code: string;
}

async function redeemCode<T>(app: App, proof: CodeProof, work: (trx: Transaction) => Promise<T>): Promise<T> {
  const { userId, browser } = proof;
  const whose = browser ? [userId, browser] : [userId];
  if (!browser) await requireSignInTries(app, proof.email, proof.address);
  // Counts before judging, so concurrent guesses can't exceed the limit.
  await countOne(app, "wrongCode", ...whose);
  const judged = await judge(app, proof, work);
  if (!judged) return refuse(app, proof, "second_factor.wrong", { message: messages.wrong, field: "code" });
  await countBack(app, "wrongCode", ...whose);
  return judged.result;
}

async function judge<T>(
  app: App,
  { userId, code, isSetUp = false }: CodeProof,
  work: (trx: Transaction) => Promise<T>,
): Promise<{ result: T } | null> {
  const read = readCode(code);
  if (read === null || (isSetUp && read.kind !== "app")) return null;
  const before = read.kind === "recovery" ? await queries.findRecoverySet(app.db, userId) : null;
  // Hashing is slow, so it runs before the transaction. If the codes are renewed in between, none matches.
  const codeHash = read.kind === "recovery" && before ? await hashCode(userId, read.code, before.salt) : null;
  return inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    if (read.kind === "app") {
      const authenticator = await queries.findAuthenticator(trx, userId);
      if (!authenticator || (authenticator.confirmed_at === null) !== isSetUp) return null;
      const step = stepOf(openKey(app, authenticator), read.digits, app.clock.now());
      if (step === null || step <= (authenticator.last_step ?? -1)) return null;
      await queries.updateAuthenticator(trx, userId, { last_step: step });
    } else {
      const use = { userId, codeHash: codeHash ?? "", now: app.clock.now() };
      if (!(await queries.redeemRecoveryCode(trx, use))) return null;
    }
    return { result: await work(trx) };
  });
}

/** Passkeys can't be guessed, so attempts are not throttled. */
async function redeemPasskey<T>(
  app: App,
  proof: Proof,
  { passkey, purpose, boundTo }: Exclude<Given, { code: string }>,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const { userId } = proof;
  const verdict = await judgeAnswer(app, { purpose, userId, boundTo }, passkey);
  if (verdict === "over") throw new AppError("second_factor_wrong", passkeyMessages.over);
  if (verdict === "unknown" || "wrong" in verdict) return refusePasskey(app, proof, "passkey.wrong");
  const done = await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    const use = await usePasskey(trx, app, verdict);
    return use === "used" ? { result: await work(trx) } : use;
  });
  if (typeof done === "object") return done.result;
  return refusePasskey(app, proof, done === "copied" ? "passkey.copied" : "passkey.wrong");
}

type By = Pick<Proof, "userId" | "email" | "address" | "browser">;

export function refusePasskey(app: App, actor: By, kind: "passkey.wrong" | "passkey.copied"): Promise<never> {
  const message = kind === "passkey.copied" ? passkeyMessages.copied : passkeyMessages.wrong;
  return refuse(app, actor, kind, { message, field: "passkey" });
}

async function refuse(
  app: App,
  { userId, email, address, browser }: By,
  kind: AuditKind,
  { message, field }: { message: string; field: string },
): Promise<never> {
  const guess = { kind, userId, address };
  if (browser) noteGuess(app, guess);
  else await countWrongSignIn(app, email, guess);
  const faults = [{ loc: ["form", field], msg: message, type: "invalid" as const }];
  throw new AppError("second_factor_wrong", message, { faults });
}

const keyGone =
  "This server can’t verify codes from your authenticator app because its ENCRYPTION_KEY was changed. Use a recovery code.";

export function openKey(app: Pick<App, "config">, { user_id: userId, secret }: queries.Authenticator): string {
  try {
    return unseal(app.config.encryptionKeys, ownerOf(userId), secret);
  } catch (cause) {
    throw new AppError("not_configured", keyGone, { cause });
  }
}
