// Decides who operates the server, and implements the command that names an operator.
import type { App } from "~/app.server";
import { logAudit, writeAudit } from "~/features/audit/audit.server";
import { recordLasting } from "~/features/events/events.server";
import { getUserByEmail } from "~/features/users/admin.server";
import { AppError } from "~/ground/errors";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import { isOperating } from "./operator";
import * as queries from "./queries.server";

type Ground = Pick<App, "db" | "config">;

export async function isOperator({ db, config }: Ground, userId: string): Promise<boolean> {
  const grounds = await queries.findGrounds(db, userId);
  return grounds !== null && isOperating(grounds, config.adminEmails);
}

export async function tellBackupFailed(app: Ground & Pick<App, "clock" | "mail">): Promise<void> {
  const candidates = await queries.listCandidates(app.db, app.config.adminEmails);
  const operators = candidates
    .filter((candidate) => isOperating(candidate, app.config.adminEmails))
    .map(({ id }) => id);
  await recordLasting(app, { type: "server.backup_failed" }, operators);
}

/** For the command only, which vouches for the address. Throws not_found, changed if ADMIN_EMAILS names others. */
export async function nameOperator(app: Ground & Pick<App, "clock" | "log">, email: string): Promise<void> {
  const user = await getUserByEmail(app, email);
  const { adminEmails } = app.config;
  if (adminEmails.length > 0 && !adminEmails.includes(user.email))
    throw new AppError("changed", `ADMIN_EMAILS is set and doesn’t include ${user.email}. Add that email first.`);
  const event = { kind: "operator.named" as const, userId: user.id, address: null, byOperator: true };
  await inTransaction(app.db, async (trx) => {
    await lockPerson(trx, user.id);
    await queries.setOperator(trx, user.id, app.clock.now());
    await writeAudit(trx, app, event);
  });
  logAudit(app, event);
}
