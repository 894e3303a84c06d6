// The house: which storey may import which, no circles, no large rooms, nothing of the server in the browser's bundle.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => existsSync(join(root, file)));
const code = tracked.filter((file) => /^(app|db|jobs|commands)\/.*\.tsx?$/.test(file));

const features = [
  "throttling",
  "users",
  "accounts",
  "tweets",
  "generation",
  "publishing",
  "timeline",
  "analysis",
  "bots",
  "doctor",
  "keeping",
  "takeout",
  "leaving",
];

/** The storey of a file, as in docs/decisions/001: a file imports only from its own storey or those above (smaller). */
function storey(file: string): number {
  if (file.startsWith("db/")) return 1;
  if (file.startsWith("app/ports/")) return 2;
  if (file === "app/app.server.ts") return 3;
  if (file.startsWith("app/ui/") || file.startsWith("app/styles/")) return 4;
  const feature = /^app\/features\/([^/]+)\//.exec(file)?.[1];
  if (feature) return 5 + features.indexOf(feature) / 10;
  if (file.startsWith("jobs/")) return 6;
  if (file.startsWith("commands/")) return 9;
  if (file.startsWith("app/http/")) return 7;
  if (/^app\/(screens|api)\//.test(file)) return 7.5;
  if (file.startsWith("app/routes/") || /^app\/(root|entry|main)\b/.test(file)) return 8;
  return 0;
}

const importsOf = (file: string): { text: string; target: string; typeOnly: boolean }[] =>
  [
    ...readFileSync(join(root, file), "utf8").matchAll(/(?:^|\n)(import|export)( type)?\b[^;'"]*?["']([^'"]+)["']/g),
  ].flatMap(([whole, , type, text]) => {
    const target = resolve(file, text ?? "");
    const named = /{([^}]*)}/.exec(whole)?.[1];
    const allTypes =
      named !== undefined &&
      !/^(import|export)\s+\w+\s*,/.test(whole.trim()) &&
      named.split(",").every((name) => !name.trim() || name.trim().startsWith("type "));
    return target ? [{ text: text ?? "", target, typeOnly: type !== undefined || allTypes }] : [];
  });

function resolve(from: string, text: string): string | null {
  const path = text.startsWith("~db/")
    ? `db/${text.slice(4)}`
    : text.startsWith("~jobs/")
      ? `jobs/${text.slice(6)}`
      : text.startsWith("~/")
        ? `app/${text.slice(2)}`
        : text.startsWith(".")
          ? relative(root, normalize(join(root, dirname(from), text)))
          : null;
  if (path === null) return null;
  return ["", ".ts", ".tsx", ".js"].map((end) => path + end).find((file) => tracked.includes(file)) ?? null;
}

const graph = new Map(code.map((file) => [file, importsOf(file)]));
const edges = [...graph].flatMap(([from, imports]) => imports.map((one) => ({ from, ...one })));

it("reads a graph worth checking", () => {
  expect(edges.length).toBeGreaterThan(200);
});

it("a storey imports only from storeys above it", () => {
  const wrong = edges
    .filter(({ from, target }) => storey(target) > storey(from))
    .map(({ from, target }) => `${from} → ${target}`);
  expect(wrong).toEqual([]);
});

it("nobody imports routes, and routes don't import the database", () => {
  const wrong = edges.filter(
    ({ from, target }) =>
      target.startsWith("app/routes/") || (from.startsWith("app/routes/") && target.startsWith("db/")),
  );
  expect(wrong).toEqual([]);
});

it("there is no circle", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (done.has(file) || path.includes(file)) return;
    for (const { target } of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(circles).toEqual([]);
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

const textOf = (file: string) => readFileSync(join(root, file), "utf8");
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
  const drawers = tracked.filter((file) => /(^|\/)(utils?|helpers?|lib|common|misc|shared)\//.test(file));
  expect(drawers).toEqual([]);
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
