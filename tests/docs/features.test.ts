// Each feature's README.md says what is so: its tables, the verbs of its door, the files that it names.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { createTestApp } from "~tests/support/app";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "app/features");
const features = readdirSync(folder);
const readmes = new Map(features.map((name) => [name, readFileSync(join(folder, name, "README.md"), "utf8")]));

/** The names in backticks of one line of a README, of those that are names alone. */
const namesOn = (readme: string, line: "Tables" | "Door"): string[] => {
  const [, text = ""] = new RegExp(`^- \\*\\*${line}\\*\\*(.*)$`, "m").exec(readme) ?? [];
  // Whose rows it reads or changes besides is told behind a "none".
  if (line === "Tables" && text.startsWith(": none")) return [];
  return [...text.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name);
};

/** Tables that no feature writes, with who does. */
const elsewhere = ["sandbox_users", "sandbox_requests", "sandbox_tokens", "sandbox_posts", "sandbox_media"]
  .map((table) => [table, "app/ports/network"])
  .concat([
    ["nodes", "db/postgres"],
    ["engine", "db"],
    ["media_files", "db"],
    ["migrations", "db"],
    ["retries", "app/http/api"],
  ]);

async function readTables(): Promise<Map<string, string[]>> {
  const app = await createTestApp();
  const { rows } = await sql<{ name: string; column: string }>`
    select m.name, c.name as "column" from sqlite_master m, pragma_table_xinfo(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%'`.execute(app.db);
  await app.close();
  const tables = new Map<string, string[]>();
  for (const { name, column } of rows) tables.set(name, [...(tables.get(name) ?? []), column]);
  return tables;
}

const codeOf = (name: string): string =>
  readdirSync(join(folder, name), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, name, file), "utf8"))
    .join("\n");

it("each table is named by one feature, which writes its rows", async () => {
  const tables = await readTables();
  const named = [...readmes].flatMap(([feature, readme]) =>
    namesOn(readme, "Tables")
      .filter((name) => tables.has(name))
      .map((table) => [table, feature] as const),
  );
  const all = [...named.map(([table]) => table), ...elsewhere.map(([table]) => table)];
  expect(all.toSorted()).toEqual([...tables.keys()].toSorted());
  const unwritten = named.filter(
    ([table, feature]) => !new RegExp(`insertInto\\("${table}"\\)|insert into ${table}\\b`).test(codeOf(feature)),
  );
  expect(unwritten).toEqual([]);
});

it("each column that a README names is there", async () => {
  const tables = await readTables();
  const columns = [...readmes.values()]
    .flatMap((readme) => namesOn(readme, "Tables"))
    .filter((name) => name.includes("."));
  expect(columns.length).toBeGreaterThan(5);
  const isThere = (name: string) => tables.get(name.split(".")[0] ?? "")?.includes(name.split(".")[1] ?? "");
  expect(columns.filter((name) => !isThere(name))).toEqual([]);
});

it.each(features)("%s: each verb of its door is exported by one of its files, and the page is short", (name) => {
  const readme = readmes.get(name) ?? "";
  const verbs = namesOn(readme, "Door").filter((verb) => !verb.includes("."));
  expect(verbs.length).toBeGreaterThan(0);
  const code = codeOf(name);
  const isExported = (verb: string) =>
    new RegExp(`export (async )?(function|const|class) ${verb}\\b|export \\{[^}]*\\b${verb}\\b[^}]*\\}`).test(code);
  expect(verbs.filter((verb) => !isExported(verb))).toEqual([]);
  expect(readme.trim().split("\n").length).toBeLessThanOrEqual(18);
  expect(readme).toMatch(/^- \*\*Why\*\*: \[/m);
});
