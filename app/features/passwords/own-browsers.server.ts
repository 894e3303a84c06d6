// Remembers browsers that signed in to an account, so attacks elsewhere don't lock them out.
import type { App } from "~/app.server";
import { hashToken, newToken } from "~/ground/secrets/token.server";
import { inTransaction } from "~db/database.server";
import { lockPerson } from "~db/locks.server";
import * as queries from "./queries.server";

export async function findOwnBrowser(
  { db }: Pick<App, "db">,
  userId: string,
  browserId: string | null,
): Promise<string | null> {
  if (browserId === null) return null;
  const idHash = hashToken(browserId);
  return (await queries.isOwnBrowser(db, { idHash, userId })) ? idHash : null;
}

/** Returns a new secret id for the cookie. The old id, which someone may have planted, stops working. */
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
