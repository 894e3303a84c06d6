// Caches prepared SQLite statements, which Kysely would prepare each time.
import type Sqlite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";

const keptStatements = 300;

/** SQLite takes longer to parse most of our statements than to run them. */
export function keepingStatements(sqlite: Sqlite.Database, beforeClose: () => void): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const found = kept.get(text);
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

/** better-sqlite3's row objects take half as long again to read. Columns change if another process migrates. */
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
