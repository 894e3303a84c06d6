// Each feature's README.md says what is so: its tables, the commands of its entry point, the files that it names.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { elsewhere, features, folder, namesOn, readmes, readTables, root } from "./owners";

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
  const isThere = (name: string) =>
    tables.get(name.split(".")[0] ?? "")?.some((column) => column.name === name.split(".")[1]);
  expect(columns.filter((name) => !isThere(name))).toEqual([]);
});

it.each(features)("%s: each command of its entry point is exported by one of its files", (name) => {
  const readme = readmes.get(name) ?? "";
  const commands = namesOn(readme, "Entry point").filter((name) => !name.includes("."));
  expect(commands.length).toBeGreaterThan(0);
  const code = codeOf(name);
  const isExported = (name: string) =>
    new RegExp(`export (async )?(function|const|class) ${name}\\b|export \\{[^}]*\\b${name}\\b[^}]*\\}`).test(code);
  expect(commands.filter((name) => !isExported(name))).toEqual([]);
  expect(readme).toMatch(/^- \*\*Why\*\*: \[/m);
});

const pages = ["app", "jobs"].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("README.md"))
    .map((file) => join(top, file)),
);
const read = (file: string): string => readFileSync(join(root, file), "utf8");

it.each(pages)("%s has at most 22 lines", (file) => {
  expect(read(file).trim().split("\n").length).toBeLessThanOrEqual(22);
});

/** "`noteTry` in [by-webhook.server.ts](by-webhook.server.ts)": the names, and the file that the link leads to. */
const placed = /((?:`\w+`(?:, | and ))*`\w+`) in (?:\[[^\]]+\]\(([^)#]+\.\w+)\)|`((?:app|db|jobs)\/[\w./-]+\.\w+)`)/g;

it("each function or constant that a README places in a file is there", () => {
  const told = pages.flatMap((page) =>
    [...read(page).matchAll(placed)].flatMap(([, names = "", link, path = ""]) => {
      const file = link === undefined ? path : join(dirname(page), link);
      return [...names.matchAll(/`(\w+)`/g)].map(([, name = ""]) => ({ page, name, file }));
    }),
  );
  expect(told.length).toBeGreaterThan(40);
  expect(told.filter(({ name, file }) => !new RegExp(`\\b${name}\\b`).test(read(file)))).toEqual([]);
});
