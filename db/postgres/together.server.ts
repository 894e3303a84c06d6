// Writes that are alike and ready together share a transaction: Postgres shares the wait for its disk by itself, and what
// is saved here are the ways to it and back.
import type { Db, Transaction, WriteAll } from "../dialect.server";
import { faultOf } from "./faults.server";
import { inTransaction } from "./transaction.server";

interface Waiting {
  item: unknown;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

type Queue = Map<WriteAll<unknown, unknown>, Waiting[]>;
// One queue a database, emptied in the event loop's next turn.
const queues = new WeakMap<Db, Queue>();

/** Dialect's `commitAlike`. */
export function commitAlike<Item, Result>(db: Db, write: WriteAll<Item, Result>, item: Item): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const one: Waiting = { item, resolve: (value) => resolve(value as Result), reject };
    const queue: Queue = queues.get(db) ?? new Map<WriteAll<unknown, unknown>, Waiting[]>();
    if (!queues.has(db)) {
      queues.set(db, queue);
      setImmediate(() => {
        queues.delete(db);
        for (const [all, waiting] of queue) void runAlike(db, all, waiting);
      });
    }
    const alike = write as WriteAll<unknown, unknown>;
    const waiting = queue.get(alike);
    if (waiting) waiting.push(one);
    else queue.set(alike, [one]);
  });
}

async function runAlike(db: Db, write: WriteAll<unknown, unknown>, waiting: Waiting[]): Promise<void> {
  const items = waiting.map(({ item }) => item);
  try {
    const results = await inTransaction(db, (trx: Transaction) => write(trx, items));
    waiting.forEach(({ resolve }, n) => resolve(results[n]));
  } catch (error) {
    // Where the connection broke nobody knows what is kept.
    if (waiting.length === 1 || faultOf(error) === "gone") waiting.forEach(({ reject }) => reject(error));
    // An error has undone all of them, also where one alone is to blame.
    else await Promise.all(waiting.map((one) => runAlike(db, write, [one])));
  }
}
