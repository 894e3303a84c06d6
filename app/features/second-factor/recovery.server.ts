// Creates recovery codes and stores them as slow hashes, because 40 bits are easy to guess.
import { randomBytes } from "node:crypto";
import type { App } from "~/app.server";
import { hashWithSalt } from "~/features/users/users.server";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { minutes } from "~/ground/time/duration";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { recoveryCodes, recoveryLetters } from "./factor";
import * as queries from "./queries.server";

const shownFor = minutes(30);

/** 256 is a multiple of 32, so all letters are equally likely. */
const newCode = (): string => [...randomBytes(8)].map((byte) => recoveryLetters[byte % 32]).join("");

export interface FreshCodes {
  codes: string[];
  hashes: string[];
  salt: string;
}

/** All codes share a salt, so checking one takes a single hash. Throws busy. */
export async function makeCodes(userId: string): Promise<FreshCodes> {
  const salt = randomBytes(16).toString("base64");
  const codes = new Set<string>();
  while (codes.size < recoveryCodes.count) codes.add(newCode());
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashCode(userId, code, salt));
  return { codes: [...codes], hashes, salt };
}

export const hashCode = (userId: string, code: string, salt: string): Promise<string> =>
  hashWithSalt(code, Buffer.from(salt, "base64"), { purpose: "known", who: userId });

/** Binds the sealed codes to their user. */
export const codesOwner = (userId: string): string => `${userId}/recovery codes`;

/** Call it with the user locked. */
export async function storeCodes(
  app: Pick<App, "config" | "clock">,
  trx: Transaction,
  userId: string,
  { codes, hashes, salt }: FreshCodes,
): Promise<void> {
  const shown_codes = seal(app.config.encryptionKeys, codesOwner(userId), JSON.stringify(codes));
  const set = { user_id: userId, salt, shown_codes, shown_until: app.clock.now() + shownFor };
  await queries.replaceRecovery(trx, set, hashes);
}

export interface Recovery {
  codesLeft: number;
  /** Null once they are saved, and if the encryption key is missing. */
  shownCodes: string[] | null;
}

export async function readRecovery(app: App, userId: string): Promise<Recovery> {
  const set = await queries.findRecoverySet(app.db, userId);
  if (!set) return { codesLeft: 0, shownCodes: null };
  const isShown = set.shown_codes !== null && (set.shown_until ?? 0) > app.clock.now();
  return {
    codesLeft: await queries.countUnusedCodes(app.db, userId),
    shownCodes: isShown ? openCodes(app, set) : null,
  };
}

function openCodes(app: App, { user_id: userId, shown_codes: sealed }: queries.RecoverySet): string[] | null {
  try {
    return JSON.parse(unseal(app.config.encryptionKeys, codesOwner(userId), sealed ?? "")) as string[];
  } catch {
    return null;
  }
}

export async function keepCodes(app: App, userId: string): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    await queries.updateRecoverySet(trx, userId, { shown_codes: null, shown_until: null });
  });
}
