// Groups ready writes into one transaction, so they share one disk sync.
import { sql } from "kysely";
import type { Db, Transaction, WriteAll } from "../dialect.server";
import { groupBy } from "../group-by.server";
import { forgetLocks } from "../locks.server";
import { diskOf } from "./disk.server";

interface Waiting {
  write: WriteAll<unknown, unknown>;
  item: unknown;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

const queues = new WeakMap<Db, Waiting[]>();

export function commitAlike<Item, Result>(db: Db, write: WriteAll<Item, Result>, item: Item): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const waiting: Waiting = {
      write: write as WriteAll<unknown, unknown>,
      item,
      resolve: (value) => resolve(value as Result),
      reject,
    };
    const queue = queues.get(db);
    if (queue) {
      queue.push(waiting);
      return;
    }
    queues.set(db, [waiting]);
    // Wait one turn of the event loop for more writes.
    setImmediate(() => void drain(db));
  });
}

async function drain(db: Db): Promise<void> {
  for (;;) {
    const batch = queues.get(db) ?? [];
    if (batch.length === 0) {
      queues.delete(db);
      return;
    }
    queues.set(db, []);
    await runBatch(db, batch);
  }
}

async function runBatch(db: Db, batch: Waiting[]): Promise<void> {
  const disk = diskOf(db);
  const settle: (() => void)[] = [];
  const refuse = (error: unknown): void => {
    for (const one of batch) one.reject(error);
  };
  try {
    await db.connection().execute(async (connection) => {
      const transaction = connection.transaction();
      await disk.withoutWait(() =>
        transaction.execute(async (trx) => {
          for (const alike of groupBy(batch, (one) => one.write).values())
            settle.push(...(await runAlike(trx as unknown as Transaction, alike)));
        }),
      );
    });
  } catch (error) {
    refuse(error);
    return;
  }
  void disk.flushed().then(() => settle.forEach((tell) => tell()), refuse);
}

async function runAlike(trx: Transaction, alike: Waiting[]): Promise<(() => void)[]> {
  const [first] = alike;
  if (!first) return [];
  await sql`savepoint alike`.execute(trx);
  forgetLocks(trx);
  try {
    const values = await first.write(
      trx,
      alike.map((one) => one.item),
    );
    await sql`release alike`.execute(trx);
    return alike.map((one, index) => () => one.resolve(values[index]));
  } catch (error) {
    // On a disk error SQLite has already rolled back.
    await sql`rollback to alike`.execute(trx).catch(() => Promise.reject(error));
    await sql`release alike`.execute(trx);
    if (alike.length === 1) return [() => first.reject(error)];
    const settle: (() => void)[] = [];
    for (const one of alike) settle.push(...(await runAlike(trx, [one])));
    return settle;
  }
}
