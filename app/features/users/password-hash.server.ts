// Passwords: argon2id off the event loop, few at a time, so that a flood of sign-ins can't starve the pages.
import { hash, verify } from "@node-rs/argon2";
import { newToken } from "~/ground/secrets/token.server";
import { type Hashing, queued } from "./hash-queue";

/** OWASP's setting for argon2id, the library's default kind: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet). */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const mark = "$argon2id$v=19$m=19456,t=2,p=1$";

/** Throws busy when too many of its purpose wait. */
export const hashPassword = (password: string, by: Hashing): Promise<string> =>
  queued(by, () => hash(password.normalize("NFC"), settings));

/** Of what is no password but as easily guessed. Hashes with the same salt are equal where the texts are. Throws busy. */
export const hashWithSalt = (text: string, salt: Uint8Array, by: Hashing): Promise<string> =>
  queued(by, () => hash(text, { ...settings, salt }));

const noPassword = "!";

/** What is kept of somebody who has no password: no text has it as its hash, and each has their own. */
export const newNoPassword = (): string => `${noPassword}${newToken()}`;

export const isNoPassword = (kept: string): boolean => kept.startsWith(noPassword);

/** A hash of nothing: checked for unknown addresses, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

/** Checks a password; with no hash it spends the same time and says no. Throws busy when too many wait. */
export async function checkPassword(kept: string | null, password: string, by: Hashing): Promise<boolean> {
  decoy ??= hash("nobody's password 0", settings);
  const real = kept !== null && !isNoPassword(kept) ? kept : null;
  const against = real ?? (await decoy);
  const right = await queued(by, () => verify(against, password.normalize("NFC")));
  return real !== null && right;
}

/** True for a hash made with other settings than today's: it is renewed at the next sign-in. */
export const isOutdated = (kept: string): boolean => !kept.startsWith(mark);
