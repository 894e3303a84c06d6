// Reads tables and rows from SQLite in key order for `npm run move`.
import type Sqlite from "better-sqlite3";
import { type Portion, collectRows, type Row } from "../move/digest.server";
import { manifestTable } from "./backup.server";

export interface Table {
  name: string;
  columns: string[];
  generated: string[];
  key: string[];
  /** The highest id ever assigned; null if the database assigns none. */
  highestId: number | null;
}

interface Column {
  name: string;
  type: string;
  pk: number;
  hidden: number;
}

const isOther = (name: string): boolean =>
  /^(sqlite_|_litestream_)/.test(name) || name === "migrations" || name === manifestTable;

export function tablesIn(sqlite: Sqlite.Database): Table[] {
  const names = sqlite.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all();
  return (names as string[]).filter((name) => !isOther(name)).map((name) => readTable(sqlite, name));
}

function readTable(sqlite: Sqlite.Database, name: string): Table {
  const columns = sqlite.pragma(`table_xinfo(${quoted(name)})`) as Column[];
  const strange = columns.find(({ type }) => type !== "INTEGER" && type !== "TEXT");
  if (strange) throw new Error(`${name}.${strange.name} is ${strange.type}: moving knows whole numbers and text`);
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  const isNumbered = key.length === 1 && key[0]?.type === "INTEGER";
  return {
    name,
    columns: columns.map((column) => column.name),
    generated: columns.filter(({ hidden }) => hidden > 0).map((column) => column.name),
    key: key.map((column) => column.name),
    highestId: isNumbered ? highestIdOf(sqlite, name, key[0]?.name ?? "") : null,
  };
}

/** Deleted rows' ids must not be reused. SQLite remembers them in sqlite_sequence. */
function highestIdOf(sqlite: Sqlite.Database, table: string, key: string): number {
  const there = sqlite
    .prepare(`select coalesce(max(${quoted(key)}), 0) from ${quoted(table)}`)
    .pluck()
    .get();
  const remembers = sqlite.prepare("select 1 from sqlite_master where name = 'sqlite_sequence'").get() !== undefined;
  const given = remembers
    ? sqlite.prepare("select seq from sqlite_sequence where name = ?").pluck().get(table)
    : undefined;
  return Math.max(there as number, (given as number | undefined) ?? 0);
}

export interface NulFound {
  table: string;
  key: string;
}

export function findNuls(sqlite: Sqlite.Database, tables: readonly Table[]): NulFound[] {
  return tables.flatMap(({ name, columns, key }) => {
    const hasOne = columns.map((column) => `instr(${quoted(column)}, char(0)) > 0`).join(" or ");
    const keys = sqlite.prepare(`select ${list(key)} from ${quoted(name)} where ${hasOne} order by ${list(key)}`);
    return (keys.raw().all() as (string | number)[][]).map((values) => ({ table: name, key: values.join(", ") }));
  });
}

/** Lone surrogates were always read as U+FFFD. */
export function* readPortions(
  sqlite: Sqlite.Database,
  { name, columns, key }: Table,
  { withoutNul }: { withoutNul: boolean },
): Generator<Portion> {
  const rows = sqlite.prepare(`select ${list(columns)} from ${quoted(name)} order by ${list(key)}`).iterate();
  const collected = collectRows();
  for (const row of rows as IterableIterator<Row>) {
    if (withoutNul) dropNuls(row);
    collected.add(row);
    if (!collected.isFull()) continue;
    const portion = collected.take();
    if (portion) yield portion;
  }
  const rest = collected.take();
  if (rest) yield rest;
}

function dropNuls(row: Row): void {
  for (const [column, value] of Object.entries(row))
    if (typeof value === "string" && value.includes("\0")) row[column] = value.replaceAll("\0", "");
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]): string => names.map(quoted).join(", ");
