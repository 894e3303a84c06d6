// Checks, fills and reads back Postgres tables for `npm run move`.
import { sql } from "kysely";
import type { Db, Transaction } from "../dialect.server";
import { collectRows, type Portion, type Row } from "../move/digest.server";

export interface Contents {
  /** In insertion order: referenced tables come first. */
  tables: string[];
  isOurs: boolean;
}

const listOurs = sql<{ name: string }>`
  select relname::text as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by relname`;

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

export async function findFilled(db: Db, tables: readonly string[]): Promise<string | null> {
  for (const table of tables)
    if ((await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)).rows.length > 0) return table;
  return null;
}

export const lockTables = (trx: Transaction, tables: readonly string[]) =>
  sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in exclusive mode`.execute(trx);

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

/** In the order of the key, with SQLite's text order. */
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

export async function columnsOf(trx: Transaction, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name::text as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(trx);
  return rows.map(({ name }) => name);
}

async function identitiesOf(trx: Transaction, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name::text as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_identity = 'YES'`.execute(trx);
  return rows.map(({ name }) => name);
}

/** Unlike setval, this is undone with the transaction. */
export async function continueAfter(trx: Transaction, table: string, highest: number): Promise<void> {
  for (const column of await identitiesOf(trx, table))
    await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} restart with ${sql.lit(highest + 1)}`.execute(
      trx,
    );
}

export async function analyze(trx: Transaction, tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(trx);
}

export async function numberOf(trx: Transaction): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("Postgres gave the transaction no number");
  return row.xid;
}

const notYet = "22023";

/** "unknown" if Postgres has no record of the transaction. */
export async function becameOf(db: Db, xid: string): Promise<"committed" | "aborted" | "in progress" | "unknown"> {
  try {
    const { rows } = await sql<{ status: "committed" | "aborted" | "in progress" | null }>`
      select pg_xact_status(${xid}::xid8) as status`.execute(db);
    return rows[0]?.status ?? "unknown";
  } catch (error) {
    // A number from the future: another server, or an older copy of this one.
    if ((error as { code?: unknown }).code === notYet) return "unknown";
    throw error;
  }
}
