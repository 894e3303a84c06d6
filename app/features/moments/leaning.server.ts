// Which hours an account's moments lean towards: kept for it, and read where one is drawn.
import type { Db, Transaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import { changeAccount, findAccountRow } from "~/features/accounts/accounts.server";
import { isWeights, toLeaning, type Weights, weightsIn } from "./leaning";

/** Null: all hours alike. Ask in the transaction that writes the moment. */
export async function readWeights(db: Db, accountId: number): Promise<Weights | null> {
  return weightsIn((await findAccountRow(db, accountId))?.leaning ?? null);
}

/**
 * Keeps how much likelier each two hours of the local clock are drawn for an account; null: all alike. Moves nothing
 * that waits. Whose account it is, the caller has asked; of several accounts in one transaction it has locked all
 * before. Throws RangeError for what is not twelve weights within their bounds.
 */
export async function setLeaning(trx: Transaction, accountId: number, weights: Weights | null): Promise<void> {
  if (weights !== null && !isWeights(weights)) throw new RangeError(`No weights: ${JSON.stringify(weights)}`);
  await lockAccounts(trx, [accountId]);
  await changeAccount(trx, accountId, { leaning: weights && toLeaning(weights) });
}
