// Passwords: argon2id off the event loop, few at a time, so that a flood of sign-ins can't starve the pages.
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { AppError } from "~/ground/errors";
import { messages } from "./user";

/** OWASP's setting for argon2id, the library's default kind: 19 MiB, 2 passes, 1 lane (Password Storage Cheat Sheet). */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const mark = "$argon2id$v=19$m=19456,t=2,p=1$";

/** One core is left to the pages. */
const maxRunning = Math.min(2, Math.max(1, availableParallelism() - 1));
const maxQueue = 20;
const waiting: (() => void)[] = [];
let running = 0;

/** What whoever needs a password checked now is told; null while there is room in the queue. */
export const busyRefusal = (): AppError | null =>
  waiting.length < maxQueue ? null : new AppError("throttled", messages.busy, { retryAfterSeconds: 2 });

async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    const refusal = busyRefusal();
    if (refusal) throw refusal;
    // Whoever finishes hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> =>
  queued(() => hash(password.normalize("NFC"), settings));

/** A hash of nothing: checked for unknown addresses, so that they take as long as known ones. */
let decoy: Promise<string> | undefined;

/** Checks a password; with no hash it spends the same time and says no. Throws AppError "throttled" when too many wait. */
export async function checkPassword(kept: string | null, password: string): Promise<boolean> {
  decoy ??= hash("nobody's password 0", settings);
  const against = kept ?? (await decoy);
  const right = await queued(() => verify(against, password.normalize("NFC")));
  return kept !== null && right;
}

/** True for a hash made with other settings than today's: it is renewed at the next sign-in. */
export const isOutdated = (kept: string): boolean => !kept.startsWith(mark);
