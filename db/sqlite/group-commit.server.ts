// Groups ready writes into one transaction, so they share one disk sync.
import { sql } from "kysely";
import type { Db, Transaction } from "../dialect.server";
import { forgetLocks } from "../locks.server";
import { diskOf } from "./disk.server";

interface Waiting {
  write(trx: Transaction): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

const queues = new WeakMap<Db, Waiting[]>();

export function commitTogether<T>(db: Db, write: (trx: Transaction) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const waiting: Waiting = { write, resolve: (value) => resolve(value as T), reject };
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
          for (const one of batch) settle.push(await runOne(trx as unknown as Transaction, one));
        }),
      );
    });
  } catch (error) {
    refuse(error);
    return;
  }
  void disk.flushed().then(() => settle.forEach((listener) => listener()), refuse);
}

async function runOne(trx: Transaction, { write, resolve, reject }: Waiting): Promise<() => void> {
  await sql`savepoint one`.execute(trx);
  forgetLocks(trx);
  try {
    const value = await write(trx);
    await sql`release one`.execute(trx);
    return () => resolve(value);
  } catch (error) {
    // On a disk error SQLite has already rolled back.
    await sql`rollback to one`.execute(trx).catch(() => Promise.reject(error));
    await sql`release one`.execute(trx);
    return () => reject(error);
  }
}
