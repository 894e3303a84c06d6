// Lets users add and remove their own passkeys after re-authentication.
import type { App } from "~/app.server";
import { writeAudit } from "~/features/audit/audit.server";
import { allowAdding, dropPasskey, keepPasskey, readNewPasskey } from "~/features/passkeys/passkeys.server";
import { requireOwnPassword } from "~/features/users/users.server";
import type { User } from "~/features/users/user";
import { AppError } from "~/ground/errors";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { messages } from "./factor";
import { logAll, type OwnProof, requireProof, withFirstCodes } from "./own.server";
import { afterRemoval, hasFactor } from "./factors.server";

export interface Asking {
  user: User;
  sessionId: string;
}

/** The password, plus a second factor if the user has one. */
export type AddingProof = OwnProof | { password: string; address: string };

/** Lasts five minutes. Throws wrong_credentials, second_factor_required, second_factor_wrong. */
export async function beginAdding(app: App, { user, sessionId }: Asking, proof: AddingProof): Promise<void> {
  const adding = { userId: user.id, sessionId };
  if ("code" in proof || "passkey" in proof)
    return requireProof(app, user, proof, (trx) => allowAdding(trx, app, adding));
  await requireOwnPassword(app, user.id, proof);
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    if (await hasFactor({ db: trx }, user.id)) throw new AppError("second_factor_required", messages.factorMissing);
    await allowAdding(trx, app, adding);
  });
}

interface NewPasskey {
  answer: string;
  name: string;
  from: { address: string; browser: string };
}

/** Returns whether recovery codes were made. Throws forbidden, invalid, limit_reached, changed. */
export async function addPasskey(app: App, { user, sessionId }: Asking, request: NewPasskey): Promise<boolean> {
  const userId = user.id;
  const fresh = await readNewPasskey(app, { userId, sessionId }, request.answer);
  const by = { userId, address: request.from.address };
  const added = { ...by, kind: "passkey.added" as const, detail: request.from.browser };
  const on = { ...by, kind: "second_factor.on" as const };
  const events = await withFirstCodes(app, userId, (first) =>
    inTransaction(app.db, async (trx) => {
      await lockPerson(trx, userId);
      const isFirst = await first(trx);
      await keepPasskey(trx, app, { userId, sessionId, name: request.name, fresh });
      const events = isFirst ? [added, on] : [added];
      for (const event of events) await writeAudit(trx, app, event);
      return events;
    }),
  );
  logAll(app, events);
  return events.length > 1;
}

/** Also ends all browser trust. Throws not_found, wrong_credentials, second_factor_wrong. */
export async function removePasskey(app: App, user: User, id: string, proof: OwnProof): Promise<void> {
  const event = { kind: "passkey.removed" as const, userId: user.id, address: proof.address };
  const events = await requireProof(app, user, proof, async (trx) => {
    await dropPasskey(trx, { userId: user.id, id });
    return afterRemoval(trx, app, event);
  });
  logAll(app, events);
}
