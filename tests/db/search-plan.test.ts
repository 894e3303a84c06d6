// A search of ideas reads their words from its index: rows lie among everybody's, and ten thousand of them cost a second.
import type Sqlite from "better-sqlite3";
import { afterEach, expect, it, vi } from "vitest";
import { searchTerms } from "~/features/tweets/search";
import { listUnsent } from "~/features/tweets/tweets.server";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { createTestApp } from "~tests/support/app";

/** A line of a statement's program: an OpenRead opens the tree at page `p2` as cursor `p1`, a Column reads of cursor `p1`. */
interface Opcode {
  opcode: string;
  p1: number;
  p2: number;
  p4: string | null;
}

afterEach(() => vi.restoreAllMocks());

/** Of which trees columns are read before the last word is compared, in order. */
async function treesReadFirst(asked: Omit<Parameters<typeof listUnsent>[2], "from" | "size">): Promise<unknown[]> {
  const prepare = vi.spyOn(Sqlite3.prototype, "prepare");
  const app = await createTestApp();
  await listUnsent(app, "alice", { from: null, size: 30, ...asked });
  const text = prepare.mock.calls.map(([one]) => one).findLast((one) => one.includes("like")) ?? "";
  const sqlite = prepare.mock.contexts.at(-1) as Sqlite.Database;
  const parameters = new Array<null>(text.split("?").length - 1).fill(null);
  const codes = sqlite.prepare(`explain ${text}`).all(...parameters) as Opcode[];
  const trees = sqlite.prepare("select name, rootpage from sqlite_schema").all() as {
    name: string;
    rootpage: number;
  }[];
  await app.close();
  const treeOf = (cursor: number) => {
    const page = codes.find(({ opcode, p1 }) => opcode === "OpenRead" && p1 === cursor)?.p2;
    return trees.find(({ rootpage }) => rootpage === page)?.name;
  };
  const lastWord = codes.findLastIndex(({ opcode, p4 }) => opcode === "Function" && p4?.startsWith("like("));
  const columns = codes.slice(0, lastWord).filter(({ opcode }) => opcode === "Column");
  return columns.map(({ p1 }) => treeOf(p1));
}

it("a search of ideas reads a row only where its words are found", async () => {
  const twice = ["tweets_ideas", "tweets_ideas"];
  expect(await treesReadFirst({ terms: searchTerms("otters") })).toEqual(twice);
  expect(await treesReadFirst({ terms: searchTerms("two words") })).toEqual([...twice, ...twice]);
});

it.each([
  ["an account", { account: { id: 1, serves: true } }],
  ["a state", { state: "failed" as const }],
])("a search of ideas of %s reads a row only where its words are found", async (_, filter) => {
  expect(await treesReadFirst({ terms: searchTerms("otters"), ...filter })).toEqual(["tweets_ideas", "tweets_ideas"]);
});

it("the ideas of a batch, and a search of them, are read from that batch alone", async () => {
  const prepare = vi.spyOn(Sqlite3.prototype, "prepare");
  const app = await createTestApp();
  for (const terms of [[], searchTerms("otters")])
    await listUnsent(app, "alice", { from: null, size: 30, batchId: "b", terms });
  const sqlite = prepare.mock.contexts.at(-1) as Sqlite.Database;
  const texts = prepare.mock.calls.map(([one]) => one).filter((one) => /"?batch_id"? = \?/.test(one));
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) {
    const parameters = new Array<null>(text.split("?").length - 1).fill(null);
    const plan = sqlite.prepare(`explain query plan ${text}`).all(...parameters) as { detail: string }[];
    expect(plan[0]?.detail).toMatch(/^SEARCH tweets USING INDEX tweets_by_batch \(batch_id=\?\)/);
  }
  await app.close();
});
