// Deletes a user's account with everything in it, and stops all sending.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { seconds } from "~/ground/time/duration";
import { type AuditEvent, forgetPerson, logAudit, writeAudit } from "~/features/audit/audit.server";
import { sweepPictures } from "~/features/media/media.server";
import { sendTimeout, revokeTokens, unlinkAll } from "~/features/publishing/publishing.server";
import { type PasswordProof, requireOwnPassword, signOutEverywhere } from "~/features/users/users.server";
import * as queries from "./queries.server";

/** A send's call and the write of its result both end within this. */
const maxWait = sendTimeout + seconds(5);
const pollEvery = seconds(0.1);

/** Waits up to 35 s for a tweet that is being sent. Throws what `requireOwnPassword` does. */
export async function leave(app: App, userId: string, proof: PasswordProof): Promise<void> {
  await requireOwnPassword(app, userId, proof);
  // Tracked, so a shutdown waits for it to finish.
  await app.work.track(eraseAll(app, userId));
  // Only logged, because no row about the user may remain.
  logAudit(app, { kind: "person.deleted", userId, address: proof.address });
}

export async function deletePerson(app: App, userId: string, event: AuditEvent): Promise<void> {
  await app.work.track(eraseAll(app, userId, { ...event, userId: null }));
  logAudit(app, event);
}

async function eraseAll(app: App, userId: string, kept: AuditEvent | null = null): Promise<void> {
  await signOutEverywhere(app, userId, { revokesKeys: true });
  const accounts = await inTransaction(app.db, (trx) => unlinkAll(trx, app, userId));
  const until = app.clock.monotonic() + maxWait;
  while (!(await tryErase(app, userId, { isLast: app.clock.monotonic() >= until, kept }))) await pause(app, pollEvery);
  await sweepPictures(app);
  await Promise.all(accounts.map((account) => revokeTokens(app, account)));
}

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
