// The database's door: how what decides by several rows asks for them together. Features see no more of a transaction.
import { sql } from "kysely";
import type { Db } from "./client.server";

/**
 * Runs `body` alone among all that writes: what it reads stays true until its writes are kept, all of them or none.
 * It uses the handle that it is given; the one outside would wait for this very transaction to end. No network and no
 * log line inside: everybody else waits meanwhile, and on a database with several writers `body` may run twice.
 */
export const inTransaction = <T>(db: Db, body: (trx: Db) => Promise<T>): Promise<T> => db.transaction().execute(body);

/** Whether the database answers at all. */
export const isAnswering = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
