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

interface Line {
  queue: Queue;
  running: number;
  isArmed: boolean;
}
// One line a database.
const lines = new WeakMap<Db, Line>();

/** What comes while so many are written waits for the next one, and shares it. One that waits for a lock is passed. */
const maxRunning = 3;

/** Dialect's `commitAlike`. */
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

/** In the event loop's next turn all that wait are written. */
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
    // Where the connection broke nobody knows what is kept.
    if (waiting.length === 1 || faultOf(error) === "gone") waiting.forEach(({ reject }) => reject(error));
    // An error has undone all of them, also where one alone is to blame.
    else await Promise.all(waiting.map((one) => runAlike(db, write, [one])));
  }
}
