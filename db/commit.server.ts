// Group commit: writes that are ready together share one transaction, and so one wait for the disk.
import { sql } from "kysely";
import type { Db } from "./client.server";

type Write<T> = (trx: Db) => Promise<T>;

interface Waiting {
  write: Write<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

// One queue a database; writes that come while one transaction is being committed make up the next.
const queues = new WeakMap<Db, Waiting[]>();

/**
 * Runs `write` in a transaction that other writes may share; resolves once it is on disk. Each write stands for itself:
 * one that throws is undone alone, and only its own caller is told.
 */
export function commitTogether<T>(db: Db, write: Write<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const waiting: Waiting = { write, resolve: (value) => resolve(value as T), reject };
    const queue = queues.get(db);
    if (queue) {
      queue.push(waiting);
      return;
    }
    queues.set(db, [waiting]);
    // One turn of the event loop: what else is ready in it comes along.
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
  const settle: (() => void)[] = [];
  try {
    await db.transaction().execute(async (trx) => {
      for (const one of batch) settle.push(await runOne(trx, one));
    });
  } catch (error) {
    // The commit itself failed: nobody's write is on disk.
    for (const one of batch) one.reject(error);
    return;
  }
  for (const tell of settle) tell();
}

async function runOne(trx: Db, one: Waiting): Promise<() => void> {
  await sql`savepoint one`.execute(trx);
  try {
    const value = await one.write(trx);
    await sql`release one`.execute(trx);
    return () => one.resolve(value);
  } catch (error) {
    await sql`rollback to one`.execute(trx);
    await sql`release one`.execute(trx);
    return () => one.reject(error);
  }
}
