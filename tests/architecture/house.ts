// The rules of the house as pure functions of its files: which may import which, what lies at its ground, no drawers.
import { dirname, join, normalize } from "node:path";

/** Every file's text by its path from the root. */
export type House = ReadonlyMap<string, string>;

export interface Import {
  text: string;
  target: string;
  typeOnly: boolean;
}

export interface Edge extends Import {
  from: string;
}

export type Graph = ReadonlyMap<string, Import[]>;

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

/** What lies at `app/` for all to stand on: a new file there is named here first, or belongs to a storey. */
const ground = [
  "catalogue.ts",
  "clock.server.ts",
  "config.server.ts",
  "dollars.ts",
  "drop-end.ts",
  "duration.ts",
  "errors.ts",
  "iso.ts",
  "log.server.ts",
  "measures.server.ts",
  "points.server.ts",
  "redact.ts",
  "routes.table.js",
  "secrets.server.ts",
  "token.server.ts",
  "vault.server.ts",
  "wire.server.ts",
  "work.server.ts",
  "zone.ts",
].map((name) => `app/${name}`);
/** What Remix asks for at `app/`, with the process's beginning. */
const entries = ["app/root.tsx", "app/entry.client.tsx", "app/entry.server.tsx", "app/main.server.ts"];

/** The storey of a file, as in docs/decisions/001: a file imports only from its own storey or those above (smaller). */
export function storeyOf(file: string): number | null {
  if (ground.includes(file)) return 0;
  if (file.startsWith("db/")) return 1;
  if (file.startsWith("app/ports/")) return 2;
  if (file === "app/app.server.ts") return 3;
  if (file.startsWith("app/ui/") || file.startsWith("app/styles/")) return 4;
  const feature = /^app\/features\/([^/]+)\//.exec(file)?.[1];
  if (feature) return features.includes(feature) ? 5 + features.indexOf(feature) / 100 : null;
  if (file.startsWith("jobs/")) return 6;
  if (file.startsWith("commands/")) return 9;
  if (file.startsWith("app/http/")) return 7;
  if (/^app\/(screens|api)\//.test(file)) return 7.5;
  if (file.startsWith("app/routes/") || entries.includes(file)) return 8;
  return null;
}

const isCode = (file: string): boolean => /^(app|db|jobs|commands)\/.*\.tsx?$/.test(file);

/** Files of the program that no storey knows: a new one at `app/`, a feature without its place in the order. */
export const homeless = (house: House): string[] =>
  [...house.keys()].filter((file) => isCode(file) && storeyOf(file) === null);

/** Who imports whom: also what is re-exported, and what is loaded later by `import("…")`. */
export const graphOf = (house: House): Graph =>
  new Map([...house].filter(([file]) => isCode(file)).map(([file, text]) => [file, importsIn(house, file, text)]));

export const edgesOf = (graph: Graph): Edge[] =>
  [...graph].flatMap(([from, imports]) => imports.map((one) => ({ from, ...one })));

function importsIn(house: House, file: string, code: string): Import[] {
  const found = [...code.matchAll(/(?:^|\n)(import|export)( type)?\b[^;'"]*?["']([^'"]+)["']/g)].map(
    ([whole, , type, text = ""]) => ({ text, typeOnly: type !== undefined || namesOnlyTypes(whole) }),
  );
  const later = [...code.matchAll(/(typeof )?\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g)].map(([, type, text = ""]) => ({
    text,
    typeOnly: type !== undefined,
  }));
  return [...found, ...later].flatMap((one) => {
    const target = resolve(house, file, one.text);
    return target ? [{ ...one, target }] : [];
  });
}

function namesOnlyTypes(whole: string): boolean {
  const named = /{([^}]*)}/.exec(whole)?.[1];
  if (named === undefined || /^(import|export)\s+\w+\s*,/.test(whole.trim())) return false;
  return named.split(",").every((name) => !name.trim() || name.trim().startsWith("type "));
}

function resolve(house: House, from: string, text: string): string | null {
  const path = text.startsWith("~db/")
    ? `db/${text.slice(4)}`
    : text.startsWith("~jobs/")
      ? `jobs/${text.slice(6)}`
      : text.startsWith("~/")
        ? `app/${text.slice(2)}`
        : text.startsWith(".")
          ? normalize(join(dirname(from), text))
          : null;
  if (path === null) return null;
  return ["", ".ts", ".tsx", ".js"].map((end) => path + end).find((file) => house.has(file)) ?? null;
}

/** Each import that goes down, from a storey to one below it. */
export const downward = (graph: Graph): string[] =>
  edgesOf(graph)
    .filter(({ from, target }) => (storeyOf(target) ?? 0) > (storeyOf(from) ?? 0))
    .map(({ from, target }) => `${from} → ${target}`);

/** Each circle of imports, as the way around it. */
export function circlesIn(graph: Graph): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (done.has(file) || path.includes(file)) return;
    for (const { target } of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

/** Folders in which everything could lie. */
export const drawersIn = (files: Iterable<string>): string[] =>
  [...files].filter((file) => /(^|\/)(utils?|helpers?|lib|common|misc|shared)\//.test(file));
