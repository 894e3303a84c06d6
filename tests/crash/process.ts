// One life of the real built app, from its start to its death.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { build as bundle, type BuildOptions } from "esbuild";
import { command } from "../support/server";

export const root = join(import.meta.dirname, "..", "..");
/** Beside each copy of the built app, what serves it. */
const serve = "serve.mjs";
const loaded = (file: string): string[] => ["--import", pathToFileURL(join(import.meta.dirname, file)).href];
/** The killer first: its own timer goes by the machine's time. */
const preloads = [...loaded("killer.mjs"), ...loaded("../support/preloads/clock-ahead.mjs")];

export interface Life {
  readonly pid: number;
  /** Resolves when it listens, or is dead. */
  up: Promise<void>;
  ended: Promise<void>;
  isAlive(): boolean;
  /** It listens, and lives. */
  isUp(): boolean;
  /** Turns its clocks on; resolves once all timers whose moment has come have fired, or it is dead. */
  turn(ms: number): Promise<void>;
  kill(): void;
  log(): string;
}

/** On a machine that does much else, a start takes many times its half second. */
const patienceMs = 120_000;

const alive = new Set<ChildProcess>();

/** Whatever the tests leave behind. */
export function killAll(): void {
  for (const child of alive) child.kill("SIGKILL");
}

export function startLife(build: string, env: Record<string, string>): Life {
  const child = spawn(process.execPath, [...preloads, join(dirname(build), serve), build], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  alive.add(child);
  let text = "";
  let killed = false;
  let over = false;
  let listening = false;
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      over = true;
      alive.delete(child);
      if (code !== null && !killed) reject(new Error(`The app ended by itself with ${code}:\n${text}`));
      else resolve();
    });
  });
  const listens = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
        if (!piece.includes('"msg":"listening"')) return;
        listening = true;
        resolve();
      });
  });
  const up = Promise.race([listens, ended, silent()]);
  // Whoever awaits it is told; a life that nobody waits for must not end the tests.
  up.catch(() => {});
  async function silent(): Promise<never> {
    await pause(patienceMs, undefined, { ref: false });
    throw new Error(`The app neither listens nor ends:\n${text}`);
  }
  return {
    pid: child.pid ?? 0,
    up,
    ended,
    isAlive: () => !over,
    isUp: () => listening && !over,
    async turn(ms) {
      const turned = new Promise((resolve) => child.once("message", resolve));
      // It may be killed in the meantime.
      child.send({ turnBy: ms }, () => undefined);
      await Promise.race([turned, ended]);
    },
    kill() {
      if (over) return;
      killed = true;
      child.kill("SIGKILL");
    },
    log: () => text,
  };
}

export interface Patch {
  from: RegExp;
  to: string;
}

/**
 * A copy of the built app beside it, which later builds don't touch; with patches, one that lacks what a negative
 * control takes away. Each pattern must occur exactly once, or the control would control nothing. Its libraries are put
 * into the same file, all but the compiled ones, and remix-serve's into another: hundreds of lives begin here, and so one
 * takes half of the time.
 */
export async function copyBuild(name: string, ...patches: Patch[]): Promise<string> {
  const built = join(root, "build", "index.js");
  if (!existsSync(built)) throw new Error("There is no build yet: npm run build");
  let code = readFileSync(built, "utf8");
  for (const { from, to } of patches) {
    const found = code.match(new RegExp(from, "g"))?.length ?? 0;
    if (found !== 1) throw new Error(`The control "${name}" looks for ${from} once and found it ${found} times`);
    code = code.replace(from, to);
  }
  const folder = join(root, "build", `crash-${name}`);
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, "index.js");
  await inOneFile(copy, {
    stdin: { contents: code, resolveDir: join(root, "build") },
    external: ["better-sqlite3", "better-sqlite3-node20", "@node-rs/argon2"],
  });
  await inOneFile(join(folder, serve), { entryPoints: [command[0]] });
  return copy;
}

/** A version with more steps, each of which adds a column to the tweets. */
export function furtherBy(...names: string[]): Patch {
  const steps = names.map(
    (name, n) =>
      `{ name: "${name}", up: (db) => db.schema.alterTable("tweets").addColumn("planted${n || ""}", "text").execute() }`,
  );
  return { from: /migrations = \[\s*\{ name: "060-unsent"[^\]]*\}/, to: `$&, ${steps.join(", ")}` };
}

/** Two files of tests, which are threads of one process, may make the same copy at the same time. */
async function inOneFile(file: string, options: BuildOptions): Promise<void> {
  const own = `${file}.${randomUUID()}`;
  await bundle({
    ...options,
    outfile: own,
    bundle: true,
    minify: true,
    // Node reads a file of the older kind twice, to find what it exports.
    format: "esm",
    banner: { js: 'import { createRequire as from } from "node:module"; const require = from(import.meta.url);' },
    platform: "node",
    target: "node20",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    logLevel: "error",
  });
  renameSync(own, file);
}
