// Reads and saves which hours an account's random times prefer.
import type { Db, Transaction } from "~db/database.server";
import { lockAccounts } from "~db/locks.server";
import { changeAccount, findAccountRow } from "~/features/accounts/accounts.server";
import { isWeights, toLeaning, type Weights, weightsIn } from "./leaning";

/** Null: no preference. Call it in the transaction that writes the time. */
export async function readWeights(db: Db, accountId: number): Promise<Weights | null> {
  return weightsIn((await findAccountRow(db, accountId))?.leaning ?? null);
}

/** The caller checks the owner and, for several accounts, locks all first. Throws RangeError for invalid weights. */
export async function setLeaning(trx: Transaction, accountId: number, weights: Weights | null): Promise<void> {
  if (weights !== null && !isWeights(weights)) throw new RangeError(`No weights: ${JSON.stringify(weights)}`);
  await lockAccounts(trx, [accountId]);
  await changeAccount(trx, accountId, { leaning: weights && toLeaning(weights) });
}
