// Runs a Postgres transaction and retries after conflicts and lost connections.
import { setTimeout as wait } from "node:timers/promises";
import type { Db, Transaction } from "../dialect.server";
import { faultOf } from "./faults.server";

const maxTries = 6;

export async function inTransaction<T>(db: Db, body: (trx: Transaction) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    let isCommitting = false;
    try {
      return await db.transaction().execute(async (trx) => {
        const result = await body(trx as unknown as Transaction);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      const kind = faultOf(error);
      // Before the commit, a lost connection changed nothing. During it the result is unknown, so it isn't repeated.
      const isOnceMore = kind === "busy" || (kind === "gone" && !isCommitting);
      const again = kind === "conflict" || (isOnceMore && tries === 1);
      if (!again || tries === maxTries) throw error;
      await wait(Math.random() * 10 * 2 ** tries);
    }
  }
}
