// Passwords: argon2id off the event loop, few at a time, so that a flood of sign-ins can't starve the pages.
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "~/ground/errors";
import { newToken } from "~/ground/secrets/token.server";
import { messages } from "./user";

/** OWASP's setting for argon2id, the library's default kind: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet). */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const mark = "$argon2id$v=19$m=19456,t=2,p=1$";

/** One core is left to the pages. */
const maxRunning = Math.min(2, Math.max(1, availableParallelism() - 1));
const maxQueue = 20;
/**
 * What a password is needed for. Each has a queue of its own, so that those who register keep nobody from
 * signing in, and those who guess nobody whose browser signed in before.
 */
const purposes = ["signIn", "registration", "ownBrowser"] as const;
type Purpose = (typeof purposes)[number];
const waiting: Record<Purpose, (() => void)[]> = { signIn: [], registration: [], ownBrowser: [] };
let running = 0;
let lastPurpose = 0;

/** What whoever needs a password checked now is told; null while there is room in the queue. */
export const busyRefusal = (purpose: Purpose = "signIn"): AppError | null =>
  waiting[purpose].length < maxQueue ? null : new AppError("busy", messages.busy, { retryAfterSeconds: 2 });

/** The queues have their turns one by one, and one that is empty gives its turn away. */
function takeNext(): (() => void) | undefined {
  for (let turn = 1; turn <= purposes.length; turn += 1) {
    const next = (lastPurpose + turn) % purposes.length;
    const work = waiting[purposes[next] ?? "signIn"].shift();
    if (!work) continue;
    lastPurpose = next;
    return work;
  }
  return undefined;
}

async function queued<T>(purpose: Purpose, work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    const refusal = busyRefusal(purpose);
    if (refusal) throw refusal;
    // Whoever finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting[purpose].push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = takeNext();
    if (next) next();
    else running -= 1;
  }
}

/** Throws busy when too many of its purpose wait. */
export const hashPassword = (password: string, purpose: Purpose = "signIn"): Promise<string> =>
  queued(purpose, () => hash(password.normalize("NFC"), settings));

/** Of what is no password but as easily guessed. Hashes with the same salt are equal where the texts are. Throws busy. */
export const hashWithSalt = (text: string, salt: Uint8Array): Promise<string> =>
  queued("signIn", () => hash(text, { ...settings, salt }));

const noPassword = "!";

/** What is kept of somebody who has no password: no text has it as its hash, and each has their own. */
export const newNoPassword = (): string => `${noPassword}${newToken()}`;

export const isNoPassword = (kept: string): boolean => kept.startsWith(noPassword);

/** A hash of nothing: checked for unknown addresses, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

/** Checks a password; with no hash it spends the same time and says no. Throws busy when too many wait. */
export async function checkPassword(
  kept: string | null,
  password: string,
  purpose: "signIn" | "ownBrowser" = "signIn",
): Promise<boolean> {
  decoy ??= hash("nobody's password 0", settings);
  const real = kept !== null && !isNoPassword(kept) ? kept : null;
  const against = real ?? (await decoy);
  const right = await queued(purpose, () => verify(against, password.normalize("NFC")));
  return real !== null && right;
}

/** True for a hash made with other settings than today's: it is renewed at the next sign-in. */
export const isOutdated = (kept: string): boolean => !kept.startsWith(mark);
