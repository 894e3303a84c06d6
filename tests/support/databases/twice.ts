// Runs each transaction's body twice, the first time for nothing, as a database may that asks for it again. SQLite alone: ids
// that Postgres gave out for nothing are gone.
import type { Db, Transaction } from "~db/database.server";
import { sqliteDialect } from "~db/sqlite/dialect.server";

const once = sqliteDialect.inTransaction;

class ForNothing extends Error {}

/** From here on, until what it returns is called. */
export function runTwice(): () => void {
  sqliteDialect.inTransaction = async <T>(db: Db, body: (trx: Transaction) => Promise<T>): Promise<T> => {
    await once(db, async (trx) => {
      // What it throws it throws again.
      await body(trx).catch(() => undefined);
      throw new ForNothing();
    }).catch((error: unknown) => {
      if (!(error instanceof ForNothing)) throw error;
    });
    return once(db, body);
  };
  return () => void (sqliteDialect.inTransaction = once);
}
