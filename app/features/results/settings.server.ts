// Reads and saves a user's settings for readings.
import type { App } from "~/app.server";
import { findUser } from "~/features/users/users.server";
import { findAccountRow, listAccounts } from "~/features/accounts/accounts.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockAccounts, lockPerson } from "~db/locks.server";
import { refreshMarks } from "./marks.server";
import type { ResultSettings } from "./result";
import * as queries from "./store/settings.server";

export const readResultSettings = ({ db }: Pick<App, "db">, userId: string): Promise<ResultSettings> =>
  queries.find(db, userId);

/** Updates which posts of an account the writer learns from. Call it in a transaction that has locked its user. */
export async function refreshMarksOf(trx: Transaction, app: App, accountId: number | null): Promise<void> {
  const account = accountId === null ? null : await findAccountRow(trx, accountId);
  if (!account) return;
  const settings = await queries.find(trx, account.user_id);
  const timeZone = (await findUser({ db: trx }, account.user_id))?.timezone ?? "UTC";
  await refreshMarks(trx, app, account, { settings, timeZone });
}

export function saveResultSettings(app: App, userId: string, change: Partial<ResultSettings>): Promise<ResultSettings> {
  return inTransaction(app.db, async (trx) => {
    await lockPerson(trx, userId);
    const accounts = (await listAccounts({ ...app, db: trx }, userId)).map(({ id }) => id);
    await lockAccounts(trx, accounts);
    const now = app.clock.now();
    const former = await queries.find(trx, userId);
    const settings = { ...former, ...change };
    await queries.save(trx, userId, settings, now);
    const isOther = settings.level !== former.level || settings.threads !== former.threads;
    if (isOther) await queries.setTurnsOf(trx, userId, settings.level === "off" ? null : now);
    const timeZone = (await findUser({ db: trx }, userId))?.timezone ?? "UTC";
    for (const id of accounts) await refreshMarks(trx, app, { id, network: app.network.kind }, { settings, timeZone });
    return settings;
  });
}
