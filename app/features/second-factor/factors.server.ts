// Whether a person has a second step at all, and what follows once its last app or passkey is gone.
import type { App } from "~/app.server";
import type { AuditEvent } from "~/features/audit/audit.server";
import { writeAudit } from "~/features/audit/audit.server";
import { addWish, recordEvents } from "~/features/events/events.server";
import { hasPasskey } from "~/features/passkeys/passkeys.server";
import { findConfirmedEmail } from "~/features/users/users.server";
import type { Transaction } from "~db/database.server";
import * as queries from "./queries.server";

export interface Factors {
  hasApp: boolean;
  hasPasskey: boolean;
}

/** `db` is the database or a transaction of it. */
export async function readFactors({ db }: Pick<App, "db">, userId: string): Promise<Factors> {
  const authenticator = await queries.findAuthenticator(db, userId);
  return { hasApp: (authenticator?.confirmed_at ?? null) !== null, hasPasskey: await hasPasskey({ db }, userId) };
}

/** Whether the password alone does not open the account. */
export async function hasFactor(app: Pick<App, "db">, userId: string): Promise<boolean> {
  const factors = await readFactors(app, userId);
  return factors.hasApp || factors.hasPasskey;
}

type Telling = Pick<App, "clock" | "config" | "mail">;

/**
 * An app or a passkey was removed, as `removed` says: no browser is trusted any more. With the last of them the recovery
 * codes end, and the person is told. Returns what to log after the commit. Call it with the person locked.
 */
export async function afterRemoval(
  trx: Transaction,
  app: Telling,
  removed: AuditEvent & { userId: string },
): Promise<AuditEvent[]> {
  const { userId } = removed;
  await queries.deleteTrustOf(trx, userId);
  if (await hasFactor({ db: trx }, userId)) {
    await writeAudit(trx, app, removed);
    return [removed];
  }
  await queries.deleteRecoveryOf(trx, userId);
  const off = { ...removed, kind: "second_factor.off" as const, detail: null };
  // Of an app that was the last, this alone says it.
  const events = removed.kind === "passkey.removed" ? [removed, off] : [off];
  for (const event of events) await writeAudit(trx, app, event);
  await tellOff(trx, app, userId, removed.byOperator ? "By whoever runs this server" : "In Settings");
  return events;
}

/** The person is told by mail, if they confirmed an address, whatever they chose to be told of. */
async function tellOff(trx: Transaction, app: Telling, userId: string, detail: string): Promise<void> {
  if ((await findConfirmedEmail({ db: trx }, userId)) === null) return;
  const type = "second_factor.off";
  // Nobody chooses it, so the wish is written with the first reason for it.
  await addWish(trx, userId, { channel: "mail", targetId: userId }, type);
  await recordEvents(trx, app, [{ type, userId, at: app.clock.now(), detail }]);
}
