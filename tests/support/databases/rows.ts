// Whole rows before and after a verb, and what is not as it was, told so that a person can read it.
import type { Kysely } from "kysely";
import type { Database } from "~db/schema";

const second = 1_000;

export type Rows = Map<string, Record<string, unknown>>;

const idOf = (row: Record<string, unknown>) => row.id ?? row.tweet_id ?? row.account_id;

/** Every row of these tables, in the order of their ids. */
export async function rowsOf(db: Kysely<Database>, tables: readonly (keyof Database)[]): Promise<Rows> {
  const rows: Rows = new Map();
  const all = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  for (const [n, table] of tables.entries()) {
    const found = all[n] as Record<string, unknown>[];
    found.sort((a, b) => String(idOf(a)).localeCompare(String(idOf(b)), "en", { numeric: true }));
    for (const row of found) rows.set(`${table} ${String(idOf(row))}`, row);
  }
  return rows;
}

/** What is told of a value: moments from now, tokens only as being there. */
function said(name: string, value: unknown, now: number): string {
  if (name === "lease_token" && typeof value === "string") return /^[0-9a-f]{32}$/.test(value) ? "a token" : value;
  if (typeof value !== "number" || !/_(at|until)$|^at$/.test(name)) return JSON.stringify(value);
  return value === now ? "now" : `now ${value > now ? "+" : "-"} ${Math.abs(value - now) / second} s`;
}

/** One line a row that is not as it was. */
export function changes(before: Rows, after: Rows, now: number): string[] {
  const lines: string[] = [];
  for (const [name, row] of after) {
    const old = before.get(name);
    const other = Object.keys(row).filter((column) => old?.[column] !== row[column]);
    if (other.length === 0) continue;
    const all = other.map((column) => `${column} ${said(column, row[column], now)}`);
    lines.push(`${name}${old ? "" : " is new"}: ${all.join(", ")}`);
  }
  for (const name of before.keys()) if (!after.has(name)) lines.push(`${name} is gone`);
  return lines;
}
