// Runs only a few small writes at a time, so a rush of them leaves connections to the pages.
import type { Db, Transaction } from "../dialect.server";
import { inTransaction } from "./transaction.server";

interface Line {
  running: number;
  waiting: (() => void)[];
}
const lines = new WeakMap<Db, Line>();

/** More than one, so a write that waits for a lock doesn't block the rest. */
const maxRunning = 3;

/** Each write commits alone: Postgres syncs commits that end together with one fsync. */
export async function commitTogether<T>(db: Db, write: (trx: Transaction) => Promise<T>): Promise<T> {
  const line = lines.get(db) ?? { running: 0, waiting: [] };
  lines.set(db, line);
  if (line.running < maxRunning) line.running += 1;
  else await new Promise<void>((resolve) => line.waiting.push(resolve));
  try {
    return await inTransaction(db, write);
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else line.running -= 1;
  }
}
