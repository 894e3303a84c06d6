// Linked accounts: list, find, choose the default, pause and unlink them.
import type { App } from "~/app.server";
import { inTransaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { AppError } from "~/ground/errors";
import type { Database, Row } from "~db/schema";
import type { Kysely } from "kysely";
import { type Account, chooseAccount } from "./account";
import * as queries from "./queries.server";

export { beginLink, callbackUrlOf, finishLink, LinkRefused, pruneLinkRequests, type Viewer } from "./link.server";
export { countSealed, openTokens, resealTokens, type SealedTokens } from "./tokens.server";

/** A transaction asks with its own handle. */
type Where = Pick<App, "db" | "network">;

/** The person's linked accounts, the oldest link first. */
export async function listAccounts(app: Where, userId: string): Promise<Account[]> {
  return (await queries.listAccounts(app.db, userId, app.network.kind)).map(queries.toAccount);
}

/** The names of the person's own accounts, also of those that are no longer linked: the latest link first, ten at most. */
export const listHandles = (app: Where, userId: string): Promise<string[]> =>
  queries.listHandles(app.db, userId, app.network.kind, 10);

/** `ref` is the network's id or the internal one. Throws not_found. */
export async function getAccount(app: Where, userId: string, ref: string): Promise<Account> {
  const row = await queries.findAccount(app.db, userId, app.network.kind, ref);
  if (!row) throw new AppError("not_found", "This account is not linked");
  return queries.toAccount(row);
}

/**
 * The one place that decides which account a verb serves: the named one, else the tweet's own while it is linked, else
 * the default, else the first, else null. `own` is the internal id. Throws not_found for a name that is not linked.
 */
export async function findServingAccount(
  app: Where,
  userId: string,
  { named, own = null }: { named: string | null; own?: number | null },
): Promise<Account | null> {
  if (named !== null) return getAccount(app, userId, named);
  return chooseAccount(await listAccounts(app, userId), own);
}

/** Makes `ref` the one default, whatever else is asked at the same time. Throws not_found. */
export async function setDefault(app: App, userId: string, ref: string): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const row = await queries.findAccount(trx, userId, app.network.kind, ref);
    if (!row) throw new AppError("not_found", "This account is not linked");
    await queries.makeDefault(trx, userId, app.network.kind, row.id);
  });
}

/** What the network said the app may do, when accounts of it were linked. */
export const listAccessLevels = (app: Pick<App, "db" | "network">): Promise<string[]> =>
  queries.listAccessLevels(app.db, app.network.kind);

/** How many linked accounts the network blocks or no longer knows, for the metrics. */
export const countAccountsInNeed = (app: Pick<App, "db" | "network">): Promise<number> =>
  queries.countInNeed(app.db, app.network.kind);

/** The row itself, for the publisher: with tokens and waits. */
export const findAccountRow = (db: Kysely<Database>, id: number): Promise<Row<"accounts"> | null> =>
  queries.findAccountById(db, id);

/** What an account's person chose of its posting hours; null: nothing. */
export const ownHoursOf = queries.toOwnHours;

/** What the network told about an account; run it in the transaction that concludes the attempt. */
export const changeAccount = queries.updateAccount;
export const noteScheduledSends = queries.noteScheduledSends;

/** Ends the link inside `trx`: tokens forgotten, and when it was the default the oldest remaining takes its place. */
export async function unlinkAccount(trx: Kysely<Database>, row: Row<"accounts">, now: number): Promise<void> {
  await queries.updateAccount(trx, row.id, { unlinked_at: now, is_default: 0, tokens: "" });
  if (row.is_default !== 1) return;
  const [oldest] = await queries.listAccounts(trx, row.user_id, row.network);
  if (oldest) await queries.makeDefault(trx, row.user_id, row.network, oldest.id);
}
