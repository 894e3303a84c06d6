// Runs each transaction's body twice, the first time for nothing: as a database may that asks for it again.
import type { Db, Transaction } from "~db/database.server";
import type { Dialect } from "~db/dialect.server";
import { postgresDialect } from "~db/postgres/dialect.server";
import { sqliteDialect } from "~db/sqlite/dialect.server";

class ForNothing extends Error {}

/** From here on, until what it returns is called. */
export function runTwice(): () => void {
  const restore = [sqliteDialect, postgresDialect].map(runItTwice);
  return () => restore.forEach((one) => one());
}

function runItTwice(dialect: Dialect): () => void {
  const once = dialect.inTransaction;
  dialect.inTransaction = async <T>(db: Db, body: (trx: Transaction) => Promise<T>): Promise<T> => {
    await once(db, async (trx) => {
      // What it throws it throws again.
      await body(trx).catch(() => undefined);
      throw new ForNothing();
    }).catch((error: unknown) => {
      if (!(error instanceof ForNothing)) throw error;
    });
    return once(db, body);
  };
  return () => void (dialect.inTransaction = once);
}
