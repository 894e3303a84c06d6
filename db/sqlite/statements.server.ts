// Statements of SQLite that are kept: Kysely alone would prepare each anew.
import type Sqlite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

/** A statement of many different lengths, such as one with a list, must not push out the others for good. */
const keptStatements = 300;

/** Kysely prepares each statement anew; SQLite takes longer to read most of ours than to carry them out. */
export function keepingStatements(sqlite: Sqlite.Database, beforeClose: () => void): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const found = kept.get(text);
      // Deleted and set again, the map's order is that of the last use.
      if (found) kept.delete(text);
      const statement = found ?? byRows(sqlite.prepare<unknown[]>(text));
      kept.set(text, statement);
      const [oldest] = kept.keys();
      if (kept.size > keptStatements && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close() {
      beforeClose();
      sqlite.close();
    },
  };
}

/**
 * Its rows are made here of plain lists: as objects of better-sqlite3 they take half as long again to read, and each
 * later look at a column takes longer too. SQLite reads a kept statement anew where another process has migrated.
 */
function byRows(statement: Sqlite.Statement<unknown[]>): SqliteStatement {
  if (!statement.reader) return statement as unknown as SqliteStatement;
  const namesOf = () => statement.columns().map((column) => column.name);
  let columns = namesOf();
  const rowOf = (values: unknown[]): Record<string, unknown> => {
    if (values.length !== columns.length) columns = namesOf();
    const row: Record<string, unknown> = {};
    columns.forEach((column, n) => (row[column] = values[n]));
    return row;
  };
  const lists = statement.raw() as unknown as Sqlite.Statement<unknown[], unknown[]>;
  return {
    reader: true,
    all: (parameters) => lists.all(parameters).map(rowOf),
    run: (parameters) => lists.run(parameters),
    *iterate(parameters) {
      for (const values of lists.iterate(parameters)) yield rowOf(values);
    },
  };
}
