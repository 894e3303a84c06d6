// The rules of the house, held against houses with a fault planted in each: a rule that sees none is no rule.
import { describe, expect, it } from "vitest";
import {
  backInPublishing,
  callersIn,
  circlesIn,
  downward,
  edgesOf,
  graphOf,
  homeless,
  impureViews,
  leaks,
  sideways,
  unviewed,
} from "./house";
import {
  databaseAbroad,
  decoding,
  drawersIn,
  forEffect,
  long,
  ownDialect,
  silent,
  unnamedServers,
  wideDoors,
} from "./rooms";
import { oldWordsIn, vagueParametersIn, type WordList } from "./words";

const house = (files: Record<string, string>) => new Map(Object.entries(files));
const graph = (files: Record<string, string>) => graphOf(house(files));

describe("a circle is seen", () => {
  const back = { "app/ui/b.ts": 'import { a } from "./a";\nexport const b = a;\n' };
  it.each([
    ["that imports close", 'import { b } from "./b";\n'],
    ["that a re-export closes", 'export { b } from "./b";\n'],
    ["that a re-export of everything closes", 'export * from "~/ui/b";\n'],
    ["that an import of a side effect closes", 'import "./b";\n'],
    ["that an import for later closes", 'export const later = () => import("./b");\n'],
    ["that an awaited import closes", 'const { b } = await import("~/ui/b");\n'],
    ["that an import over lines closes", 'const b = import(\n  "./b"\n);\n'],
    ["that a type of an import closes", 'let b: typeof import("./b");\n'],
  ])("%s", (_name, text) => {
    const circles = circlesIn(graph({ "app/ui/a.ts": text, ...back }));
    expect(circles).toEqual(["app/ui/a.ts → app/ui/b.ts → app/ui/a.ts"]);
  });

  it("an acyclic graph reports no cycle", () => {
    expect(circlesIn(graph({ "app/ui/a.ts": "export const a = 1;\n", ...back }))).toEqual([]);
  });
});

describe("an import of what stands below is seen", () => {
  it.each([
    ["at once", 'import { x } from "~/screens/x";\n'],
    ["later", 'const x = () => import("~/screens/x");\n'],
    ["passed on", 'export { x } from "~/screens/x";\n'],
  ])("%s", (_name, text) => {
    expect(downward(graph({ "app/ui/a.ts": text, "app/screens/x.ts": "" }))).toEqual([
      "app/ui/a.ts → app/screens/x.ts",
    ]);
  });

  it("also between two features, whose order is a list", () => {
    const files = { "app/features/tweets/a.ts": 'import "~/features/bots/b";\n', "app/features/bots/b.ts": "" };
    expect(downward(graph(files))).toHaveLength(1);
    const right = { "app/features/bots/a.ts": 'import "~/features/tweets/b";\n', "app/features/tweets/b.ts": "" };
    expect(downward(graph(right))).toEqual([]);
  });
});

it("what is loaded later is the browser's too: an import of the server by it is no mere type", () => {
  const [edge] = edgesOf(
    graph({
      "app/ui/a.ts": 'const x = import("~/ground/secrets/vault.server");\n',
      "app/ground/secrets/vault.server.ts": "",
    }),
  );
  expect(edge).toMatchObject({ target: "app/ground/secrets/vault.server.ts", typeOnly: false });
});

it("a new file at app/ or app/ground/, or a feature that is not in the order, has no storey", () => {
  const strange = [
    "app/everything.ts",
    "app/notes.md",
    "app/ground/more.ts",
    "app/features/new/new.ts",
    "app/new/a.ts",
  ];
  const right = [
    "app/root.tsx",
    "app/routes.table.js",
    "app/ground/time/zone.ts",
    "app/features/bots/b.ts",
    "app/ui/a.ts",
  ];
  expect(homeless([...strange, ...right, "docs/a.md"])).toEqual(strange);
});

describe("an import of another way in is seen", () => {
  const targets = { "app/screens/x.ts": "", "app/api/x.server.ts": "", "app/mcp/x.server.ts": "", "commands/x.ts": "" };
  it.each([
    ["a screen's of the API", "app/screens/a.ts", "~/api/x.server"],
    ["the API's of a screen", "app/api/a.server.ts", "~/screens/x"],
    ["the API's of the tools", "app/api/a.server.ts", "~/mcp/x.server"],
    ["the tools' of a command", "app/mcp/a.server.ts", "../../commands/x"],
    ["a command's of a screen", "commands/a.ts", "../app/screens/x"],
  ])("%s", (_name, from, text) => {
    expect(sideways(graph({ [from]: `import { x } from "${text}";\n`, ...targets }))).toHaveLength(1);
  });

  it("and so is an import of a route, by whoever it is; two files of one way may use each other", () => {
    const files = {
      "app/routes/a.tsx": 'import { b } from "./b";\nimport { x } from "~/screens/x";\n',
      "app/routes/b.tsx": "",
      "app/screens/a.ts": 'import { x } from "./x";\n',
    };
    expect(sideways(graph({ ...files, ...targets }))).toEqual(["app/routes/a.tsx → app/routes/b.tsx"]);
  });
});

describe("in publishing an import that goes back is seen", () => {
  const at = (file: string) => `app/features/publishing/${file}`;
  const rooms = { [at("verbs/v.ts")]: "", [at("engine/e.ts")]: "", [at("store/s.ts")]: "", [at("rules/r.ts")]: "" };
  const door = { [at("publishing.server.ts")]: 'export { v } from "./verbs/v";\n' };
  it.each([
    ["rules/a.ts", "../store/s"],
    ["store/a.ts", "../engine/e"],
    ["store/a.ts", "../verbs/v"],
    ["engine/a.ts", "../verbs/v"],
    ["verbs/a.ts", "../publishing.server"],
  ])("%s of %s", (from, text) => {
    expect(backInPublishing(graph({ [at(from)]: `import { x } from "${text}";\n`, ...rooms, ...door }))).toHaveLength(
      1,
    );
  });

  it("and one that goes on is not", () => {
    const on = ["../engine/e", "../store/s", "../rules/r", "./v"].map((text) => `import "${text}";\n`).join("");
    expect(backInPublishing(graph({ [at("verbs/a.ts")]: on, ...rooms, ...door }))).toEqual([]);
  });
});

it("a loader without a toView is seen, and a toView that reaches the database by way of others", () => {
  const view = "app/screens/bot/to-view.server.ts";
  const right = {
    "app/screens/bot/load.server.ts": 'import { toView } from "./to-view.server";\n',
    "app/features/bots/card.ts": 'import type { Row } from "~db/schema";\n',
    [view]: 'import { card } from "~/features/bots/card";\nimport { type App } from "~/app.server";\n',
    "app/app.server.ts": "",
    "db/schema.ts": "",
    "db/database.server.ts": "",
  };
  expect(unviewed(graph(right))).toEqual([]);
  expect(impureViews(graph(right))).toEqual([]);
  const alone = { "app/screens/doctor/load.server.ts": 'import { toView } from "../bot/to-view.server";\n' };
  expect(unviewed(graph({ ...right, ...alone }))).toEqual(Object.keys(alone));
  const far = { "app/features/bots/card.ts": 'import { inTransaction } from "~db/database.server";\n' };
  expect(impureViews(graph({ ...right, ...far }))).toEqual(["app/features/bots/card.ts → db/database.server.ts"]);
  const near = { [view]: 'import { getApp } from "~/app.server";\n' };
  expect(impureViews(graph({ ...right, ...near }))).toEqual([`${view} → app/app.server.ts`]);
});

it("what the browser loads may import types of the server, and nothing else of it", () => {
  const secret = {
    "app/ground/secrets/vault.server.ts": "",
    "app/root.tsx": 'import { v } from "~/ground/secrets/vault.server";',
  };
  const types =
    'import type { V } from "~/ground/secrets/vault.server";\nimport { type W } from "~/ground/secrets/vault.server";\n';
  const real = 'import { v } from "~/ground/secrets/vault.server";\n';
  expect(leaks(graph({ "app/ui/a.tsx": types, "app/http/b.server.ts": real, ...secret }))).toEqual([]);
  expect(leaks(graph({ "app/ui/a.tsx": real, "app/entry.client.tsx": real, ...secret }))).toHaveLength(2);
});

it("a call out beyond the ports is seen; the browser's calls go to this server", () => {
  const calls = {
    "app/features/a.server.ts": "await fetch(url);\n",
    "jobs/b.server.ts": 'import { request } from "node:https";\n',
    "commands/c.ts": 'const net = await import("net");\n',
  };
  const right = {
    "app/ports/network/x.server.ts": "await fetch(url);\n",
    "app/screens/browser/call.ts": "await fetch(url);\n",
  };
  expect(callersIn(house({ ...calls, ...right }))).toEqual(Object.keys(calls));
});

describe("what belongs to the database is seen abroad", () => {
  it.each([
    ["a template", "const one = sql`select 1`;\n", "sql"],
    ["a template with a type", "const one = sql<{ n: number }>`select 1`;\n", "sql"],
    ["its import under another name", 'import { sql as text } from "kysely";\n', "sql"],
    ["a select", 'db.selectFrom("tweets");\n', "selectFrom"],
    ["an insert over lines", 'db\n  .insertInto("tweets");\n', "insertInto"],
    ["an update", 'db.updateTable("tweets");\n', "updateTable"],
    ["a delete", 'db.deleteFrom("tweets");\n', "deleteFrom"],
    ["a transaction", "db.transaction().execute(f);\n", "transaction"],
    ["a driver", 'import type Sqlite from "better-sqlite3";\n', "better-sqlite3"],
    ["the other driver", 'const pg = await import("pg");\n', "pg"],
  ])("%s", (_name, text, what) => {
    const file = "app/features/bots/bots.server.ts";
    expect(databaseAbroad(house({ [file]: text }))).toEqual([`${file}: ${what}`]);
  });

  it("and not at home: SQL in a store or in queries.server.ts, but no transaction and no driver there", () => {
    const select = 'import { sql } from "kysely";\ndb.selectFrom("tweets").where(sql`true`);\n';
    const homes = ["db/a.server.ts", "app/features/bots/queries.server.ts", "app/features/tweets/store/a.server.ts"];
    expect(databaseAbroad(house(Object.fromEntries(homes.map((file) => [file, select]))))).toEqual([]);
    const [, , store = ""] = homes;
    const more = 'db.transaction();\nimport pg from "pg";\n';
    expect(databaseAbroad(house({ [store]: more }))).toEqual([`${store}: transaction`, `${store}: pg`]);
    expect(databaseAbroad(house({ "app/screens/a.client.ts": "database.transaction();\n" }))).toEqual([]);
    expect(databaseAbroad(house({ "app/ui/a.tsx": '// sql`select 1`\nconst a = "selectFrom";\n' }))).toEqual([]);
  });
});

describe("what only one database reads is seen", () => {
  it.each([
    ["iif(", "sql`select iif(a, 1, 0)`"],
    ["rowid", 'db.selectFrom("tweets").orderBy(sql`rowid`)'],
    ["json_each", "sql`id in (select value from json_each(${ids}))`"],
    ["indexed by", "sql`select 1 from tweets indexed by tweets_due`"],
    ["cross join", "sql`select 1 from a cross join b`"],
    ["crossJoin", 'db.selectFrom("a").crossJoin("b")'],
    ["+id", "sql`select 1 from tweets order by +id desc`"],
    ["+account_id", "sql`+account_id`"],
    ["randomblob(", "sql`select randomblob(4)`"],
    ["insert or ignore", 'sql.raw("insert or ignore into tweets values (1)")'],
  ])("%s", (what, text) => {
    const file = "app/features/bots/store/a.server.ts";
    expect(ownDialect(house({ [file]: `${text};\n` }))).toEqual([`${file}: ${what}`]);
    expect(ownDialect(house({ ["db/sqlite/a.server.ts"]: `${text};\n` }))).toEqual([]);
  });

  it("and a sum, a comment or a word of no statement is not", () => {
    const text = "// rowid, iif(\nconst a = sql`select attempts + 1, ${b} + c from t`;\nconst d = 'a cross join b';\n";
    expect(ownDialect(house({ "app/features/bots/store/a.server.ts": text }))).toEqual([]);
  });
});

it("a file of 301 lines and a silent file are seen", () => {
  expect(long(house({ "app/a.ts": "//\n".repeat(301), "app/b.ts": "//\n".repeat(300) }))).toEqual(["app/a.ts"]);
  const first = {
    "app/a.ts": "export const a = 1;\n",
    "tests/b.test.ts": "\n// Late.\n",
    "db/c.ts": "// It says it.\n",
  };
  expect(silent(house(first))).toEqual(["app/a.ts", "tests/b.test.ts"]);
});

it("a door that hands out more than 25 values is seen; types, and files that are no door, don't count", () => {
  const door = (room: string, text: string) => ({ [`app/features/${room}/${room}.server.ts`]: text });
  const names = (count: number) => Array.from({ length: count }, (_, n) => `v${n}`).join(", ");
  const planted = {
    ...door("a", `export { ${names(25)} } from "./x";\nexport const one = 1;\n`),
    ...door(
      "b",
      `export { ${names(24)}, type T } from "./x";\nexport type { U, V } from "./y";\nexport interface W {}\n`,
    ),
    ...door("c", `export { ${names(24)} } from "./x";\nexport async function f() {}\nexport class G {}\n`),
    ...door("d", 'export * from "./x";\n'),
    "app/features/a/other.server.ts": `export { ${names(40)} } from "./x";\n`,
  };
  expect(wideDoors(house(planted))).toEqual({ a: 26, c: 26, d: 26 });
});

it("an import for effect is seen, wherever the program has one, and no other import is taken for it", () => {
  const planted = {
    "app/ui/a.ts": 'import "./kit";\n',
    "db/b.ts": '// A.\nimport {} from "node:fs";\n',
    "jobs/c.ts": "import 'x';",
  };
  const right = { "app/ui/d.ts": 'import { a } from "./a";\nimport e from "./e";\nconst b = await import("./b");\n' };
  expect(forEffect(house({ ...planted, ...right, "tests/f.ts": 'import "./g";\n' }))).toEqual([
    "app/ui/a.ts → ./kit",
    "db/b.ts → node:fs",
    "jobs/c.ts → x",
  ]);
});

it("a module of the database or the jobs without .server in its name is seen, unless it holds types alone", () => {
  const types = 'import type { Db } from "./database.server";\n/** A shape. */\nexport interface A { db: Db }\n';
  const code = `${types}export const a = 1;\n`;
  const named = { "db/a.server.ts": code, "jobs/a.server.ts": code, "db/a.types.ts": types, "db/schema.ts": types };
  expect(unnamedServers(house({ ...named, "app/ui/a.ts": code }))).toEqual([]);
  const faults = { "db/b.types.ts": code, "db/b.ts": types, "jobs/b.ts": code };
  expect(unnamedServers(house(faults))).toEqual(Object.keys(faults));
  expect(unnamedServers(house({ "db/schema.ts": code }))).toEqual(["db/schema.ts"]);
});

it("a picture that is decoded in the server's own process is seen, at once, later or by the decoder's file", () => {
  const planted = {
    "app/features/media/a.server.ts": 'import sharp from "sharp";\n',
    "db/b.server.ts": 'const sharp = await import("sharp");\n',
    "jobs/c.server.ts": 'import { x } from "~/features/media/clean-picture.mjs";\n',
    "commands/d.ts": 'export { default } from "@img/sharp-linux-x64";\n',
  };
  const right = {
    "app/features/media/clean-picture.mjs": 'import sharp from "sharp";\n',
    "app/features/media/clean.server.ts": 'const program = new URL("clean-picture.mjs", import.meta.url);\n',
    "tests/e.ts": 'import sharp from "sharp";\n',
  };
  expect(decoding(house({ ...planted, ...right }))).toEqual(Object.keys(planted));
});

it("a drawer is seen, wherever it stands", () => {
  const files = ["app/utils/a.ts", "app/ui/helpers/b.ts", "tests/common/c.ts", "lib/d.ts", "app/ui/library.ts"];
  expect(drawersIn(files)).toEqual(files.slice(0, 4));
});

describe("a word that words.json replaces is found", () => {
  const list: WordList = {
    words: [
      { word: "twin|twins", say: "duplicate", tests: true },
      { word: "look", say: "check" },
      { word: "wire", say: "api" },
    ],
    names: [{ name: "takeUp", say: "recover" }],
    files: ["said"],
    exceptions: [
      { path: "app/ui/**/bird.tsx", name: "BirdOnWire", why: "the bird's" },
      { path: "db/migrations/**", why: "they have run" },
    ],
  };
  const found = (file: string, text: string) => oldWordsIn(house({ [file]: text }), list);

  it.each([
    ["a constant", "const theTwin = 1;"],
    ["a function", "function findTwins() {}"],
    ["a parameter", "const f = (twin: string) => f;"],
    ["what is taken out of an object", "const { twin } = f();"],
    ["what is taken out under another name", "const { other: twin } = f();"],
    ["a type", "type Twin = string;"],
    ["an interface's member", "interface A { twinOf: string }"],
    ["a property", "const a = { isTwin: true };"],
    ["snake_case", "const a = { twin_id: 1 };"],
    ["an import under another name", 'import { a as twin } from "./a";'],
    ["an import of everything", 'import * as twins from "./a";'],
    ["a whole name", "const twin = 1;"],
  ])("as %s", (_name, text) => {
    expect(found("app/ui/a.tsx", `${text}\n`)).toEqual([
      expect.stringMatching(/^app\/ui\/a\.tsx:1 \w+: say duplicate$/),
    ]);
  });

  it("as a file's name, of the words or of the list of files, and as a whole name", () => {
    expect(found("app/ui/twin-list.css", "")).toEqual(["app/ui/twin-list.css: say duplicate"]);
    expect(found("jobs/said.server.ts", "")).toEqual(["jobs/said.server.ts: say another name"]);
    expect(found("db/a.server.ts", "const takeUp = 1;\n")).toHaveLength(1);
    expect(found("db/a.server.ts", "const takeUpMore = 1;\n")).toEqual([]);
  });

  it("in tests where the word is held against them", () => {
    expect(found("tests/a.test.ts", "const twin = 1;\nconst look = 2;\n")).toEqual([
      "tests/a.test.ts:1 twin: say duplicate",
    ]);
  });

  it("and none in a part of another word, a comment, a string, JSX text or an exception", () => {
    const text = '// A twin.\nconst twinkle = "twin";\nconst a = <p title="twin">look</p>;\n';
    expect(found("app/ui/a.tsx", text)).toEqual([]);
    expect(found("app/ui/page/bird.tsx", "const BirdOnWire = 1;\n")).toEqual([]);
    expect(found("app/ui/page/bird.tsx", "const otherWire = 1;\n")).toHaveLength(1);
    expect(found("db/migrations/001-twins.server.ts", "const twin = 1;\n")).toEqual([]);
    expect(found("scripts/a.ts", "const twin = 1;\n")).toEqual([]);
  });
});

describe("a parameter that is no noun is seen", () => {
  const list: WordList = {
    words: [],
    names: [],
    files: [],
    parameters: [{ name: "by|ask", say: "actor" }],
    exceptions: [],
  };
  const found = (file: string, text: string) => vagueParametersIn(house({ [file]: text }), list);

  it.each([
    ["a function's", "function f(by: string) {}"],
    ["an arrow function's", "const f = (by: string) => f;"],
    ["a callback's", "list.map((by) => f(by));"],
    ["a method's", "const a = { f(by: string) {} };"],
    ["a function type's", "type F = (by: string) => void;"],
    ["a member's", "interface A { f(by: string): void }"],
    ["the rest", "const f = (...by: string[]) => f;"],
  ])("as %s", (_name, text) => {
    expect(found("app/ui/a.tsx", `${text}\n`)).toEqual(["app/ui/a.tsx:1 by: say actor"]);
  });

  it("in the scripts, and as any of the names", () => {
    expect(found("scripts/a.mjs", "const f = (ask) => ask;\n")).toEqual(["scripts/a.mjs:1 ask: say actor"]);
  });

  it("and not as a property, a variable or a part of a name, nor in tests or migrations", () => {
    const text = "const by = 1;\nconst f = ({ by }: { by: string }, askedBy: string) => ({ by, ask: askedBy });\n";
    expect(found("app/ui/a.ts", text)).toEqual([]);
    expect(found("tests/a.test.ts", "const f = (by: string) => f;\n")).toEqual([]);
    expect(found("db/migrations/001-by.server.ts", "const f = (by: string) => f;\n")).toEqual([]);
  });
});
