// docs/how-it-works.md draws every state that a tweet and a thread can have, and says of each what the API calls it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { apiStatus } from "~/features/tweets/tweet";
import type { TweetState } from "~db/schema";

const root = join(import.meta.dirname, "../..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const page = textOf("docs/how-it-works.md");

/** The texts of a union of texts, as the schema declares it. */
function statesIn(path: string, name: string): string[] {
  const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  const declared = source.statements.filter(ts.isTypeAliasDeclaration).find((one) => one.name.text === name);
  if (!declared || !ts.isUnionTypeNode(declared.type)) throw new Error(`${path} declares no union ${name}`);
  return declared.type.types.map((one) => one.getText(source).replaceAll('"', ""));
}

/** The states at both ends of each arrow under a heading, apart from the beginning and the end. */
function drawnUnder(heading: string): Set<string> {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const [, drawing = ""] = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(section) ?? [];
  const ends = [...drawing.matchAll(/^ {2}(\S+) --> (\S+?)(?::|$)/gm)].flatMap(([, from = "", to = ""]) => [from, to]);
  return new Set(ends.filter((one) => one !== "[*]"));
}

describe.each([
  ["A tweet", "db/schema.ts", "TweetState"],
  ["A thread", "db/tables/threads.server.ts", "ThreadState"],
])("%s", (heading, path, name) => {
  it("has each of its states in the drawing, and no other", () => {
    const states = statesIn(path, name);
    expect(states.length).toBeGreaterThan(3);
    expect([...drawnUnder(heading)].toSorted()).toEqual(states.toSorted());
  });
});

it("the table says of each state of a tweet what the API calls it", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, state = "", status = ""]) => [state, status]);
  const states = statesIn("db/schema.ts", "TweetState") as TweetState[];
  expect(rows).toEqual(states.map((state) => [state, apiStatus(state)]));
});
