// Checks whether a user has 2FA, and cleans up after the last factor is removed.
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

export async function readFactors({ db }: Pick<App, "db">, userId: string): Promise<Factors> {
  const authenticator = await queries.findAuthenticator(db, userId);
  return { hasApp: (authenticator?.confirmed_at ?? null) !== null, hasPasskey: await hasPasskey({ db }, userId) };
}

export async function hasFactor(app: Pick<App, "db">, userId: string): Promise<boolean> {
  const factors = await readFactors(app, userId);
  return factors.hasApp || factors.hasPasskey;
}

type Telling = Pick<App, "clock" | "config" | "mail">;

/** Ends browser trust, and 2FA after the last factor. Returns what to log. Call it with the user locked. */
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
  const events = removed.kind === "passkey.removed" ? [removed, off] : [off];
  for (const event of events) await writeAudit(trx, app, event);
  await tellOff(trx, app, userId, removed.byOperator ? "By your Linnet admin" : "In Settings");
  return events;
}

/** Emails the user if their address is confirmed, whatever alerts they chose. */
async function tellOff(trx: Transaction, app: Telling, userId: string, detail: string): Promise<void> {
  if ((await findConfirmedEmail({ db: trx }, userId)) === null) return;
  const type = "second_factor.off";
  // Users can't choose this alert, so its subscription is added here.
  await addWish(trx, userId, { channel: "mail", targetId: userId }, type);
  await recordEvents(trx, app, [{ type, userId, at: app.clock.now(), detail }]);
}
