// What `npm run move` does on Postgres: looks whether it is empty, takes rows as JSON, and reads them back.
import { sql } from "kysely";
import type { Db, Transaction } from "../dialect.server";
import { collectRows, type Portion, type Row } from "../move/digest.server";

export interface Contents {
  /** Tables in the order in which rows can be written: what others refer to comes first. */
  tables: string[];
  isOurs: boolean;
}

const listOurs = sql<{ name: string }>`
  select relname::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`;

/** The tables that are there, whosever they are. */
export async function readContents(db: Db): Promise<Contents> {
  const names = (await listOurs.execute(db)).rows.map(({ name }) => name);
  const references = await sql<{ child: string; parent: string }>`
    select child.relname::text as child, parent.relname::text as parent
    from pg_constraint c join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
    where c.contype = 'f' and child.relnamespace = current_schema()::regnamespace and child.oid <> parent.oid`.execute(
    db,
  );
  const parentsOf = (name: string) => references.rows.filter(({ child }) => child === name).map(({ parent }) => parent);
  return {
    isOurs: names.length === 0 || names.includes("migrations"),
    tables: parentsFirst(names, parentsOf).filter((name) => name !== "migrations"),
  };
}

/** Each name after its parents. Throws where they go in a circle. */
export function parentsFirst(names: readonly string[], parentsOf: (name: string) => readonly string[]): string[] {
  const sorted: string[] = [];
  const add = (name: string, path: readonly string[]): void => {
    if (sorted.includes(name)) return;
    if (path.includes(name)) throw new Error(`These tables refer to one another: ${[...path, name].join(", ")}`);
    for (const parent of parentsOf(name)) add(parent, [...path, name]);
    sorted.push(name);
  };
  for (const name of names) add(name, []);
  return sorted;
}

/** The first of these tables that has a row, or null. */
export async function findFilled(db: Db, tables: readonly string[]): Promise<string | null> {
  for (const table of tables)
    if ((await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0) return table;
  return null;
}

/** Until the transaction ends nobody else writes to these tables; who reads them waits for nothing. */
export const lockTables = (trx: Transaction, tables: readonly string[]) =>
  sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in exclusive mode`.execute(trx);

/** Writes rows; of their values those of `columns`. */
export async function insertRows(
  trx: Transaction,
  table: string,
  columns: readonly string[],
  { text }: Portion,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) select ${names}
    from json_populate_recordset(null::${sql.table(table)}, ${`[${text}]`}::json)`.execute(trx);
}

/** The rows of a table in the order of its key, as SQLite orders text. */
export async function* readPortions(
  trx: Transaction,
  table: string,
  columns: readonly string[],
  key: readonly string[],
): AsyncGenerator<Portion> {
  const { rows: texts } = await sql<{ name: string }>`
    select column_name::text as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and data_type = 'text'`.execute(trx);
  const isText = (column: string) => texts.some(({ name }) => name === column);
  const order = key.map((column) => (isText(column) ? sql`${sql.ref(column)} collate "C"` : sql.ref(column)));
  await sql`declare moved no scroll cursor for
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
    order by ${sql.join(order)}`.execute(trx);
  const collected = collectRows();
  for (;;) {
    const { rows } = await sql<Row>`fetch 500 from moved`.execute(trx);
    rows.forEach((row) => collected.add(row));
    const portion = collected.isFull() || rows.length === 0 ? collected.take() : null;
    if (portion) yield portion;
    if (rows.length === 0) break;
  }
  await sql`close moved`.execute(trx);
}

/** The columns of a table, in no order. */
export async function columnsOf(trx: Transaction, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name::text as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(trx);
  return rows.map(({ name }) => name);
}

/** The columns of a table whose numbers the database gives. */
async function identitiesOf(trx: Transaction, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name::text as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_identity = 'YES'`.execute(trx);
  return rows.map(({ name }) => name);
}

/** The next row of `table` gets a number beyond `highest`. Undone with the transaction, as setval is not. */
export async function continueAfter(trx: Transaction, table: string, highest: number): Promise<void> {
  for (const column of await identitiesOf(trx, table))
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} restart with ${sql.lit(highest + 1)}`.execute(
      trx,
    );
}

/** Counts what is in the tables for the planner: without that the first minutes would be slow. */
export async function analyze(trx: Transaction, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(trx);
}

/** What `becameOf` asks for later. */
export async function numberOf(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("Postgres gave the transaction no number");
  return row.xid;
}

const notYet = "22023";

/** What became of a transaction; "unknown" where Postgres has forgotten it, or never had it. */
export async function becameOf(db: Db, xid: string): Promise<"committed" | "aborted" | "in progress" | "unknown"> {
  try {
    const { rows } = await sql<{ status: "committed" | "aborted" | "in progress" | null }>`
      select pg_xact_status(${xid}::xid8) as status`.execute(db);
    return rows[0]?.status ?? "unknown";
  } catch (error) {
    // A number that this server will only give in the future: it is another server, or an older copy of itself.
    if ((error as { code?: unknown }).code === notYet) return "unknown";
    throw error;
  }
}
