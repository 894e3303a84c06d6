// Finds and keeps the answer to a composer's form, so that the form sent again makes no second draft.
import { createHash } from "node:crypto";
import type { App } from "~/app.server";
import { asTyped } from "~/features/tweets/tweet";
import type { Transaction } from "~db/database.server";
import { findRetry, keepAnswer, keepsRetriesMs } from "~db/retries.server";
import type { Choice } from "./choices";
import type { Composed, ComposeRequest } from "./composing";

export interface Kept extends Composed {
  /** `seenOf` the parts when the form was done with them. */
  seen: string;
  /** Whether the form asked for the same. */
  isSame: boolean;
}

type Form = Omit<ComposeRequest, "when"> & { when: { choice: Choice } };

const sha256 = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** The API's hashes have no colon, so a form never meets an Idempotency-Key. */
const keyHashOf = (once: string): string => `form:${sha256(once)}`;

const fingerprintOf = ({ tweetId, parts, account, when }: Form): string =>
  sha256(
    JSON.stringify([
      tweetId,
      parts.map(({ content, pictures }) => [asTyped(content), pictures ?? null]),
      account,
      Object.entries(when).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  );

type Answer = Omit<Kept, "isSame">;

async function findAnswer({ db, clock }: Pick<App, "db" | "clock">, userId: string, once: string) {
  const row = await findRetry(db, { userId, keyHash: keyHashOf(once) });
  if (!row || row.body === null || row.created_at <= clock.now() - keepsRetriesMs) return null;
  return { answer: JSON.parse(row.body) as Answer, fingerprint: row.fingerprint };
}

/** Call it with the user locked: two forms with one id then come one after the other. */
export async function findKept(trx: Transaction, { clock }: Pick<App, "clock">, request: Form): Promise<Kept | null> {
  if (request.once === null) return null;
  const found = await findAnswer({ db: trx, clock }, request.userId, request.once);
  return found && { ...found.answer, isSame: found.fingerprint === fingerprintOf(request) };
}

/** The tweet that a form made within a day; null: none. */
export const findMade = async (app: Pick<App, "db" | "clock">, userId: string, once: string): Promise<number | null> =>
  (await findAnswer(app, userId, once))?.answer.tweetId ?? null;

/** Call it in the transaction of the work. */
export async function keep(trx: Transaction, app: Pick<App, "clock">, request: Form, answer: Answer): Promise<void> {
  if (request.once === null) return;
  await keepAnswer(trx, {
    userId: request.userId,
    keyHash: keyHashOf(request.once),
    fingerprint: fingerprintOf(request),
    at: app.clock.now(),
    status: 200,
    body: JSON.stringify(answer),
  });
}
