// Browsers that signed in to an account before, by a cookie: what others guess elsewhere keeps nobody out of these.
import type { App } from "~/app.server";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import * as queries from "./queries.server";

/** The hash under which the browser is kept, where it signed in to this account before; else null. */
export async function findOwnBrowser(
  { db }: Pick<App, "db">,
  userId: string,
  browserId: string | null,
): Promise<string | null> {
  if (browserId === null) return null;
  const idHash = hashToken(browserId);
  return (await queries.isOwnBrowser(db, { idHash, userId })) ? idHash : null;
}

/**
 * From now on this browser is one of the person's own. Returns its new secret id, which only its cookie will hold: the
 * former one is worth nothing any more, whoever planted it.
 */
export async function keepOwnBrowser(
  { db, clock }: Pick<App, "db" | "clock">,
  userId: string,
  formerId: string | null,
): Promise<string> {
  const id = newToken();
  const idHash = hashToken(id);
  await inTransaction(db, async (trx) => {
    await lockPerson(trx, userId);
    if (formerId !== null) await queries.renameBrowser(trx, { former: hashToken(formerId), next: idHash });
    await queries.keepBrowser(trx, { idHash, userId, now: clock.now() });
  });
  return id;
}
