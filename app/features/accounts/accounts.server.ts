// Lists, finds and unlinks linked accounts, and sets the default.
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

type Where = Pick<App, "db" | "network">;

export async function listAccounts(app: Where, userId: string): Promise<Account[]> {
  return (await queries.listAccounts(app.db, userId, app.network.kind)).map(queries.toAccount);
}

/** Usernames of the user's last ten accounts, unlinked ones too; latest link first. */
export const listHandles = (app: Where, userId: string): Promise<string[]> =>
  queries.listHandles(app.db, userId, app.network.kind, 10);

/** `ref` is the network's id or the internal id. Throws not_found. */
export async function getAccount(app: Where, userId: string, ref: string): Promise<Account> {
  const row = await queries.findAccount(app.db, userId, app.network.kind, ref);
  if (!row) throw new AppError("not_found", "This account isn’t connected.");
  return queries.toAccount(row);
}

/** Picks `named`, else `own` (internal id) while linked, else the default, else the first. Throws not_found. */
export async function findServingAccount(
  app: Where,
  userId: string,
  { named, own = null }: { named: string | null; own?: number | null },
): Promise<Account | null> {
  if (named !== null) return getAccount(app, userId, named);
  return chooseAccount(await listAccounts(app, userId), own);
}

export async function setDefault(app: App, userId: string, ref: string): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    const row = await queries.findAccount(trx, userId, app.network.kind, ref);
    if (!row) throw new AppError("not_found", "This account isn’t connected.");
    await queries.makeDefault(trx, userId, app.network.kind, row.id);
  });
}

export const listAccessLevels = (app: Pick<App, "db" | "network">): Promise<string[]> =>
  queries.listAccessLevels(app.db, app.network.kind);

export const countAccountsInNeed = (app: Pick<App, "db" | "network">): Promise<number> =>
  queries.countInNeed(app.db, app.network.kind);

export const findAccountRow = (db: Kysely<Database>, id: number): Promise<Row<"accounts"> | null> =>
  queries.findAccountById(db, id);

export const ownHoursOf = queries.toOwnHours;

/** Run in the transaction that concludes the attempt. */
export const changeAccount = queries.updateAccount;
export const noteScheduledSends = queries.noteScheduledSends;

/** Also deletes the tokens; the oldest remaining account replaces a removed default. */
export async function unlinkAccount(trx: Kysely<Database>, row: Row<"accounts">, now: number): Promise<void> {
  await queries.updateAccount(trx, row.id, { unlinked_at: now, is_default: 0, tokens: "" });
  if (row.is_default !== 1) return;
  const [oldest] = await queries.listAccounts(trx, row.user_id, row.network);
  if (oldest) await queries.makeDefault(trx, row.user_id, row.network, oldest.id);
}
