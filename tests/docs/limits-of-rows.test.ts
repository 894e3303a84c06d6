// docs/limits.md names each table in which a person has rows, and what it says of clearing and of foreign keys is so.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sql } from "kysely";
import { prunings } from "~jobs/prune.server";
import { createTestApp } from "~tests/support/app";

const page = readFileSync(join(import.meta.dirname, "../../docs/limits.md"), "utf8");
const [, section = ""] = page.split("\n## Tables with user data");
const rows = new Map(
  [...(section.split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, table = "", bound = ""]) => [
    table,
    bound,
  ]),
);

/** What each table's rows belong to, by its foreign keys. */
async function readOwners(): Promise<Map<string, string[]>> {
  const app = await createTestApp();
  const { rows: found } = await sql<{ name: string; owner: string | null }>`
    select m.name, f."table" as owner
    from sqlite_master m left join pragma_foreign_key_list(m.name) f
    where m.type = 'table' and m.name not like 'sqlite_%'`.execute(app.db);
  await app.close();
  const owners = new Map<string, string[]>();
  for (const { name, owner } of found) owners.set(name, [...(owners.get(name) ?? []), ...(owner ? [owner] : [])]);
  return owners;
}

it("names each table whose rows are a person's, directly or by another table, and no other", async () => {
  const owners = await readOwners();
  const ofPeople = new Set(["users"]);
  for (let size = 0; size !== ofPeople.size;) {
    size = ofPeople.size;
    for (const [name, of] of owners) if (of.some((owner) => ofPeople.has(owner))) ofPeople.add(name);
  }
  ofPeople.delete("users");
  expect([...rows.keys()].toSorted()).toEqual([...ofPeople].toSorted());
});

it("what goes with another table refers to it, and what is cleared is cleared by that name", async () => {
  const owners = await readOwners();
  for (const [table, bound] of rows) {
    for (const [, owner = ""] of bound.matchAll(/goes with `(\w+)`/g))
      expect(owners.get(table), `${table}: ${bound}`).toContain(owner);
    for (const [, name = ""] of bound.matchAll(/cleared as "([\w ]+)"/g)) expect(Object.keys(prunings)).toContain(name);
  }
});
