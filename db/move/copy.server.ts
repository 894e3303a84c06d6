// Copies the tables from SQLite to Postgres, reads them back and compares every row.
import type Sqlite from "better-sqlite3";
import { dialectOf, type Transaction } from "../dialect.server";
import * as target from "../postgres/move-in.server";
import * as source from "../sqlite/move-out.server";
import { type Digest, openDigest } from "./digest.server";
import { MoveError, notEmpty } from "./faults.server";

interface Choices {
  withoutNul: boolean;
  onWritten?(table: string, rows: number): void;
}

/** Returns the rows per table. Throws MoveError if the target has rows already, or what is read back differs. */
export async function copyTables(
  trx: Transaction,
  sqlite: Sqlite.Database,
  tables: readonly source.Table[],
  choices: Choices,
): Promise<Record<string, number>> {
  // A node that starts now waits here, before it looks at the schema.
  await dialectOf(trx).lockWord(trx, "migrations");
  const inOrder = await matchTables(trx, tables);
  const names = inOrder.map(({ name }) => name);
  await target.lockTables(trx, names);
  const filled = await target.findFilled(trx, names);
  if (filled !== null) throw new MoveError(notEmpty(filled));

  const digests = new Map<string, Digest>();
  for (const table of inOrder) {
    const digest = await copyTable(trx, sqlite, table, choices);
    digests.set(table.name, digest);
    choices.onWritten?.(table.name, digest.rows);
    if (table.highestId !== null) await target.continueAfter(trx, table.name, table.highestId);
  }
  await target.analyze(trx, names);
  for (const table of inOrder) {
    const [given, kept] = [digests.get(table.name), await digestOf(trx, table)];
    if (given?.rows !== kept.rows)
      throw new MoveError(
        `Postgres has ${kept.rows} rows of ${table.name} where SQLite has ${given?.rows}. Nothing was moved.`,
      );
    if (given.hash !== kept.hash)
      throw new MoveError(`Postgres gives back other rows of ${table.name} than it was given. Nothing was moved.`);
  }
  return Object.fromEntries([...digests].map(([name, { rows }]) => [name, rows]));
}

async function matchTables(trx: Transaction, tables: readonly source.Table[]): Promise<source.Table[]> {
  const names = (await target.readContents(trx)).tables;
  const unknown = tables.find(({ name }) => !names.includes(name));
  if (unknown)
    throw new MoveError(
      `The SQLite database has a table ${unknown.name}, which is not Linnet's. Drop it first. Nothing was moved.`,
    );
  const sorted = names.map((name) => tables.find((table) => table.name === name));
  const inOrder = sorted.filter((table) => table !== undefined);
  if (inOrder.length < sorted.length) throw new Error("Postgres has a table that SQLite has not");
  for (const { name, columns } of inOrder) {
    const theirs = await target.columnsOf(trx, name);
    if ([...columns].sort().join() !== theirs.sort().join())
      throw new Error(`${name} has other columns on Postgres than on SQLite`);
  }
  return inOrder;
}

async function copyTable(
  trx: Transaction,
  sqlite: Sqlite.Database,
  table: source.Table,
  { withoutNul }: Choices,
): Promise<Digest> {
  const columns = table.columns.filter((column) => !table.generated.includes(column));
  const digest = openDigest();
  let writing = Promise.resolve();
  for (const portion of source.readPortions(sqlite, table, { withoutNul })) {
    await writing;
    writing = target.insertRows(trx, table.name, columns, portion);
    // Awaited below. If reading throws first, that error counts.
    writing.catch(() => undefined);
    digest.add(portion);
  }
  await writing;
  return digest.end();
}

async function digestOf(trx: Transaction, { name, columns, key }: source.Table): Promise<Digest> {
  const digest = openDigest();
  for await (const portion of target.readPortions(trx, name, columns, key)) digest.add(portion);
  return digest.end();
}
