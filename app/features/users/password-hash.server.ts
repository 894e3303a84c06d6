// Hashes and checks passwords with argon2id, off the event loop and a few at a time.
import { hash, verify } from "@node-rs/argon2";
import { newToken } from "~/ground/secrets/token.server";
import { type Hashing, queued } from "./hash-queue";

/** OWASP's setting for argon2id: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet). */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const mark = "$argon2id$v=19$m=19456,t=2,p=1$";

export const hashPassword = (password: string, hashing: Hashing): Promise<string> =>
  queued(hashing, () => hash(password.normalize("NFC"), settings));

/** For secrets as guessable as passwords: equal texts with the same salt give equal hashes. Throws busy. */
export const hashWithSalt = (text: string, salt: Uint8Array, hashing: Hashing): Promise<string> =>
  queued(hashing, () => hash(text, { ...settings, salt }));

const noPassword = "!";

/** Unique placeholder for a user without a password; no text matches it. */
export const newNoPassword = (): string => `${noPassword}${newToken()}`;

export const isNoPassword = (kept: string): boolean => kept.startsWith(noPassword);

let decoy: Promise<string> | undefined;

/** Without a hash, takes the same time and returns false, to hide unknown emails. Throws busy. */
export async function checkPassword(kept: string | null, password: string, hashing: Hashing): Promise<boolean> {
  decoy ??= hash("a decoy password 0", settings);
  const real = kept !== null && !isNoPassword(kept) ? kept : null;
  const against = real ?? (await decoy);
  const right = await queued(hashing, () => verify(against, password.normalize("NFC")));
  return real !== null && right;
}

export const isOutdated = (kept: string): boolean => !kept.startsWith(mark);
