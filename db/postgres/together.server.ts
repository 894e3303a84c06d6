// Batches similar writes into one transaction to save round trips to Postgres.
import type { Db, Transaction, WriteAll } from "../dialect.server";
import { faultOf } from "./faults.server";
import { inTransaction } from "./transaction.server";

interface Waiting {
  item: unknown;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

type Queue = Map<WriteAll<unknown, unknown>, Waiting[]>;

interface Line {
  queue: Queue;
  running: number;
  isArmed: boolean;
}
const lines = new WeakMap<Db, Line>();

/** More than one, so a batch that waits for a lock doesn't block the rest. */
const maxRunning = 3;

export function commitAlike<Item, Result>(db: Db, write: WriteAll<Item, Result>, item: Item): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const one: Waiting = { item, resolve: (value) => resolve(value as Result), reject };
    const line: Line = lines.get(db) ?? { queue: new Map(), running: 0, isArmed: false };
    lines.set(db, line);
    const alike = write as WriteAll<unknown, unknown>;
    const waiting = line.queue.get(alike);
    if (waiting) waiting.push(one);
    else line.queue.set(alike, [one]);
    arm(db, line);
  });
}

function arm(db: Db, line: Line): void {
  if (line.isArmed || line.running >= maxRunning || line.queue.size === 0) return;
  line.isArmed = true;
  setImmediate(() => {
    line.isArmed = false;
    const { queue } = line;
    line.queue = new Map();
    for (const [all, waiting] of queue) {
      line.running += 1;
      void runAlike(db, all, waiting).finally(() => {
        line.running -= 1;
        arm(db, line);
      });
    }
  });
}

async function runAlike(db: Db, write: WriteAll<unknown, unknown>, waiting: Waiting[]): Promise<void> {
  const items = waiting.map(({ item }) => item);
  try {
    const results = await inTransaction(db, (trx: Transaction) => write(trx, items));
    waiting.forEach(({ resolve }, n) => resolve(results[n]));
  } catch (error) {
    // After a broken connection the result is unknown, so nothing is retried.
    if (waiting.length === 1 || faultOf(error) === "gone") waiting.forEach(({ reject }) => reject(error));
    // One bad item undid the whole batch, so each runs alone.
    else await Promise.all(waiting.map((one) => runAlike(db, write, [one])));
  }
}
