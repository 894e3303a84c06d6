// The rules of the house as pure functions of its files: which may import which, what lies where, how large a room is.
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

/** The order of the features: each may use those before it. A new one is named here first. */
const features = [
  "rate-limits",
  "events",
  "audit",
  "passwords",
  "users",
  "sessions",
  "mail-links",
  "passkeys",
  "second-factor",
  "single-sign-on",
  "api-keys",
  "accounts",
  "tweets",
  "threads",
  "media",
  "voice",
  "generation",
  "moments",
  "uploads",
  "spending",
  "publishing",
  "scheduling",
  "backlog",
  "deletions",
  "results",
  "timeline",
  "analysis",
  "bots",
  "ideas",
  "alerts",
  "webhooks",
  "doctor",
  "backups",
  "data-export",
  "user-deletion",
  "people",
  "invitations",
];

/** What all stand on: a new file there is named here first, or belongs to a storey. */
const ground = [
  "addresses.ts",
  "api-shapes.server.ts",
  "config.server.ts",
  "config-ai.ts",
  "config-values.ts",
  "dollars.ts",
  "errors.ts",
  "fair-pool.ts",
  "in-order.ts",
  "mail-address.ts",
  "messages.ts",
  "misspelt.ts",
  "pages.ts",
  "postgres-address.ts",
  "secrets/mac.server.ts",
  "secrets/private-files.server.ts",
  "secrets/redact.ts",
  "secrets/secrets.server.ts",
  "secrets/token.server.ts",
  "secrets/vault.server.ts",
  "telemetry/crash-points.server.ts",
  "telemetry/forwarded.ts",
  "telemetry/log.server.ts",
  "telemetry/metrics.server.ts",
  "telemetry/readable.ts",
  "telemetry/refused.ts",
  "telemetry/standard-output.server.ts",
  "time/city-time.ts",
  "time/clock.server.ts",
  "time/duration.ts",
  "time/iso.ts",
  "time/zone.ts",
  "plain-text.ts",
  "release.server.ts",
  "spreadsheet.ts",
  "trim-end.ts",
  "work.server.ts",
].map((name) => `app/ground/${name}`);
/** All that lies at `app/`: what Remix asks for, the process's beginning, and what every feature is handed. */
const entries = [
  "main.server.ts",
  "root.tsx",
  "entry.client.tsx",
  "entry.server.tsx",
  "routes.table.js",
  "app.server.ts",
];

/** The storey of a file, as in ARCHITECTURE.md: a file imports only from its own storey or those above (smaller). */
export function storeyOf(file: string): number | null {
  if (ground.includes(file)) return 0;
  if (file.startsWith("db/")) return 1;
  if (file.startsWith("app/ports/")) return 2;
  if (file === "app/app.server.ts") return 3;
  if (/^app\/(ui|styles)\//.test(file)) return 4;
  const feature = /^app\/features\/([^/]+)\//.exec(file)?.[1];
  if (feature) return features.includes(feature) ? 5 + features.indexOf(feature) / 100 : null;
  if (file.startsWith("jobs/")) return 6;
  if (file.startsWith("app/http/")) return 7;
  if (wayOf(file)) return 8;
  if (file.startsWith("app/routes/") || entries.some((name) => file === `app/${name}`)) return 9;
  return null;
}

/** The four ways in. */
const wayOf = (file: string): string | undefined => /^(app\/(?:api|mcp|screens)|commands)\//.exec(file)?.[1];

const isCode = (file: string): boolean => /^(app|db|jobs|commands)\/.*\.tsx?$/.test(file);

/** Files that no storey knows: a new one at `app/` or `app/ground/`, a feature without its place in the order. */
export const homeless = (files: Iterable<string>): string[] =>
  [...files].filter((file) => /^(app|db|jobs|commands)\//.test(file) && storeyOf(file) === null);

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
    .map(toText);

/** Each import of what a way in keeps to itself: by another way in, or by anybody of a route. */
export const sideways = (graph: Graph): string[] =>
  edgesOf(graph)
    .filter(({ from, target }) => {
      const [way, other] = [wayOf(from), wayOf(target)];
      return target.startsWith("app/routes/") || (way && other && way !== other);
    })
    .map(toText);

const publishing = ["rules", "store", "engine", "verbs"];

/** Each import in publishing that goes back: verbs use engine, store and rules, and each only those after it. */
export const backInPublishing = (graph: Graph): string[] => {
  const roomOf = (file: string) => /^app\/features\/publishing\/(?:([^/]+)\/)?/.exec(file);
  const heightOf = (file: string) => publishing.indexOf(roomOf(file)?.[1] ?? "");
  return edgesOf(graph)
    .filter(({ from, target }) => {
      if (!roomOf(from) || !roomOf(target) || heightOf(from) === -1) return false;
      const isOwnFile = roomOf(target)?.[1] === undefined;
      return isOwnFile ? isDoor(target) : heightOf(target) > heightOf(from);
    })
    .map(toText);
};

const isDoor = (file: string) => file === "app/features/publishing/publishing.server.ts";

/** Loaders that hand what they fetched to no `toView` beside them. */
export const unviewed = (graph: Graph): string[] =>
  [...graph.keys()].filter((file) => {
    const folder = /^(app\/screens\/.*)load\.server\.ts$/.exec(file)?.[1];
    return folder && !graph.get(file)?.some(({ target }) => target === `${folder}to-view.server.ts`);
  });

/** What no `toView` may reach, however far: its page is made of what it was handed. */
const outside = /^(db\/|app\/app\.server|app\/ground\/(config|work|time\/clock)\.server)/;

/** Each import by which a `toView` reaches the database, the clock or the configuration. */
export const impureViews = (graph: Graph): string[] => {
  const reached = new Set([...graph.keys()].filter((file) => /^app\/screens\/.*to-view\.server\.ts$/.test(file)));
  const found: string[] = [];
  for (const from of reached)
    for (const { target, typeOnly, text } of graph.get(from) ?? []) {
      if (typeOnly) continue;
      if (outside.test(target)) found.push(toText({ from, target, typeOnly, text }));
      else reached.add(target);
    }
  return found;
};

/** What the browser may load, and imports more of the server than types. */
export const leaks = (graph: Graph): string[] =>
  edgesOf(graph)
    .filter(({ from, target, typeOnly }) => isOfBrowsers(from) && target.includes(".server.") && !typeOnly)
    .map(toText);

/** Routes and the root are loaded by both; the compiler takes their loaders out. */
const isOfBrowsers = (file: string): boolean =>
  file.startsWith("app/") && !file.includes(".server.") && !file.startsWith("app/routes/") && file !== "app/root.tsx";

/** Files of the server beyond the ports that could call out. */
export const callersIn = (house: House): string[] =>
  [...house]
    .filter(([file, text]) => isCode(file) && !file.startsWith("app/ports/") && canCallOut(file, text))
    .map(([file]) => file);

function canCallOut(file: string, text: string): boolean {
  if (isOfBrowsers(file)) return false;
  return /\bfetch\(|(?:from|import)\s*\(?\s*["'](?:node:)?(?:https?|http2|net|tls|dgram|undici)["']/.test(text);
}

const toText = ({ from, target }: Edge): string => `${from} → ${target}`;

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
