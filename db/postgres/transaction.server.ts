// A transaction of Postgres, begun again where it lost against another or its connection broke before the commit.
import { setTimeout as wait } from "node:timers/promises";
import type { Db, Transaction } from "../dialect.server";
import { faultOf } from "./faults.server";

/** A transaction that lost against another begins again; so often, it is not chance any more. */
const maxTries = 6;

/** Dialect's `inTransaction`. */
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
      // Lost before the commit nothing is kept; while it is under way nobody knows, and it must not be done twice.
      const isOnceMore = kind === "busy" || (kind === "gone" && !isCommitting);
      const again = kind === "conflict" || (isOnceMore && tries === 1);
      if (!again || tries === maxTries) throw error;
      await wait(Math.random() * 10 * 2 ** tries);
    }
  }
}
