// Leaving: a person's account is deleted with everything in it, and nothing is sent for them afterwards.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { seconds } from "~/ground/time/duration";
import { type AuditEvent, forgetPerson, logAudit, writeAudit } from "~/features/audit/audit.server";
import { sweepPictures } from "~/features/media/media.server";
import { sendTimeout, revokeTokens, unlinkAll } from "~/features/publishing/publishing.server";
import { type PasswordProof, requireOwnPassword, signOutEverywhere } from "~/features/users/users.server";
import * as queries from "./queries.server";

/** A send has ended, or never will, when its call and the writing of its end have had their time. */
const maxWait = sendTimeout + seconds(5);
const pollEvery = seconds(0.1);

/**
 * Deletes the person with all their tweets, accounts, analyses and bots; resolves when that is on disk, which waits up
 * to 35 s for a tweet that is being sent. Throws what `requireOwnPassword` does. Backups made before still hold it all.
 */
export async function leave(app: App, userId: string, proof: PasswordProof): Promise<void> {
  await requireOwnPassword(app, userId, proof);
  // A server that is told to stop finishes it: half of it would be an account without its links.
  await app.work.track(eraseAll(app, userId));
  // No row: nothing of the person stays.
  logAudit(app, { kind: "person.deleted", userId, address: proof.address });
}

/** The same for whoever runs the server. `event` is kept without the name. */
export async function deletePerson(app: App, userId: string, event: AuditEvent): Promise<void> {
  await app.work.track(eraseAll(app, userId, { ...event, userId: null }));
  logAudit(app, event);
}

/** First what could begin a send is taken away, then what has begun may end, and then all is erased. */
async function eraseAll(app: App, userId: string, kept: AuditEvent | null = null): Promise<void> {
  await signOutEverywhere(app, userId, { revokesKeys: true });
  const accounts = await inTransaction(app.db, (trx) => unlinkAll(trx, app, userId));
  const until = app.clock.monotonic() + maxWait;
  while (!(await tryErase(app, userId, { isLast: app.clock.monotonic() >= until, kept }))) await pause(app, pollEvery);
  await sweepPictures(app);
  await Promise.all(accounts.map((account) => revokeTokens(app, account)));
}

/** False where a tweet is being sent. */
const tryErase = (
  app: App,
  userId: string,
  { isLast, kept }: { isLast: boolean; kept: AuditEvent | null },
): Promise<boolean> =>
  inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    if (!isLast && (await queries.isSending(trx, userId))) return false;
    await forgetPerson(trx, userId);
    await queries.erase(trx, userId);
    if (kept !== null) await writeAudit(trx, app, kept);
    return true;
  });

const pause = (app: App, ms: number): Promise<void> => new Promise((resolve) => void app.clock.after(ms, resolve));
