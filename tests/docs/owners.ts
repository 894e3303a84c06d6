// Who owns which table and which column: read from the features' READMEs, and from the database itself.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { createTestApp } from "~tests/support/app";

export const root = join(import.meta.dirname, "../..");
export const folder = join(root, "app/features");
export const features = readdirSync(folder).toSorted();
export const readmes: ReadonlyMap<string, string> = new Map(
  features.map((name) => [name, readFileSync(join(folder, name, "README.md"), "utf8")]),
);

/** The names in backticks of one line of a README, of those that are names alone. */
export function namesOn(readme: string, line: "Tables" | "Entry point"): string[] {
  const [, text = ""] = new RegExp(`^- \\*\\*${line}\\*\\*(.*)$`, "m").exec(readme) ?? [];
  // Whose rows it reads or changes besides is told behind a "none".
  if (line === "Tables" && text.startsWith(": none")) return [];
  return [...text.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name);
}

/** Tables that no feature writes, with who does. */
export const elsewhere = [
  ...["sandbox_users", "sandbox_requests", "sandbox_tokens", "sandbox_posts", "sandbox_media"].map(
    (table) => [table, "app/ports/network"] as const,
  ),
  ["nodes", "db/postgres"],
  ["engine", "db"],
  ["media_files", "db"],
  ["migrations", "db"],
  ["retries", "app/http/api"],
] as const;

export interface Column {
  name: string;
  type: string;
  isNull: boolean;
  /** "tweets.id"; null: it names no row of another table. */
  references: string | null;
}

/** Every table of the database with its columns, in the order in which they were made. */
export async function readTables(): Promise<Map<string, Column[]>> {
  const app = await createTestApp();
  const { rows } = await sql<Column & { table: string; notNull: number }>`
    select m.name as "table", c.name, c.type, max(c."notnull", c.pk) as "notNull", (
      select f."table" || '.' || coalesce(f."to", 'id') from pragma_foreign_key_list(m.name) f where f."from" = c.name
    ) as "references"
    from sqlite_master m, pragma_table_xinfo(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`.execute(app.db);
  await app.close();
  const tables = new Map<string, Column[]>();
  for (const { table, notNull, ...column } of rows)
    tables.set(table, [...(tables.get(table) ?? []), { ...column, isNull: notNull === 0 }]);
  return tables;
}
