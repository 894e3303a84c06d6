// Recovery codes: made at random, and kept as slow hashes, for 40 random bits are guessed fast by whoever has the database.
import { randomBytes } from "node:crypto";
import type { App } from "~/app.server";
import { hashWithSalt } from "~/features/users/users.server";
import { seal, unseal } from "~/ground/secrets/vault.server";
import { minutes } from "~/ground/time/duration";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { recoveryCodes, recoveryLetters } from "./factor";
import * as queries from "./queries.server";

/** How long they wait for who writes them down. */
const shownFor = minutes(30);

/** One of eight letters: 32 letters divide 256, so each is as likely as the other. */
const newCode = (): string => [...randomBytes(8)].map((byte) => recoveryLetters[byte % 32]).join("");

export interface FreshCodes {
  codes: string[];
  hashes: string[];
  salt: string;
}

/** Ten, with their hashes and the salt that these share: so one that is typed is hashed once. Throws busy. */
export async function makeCodes(userId: string): Promise<FreshCodes> {
  const salt = randomBytes(16).toString("base64");
  const codes = new Set<string>();
  while (codes.size < recoveryCodes.count) codes.add(newCode());
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashCode(userId, code, salt));
  return { codes: [...codes], hashes, salt };
}

/** Throws busy when too many hashes wait. */
export const hashCode = (userId: string, code: string, salt: string): Promise<string> =>
  hashWithSalt(code, Buffer.from(salt, "base64"), { purpose: "known", who: userId });

/** Whose codes they are: another's row does not open. */
export const codesOwner = (userId: string): string => `${userId}/recovery codes`;

/** They are shown until the person says that they are kept. Call it with the person locked. */
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

/** Where a person's recovery codes stand. */
export interface Recovery {
  codesLeft: number;
  /** The codes, until they are kept; null where the encryption key is gone. */
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

/** The person has kept the recovery codes: they are shown no more. */
export async function keepCodes(app: App, userId: string): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    await queries.updateRecoverySet(trx, userId, { shown_codes: null, shown_until: null });
  });
}
