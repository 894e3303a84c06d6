// The house: which storey may import which, no circles, no large rooms, no old words, nothing of the server in the browser's files.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as rules from "./architecture/house";
import * as rooms from "./architecture/rooms";
import { oldWordsIn, vagueParametersIn } from "./architecture/words";
import words from "./architecture/words.json";
import { filesOf } from "./runs.mjs";

const root = join(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");

const house = new Map(
  tracked.filter((file) => /\.(tsx?|m?js|css)$/.test(file)).map((file) => [file, textOf(file)] as const),
);
const graph = rules.graphOf(house);
const edges = rules.edgesOf(graph);

it("reads a graph worth checking", () => {
  expect(edges.length).toBeGreaterThan(200);
});

it("every file has its storey: what lies at app/ and app/ground/ and the features' order are lists of names", () => {
  expect(rules.homeless(tracked)).toEqual([]);
});

it("a storey imports only from storeys above it", () => {
  expect(rules.downward(graph)).toEqual([]);
});

it("no way in imports another, and nobody imports a route", () => {
  expect(rules.sideways(graph)).toEqual([]);
});

it("in publishing verbs use the engine, the engine the store, the store the rules, and never back", () => {
  expect(rules.backInPublishing(graph)).toEqual([]);
});

it("a screen's loader fetches, and hands it all to a toView that reaches no database, clock or configuration", () => {
  expect(rules.unviewed(graph)).toEqual([]);
  expect(rules.impureViews(graph)).toEqual([]);
});

it("routes don't import the database", () => {
  const wrong = edges.filter(
    ({ from, target, typeOnly }) => from.startsWith("app/routes/") && /^db\//.test(target) && !typeOnly,
  );
  expect(wrong.filter(({ target }) => target !== "db/database.server.ts")).toEqual([]);
});

it("no picture is decoded in the server's process", () => {
  expect(rooms.decoding(house)).toEqual([]);
  expect(house.get("app/features/media/clean-picture.mjs")).toContain('from "sharp"');
});

it("there is no circle", () => {
  expect(rules.circlesIn(graph)).toEqual([]);
});

it("only the ports call out: nothing that somebody sends becomes an address that the server asks", () => {
  // The doctor asks this very server, and the front door only listens.
  expect(rules.callersIn(house).toSorted()).toEqual([
    "app/http/door/address.server.ts",
    "app/http/door/default-policy.server.ts",
    "app/http/door/front-door.server.ts",
    "app/http/door/full.server.ts",
    "app/http/door/hand-over.server.ts",
    "app/http/door/in-flight.server.ts",
    "app/http/door/limits.server.ts",
    "app/http/door/pace.server.ts",
    "app/http/door/precompressed.server.ts",
    "app/http/door/request-log.server.ts",
    "app/http/door/take-before-closing.server.ts",
    "app/http/door/too-busy.server.ts",
    "app/http/door/unreadable.server.ts",
    "commands/doctor.ts",
  ]);
});

it("SQL stands in db/, a store/ or queries.server.ts; transactions begin with inTransaction; drivers stay in db/", () => {
  expect(rooms.databaseAbroad(house)).toEqual([]);
});

it("every statement outside db/sqlite/ and db/postgres/ is one that both databases read", () => {
  expect(rooms.ownDialect(house)).toEqual([]);
});

it("the SQLite driver is chosen in one place", () => {
  const direct = tracked.filter(
    (file) =>
      /^(app|db|jobs|tests)\/.*\.(ts|mjs)$/.test(file) && /^import (?!type).* from "better-sqlite3/m.test(textOf(file)),
  );
  expect(direct).toEqual([]);
});

it("db and jobs are imported by alias, and their modules with runtime code are named .server", () => {
  const byPath = edges.filter(
    ({ from, text, target }) => /^(db|jobs)\//.test(target) && from.startsWith("app/") && text.startsWith("."),
  );
  expect(byPath).toEqual([]);
  expect(rooms.unnamedServers(house)).toEqual([]);
});

it("what the browser may load imports nothing of the server but types", () => {
  expect(rules.leaks(graph)).toEqual([]);
});

it("no file has more than 300 lines", () => {
  expect(rooms.long(house)).toEqual([]);
});

it("a door exports at most 25 values, but for the debts that are named; a number may only fall", () => {
  const debts: Record<string, number> = { publishing: 40, threads: 26, users: 41 };
  const wider = Object.entries(rooms.wideDoors(house)).filter(([room, count]) => count > (debts[room] ?? 25));
  expect(wider).toEqual([]);
});

it("each file says in its first line what it is for", () => {
  expect(rooms.silent(house)).toEqual([]);
});

it("tests that share their modules with others put none in another's place", () => {
  const parts = [...filesOf("parts", undefined), ...filesOf("postgres", undefined)];
  expect(parts.length).toBeGreaterThan(30);
  const mocking = parts.filter((file) => /\bvi\.(mock|doMock|resetModules)\(/.test(textOf(file)));
  expect(mocking).toEqual([]);
});

it("nothing is imported for its effect", () => {
  expect(rooms.forEffect(house)).toEqual([]);
});

it("there are no drawers", () => {
  expect(rooms.drawersIn(tracked)).toEqual([]);
});

it("no name uses a word that words.json replaces", () => {
  expect(oldWordsIn(house, words)).toEqual([]);
});

it("a parameter's name is a noun that says what the value is", () => {
  expect(vagueParametersIn(house, words)).toEqual([]);
});
