// Recovery codes: made at random, and kept as slow hashes, for 40 random bits are guessed fast by whoever has the database.
import { randomBytes } from "node:crypto";
import { hashWithSalt } from "~/features/users/users.server";
import { recoveryCodes, recoveryLetters } from "./factor";

/** One of eight letters: 32 letters divide 256, so each is as likely as the other. */
const newCode = (): string => [...randomBytes(8)].map((byte) => recoveryLetters[byte % 32]).join("");

export interface FreshCodes {
  codes: string[];
  hashes: string[];
  salt: string;
}

/** Ten, with their hashes and the salt that these share: so one that is typed is hashed once. Throws throttled. */
export async function makeCodes(): Promise<FreshCodes> {
  const salt = randomBytes(16).toString("base64");
  const codes = new Set<string>();
  while (codes.size < recoveryCodes.count) codes.add(newCode());
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashCode(code, salt));
  return { codes: [...codes], hashes, salt };
}

/** Throws throttled when too many hashes wait. */
export const hashCode = (code: string, salt: string): Promise<string> =>
  hashWithSalt(code, Buffer.from(salt, "base64"));
