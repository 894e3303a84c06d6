// The house: which storey may import which, no circles, no large rooms, nothing of the server in the browser's bundle.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { circlesIn, downward, drawersIn, edgesOf, graphOf, homeless } from "./architecture/house";

const root = join(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => existsSync(join(root, file)));
const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const code = tracked.filter((file) => /^(app|db|jobs|commands)\/.*\.tsx?$/.test(file));

const house = new Map(tracked.filter((file) => /\.(tsx?|js)$/.test(file)).map((file) => [file, textOf(file)]));
const graph = graphOf(house);
const edges = edgesOf(graph);

it("reads a graph worth checking", () => {
  expect(edges.length).toBeGreaterThan(200);
});

it("every file has its storey: the ground at app/ and the features' order are lists of names", () => {
  expect(homeless(house)).toEqual([]);
});

it("a storey imports only from storeys above it", () => {
  expect(downward(graph)).toEqual([]);
});

it("nobody imports routes, and routes don't import the database", () => {
  const wrong = edges.filter(
    ({ from, target }) =>
      target.startsWith("app/routes/") || (from.startsWith("app/routes/") && target.startsWith("db/")),
  );
  expect(wrong).toEqual([]);
});

it("there is no circle", () => {
  expect(circlesIn(graph)).toEqual([]);
});

it("only the ports call out: nothing that somebody sends becomes an address that the server asks", () => {
  const calling = code.filter((file) => /\bfetch\(|from "(node:)?(https?|net|tls|dgram|undici)"/.test(textOf(file)));
  const ours = calling.filter((file) => !file.startsWith("app/ports/") && !isOfBrowsers(file));
  // The doctor asks this very server, and the front door and what stands at it only listen.
  expect(ours.toSorted()).toEqual([
    "app/http/assets.server.ts",
    "app/http/encoding.server.ts",
    "app/http/front-door.server.ts",
    "app/http/remix.server.ts",
    "app/http/request-log.server.ts",
    "app/http/turn-away.server.ts",
    "app/http/unreadable.server.ts",
    "commands/doctor.ts",
  ]);
});

const isOfBrowsers = (file: string) => /^app\/(ui|screens|features)\//.test(file) && !file.includes(".server.");

it("the SQLite driver is chosen in one place", () => {
  const direct = tracked.filter(
    (file) =>
      /^(app|db|jobs|tests)\/.*\.ts$/.test(file) &&
      !file.startsWith("tests/bench/") &&
      /^import (?!type).* from "better-sqlite3/m.test(readFileSync(join(root, file), "utf8")),
  );
  expect(direct).toEqual([]);
});

it("db and jobs are imported by alias, and their modules with runtime code are named .server", () => {
  const byPath = edges.filter(
    ({ from, text, target }) => /^(db|jobs)\//.test(target) && from.startsWith("app/") && text.startsWith("."),
  );
  expect(byPath).toEqual([]);
  const unnamed = code.filter(
    (file) => /^(db|jobs)\//.test(file) && !file.endsWith(".server.ts") && file !== "db/schema.ts",
  );
  expect(unnamed).toEqual([]);
});

it("what the browser may load imports nothing of the server but types", () => {
  const leaks = edges.filter(
    ({ from, target, typeOnly }) =>
      !from.includes(".server.") &&
      !from.startsWith("app/routes/") &&
      !from.startsWith("commands/") &&
      from !== "app/root.tsx" &&
      target.includes(".server.") &&
      !typeOnly,
  );
  expect(leaks.map(({ from, target }) => `${from} → ${target}`)).toEqual([]);
});

it("no file has more than 300 lines, and each says in its first line what it is for", () => {
  const long = code.filter((file) => readFileSync(join(root, file), "utf8").split("\n").length > 301);
  expect(long).toEqual([]);
  const silent = [...code, ...tracked.filter((file) => /^(tests|scripts)\/.*\.(ts|tsx|mjs)$/.test(file))].filter(
    (file) => !/^\/\/ \S/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(silent).toEqual([]);
});

it("tests that share their modules with others put none in another's place", () => {
  const parts = tracked.filter((file) => /^tests\/(db|features|ports|screens|ui)\/.*\.tsx?$/.test(file));
  expect(parts.length).toBeGreaterThan(30);
  const mocking = parts.filter((file) =>
    /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(mocking).toEqual([]);
});

it("there are no drawers", () => {
  expect(drawersIn(tracked)).toEqual([]);
});

it("nothing of the server is in the browser's bundle", () => {
  const folder = join(root, "public", "build");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".js"));
  expect(files.length).toBeGreaterThan(3);
  const bundle = files.map((file) => readFileSync(join(folder, file), "utf8")).join("\n");
  for (const marker of [
    "better-sqlite3",
    "node:crypto",
    "argon2",
    "twitter-api-v2",
    "begin exclusive",
    "ENCRYPTION_KEY",
    "_def.typeName",
    "ZodError",
  ])
    expect(bundle, `the bundle holds "${marker}"`).not.toContain(marker);
});
