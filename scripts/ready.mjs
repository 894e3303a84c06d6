// Installs and builds a clone if needed, for linnet-build.service, npm start and commands.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isWritable, writeCommit } from "./commit.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

export function readSettings() {
  const file = join(root, ".env");
  if (!existsSync(file)) return;
  try {
    accessSync(file, constants.R_OK);
  } catch {
    // Without .env, a command would look for the database elsewhere.
    end(
      `${file} has the settings, and this user can't read it. Run this as root, or: chgrp linnet .env && chmod 640 .env`,
    );
  }
  process.loadEnvFile(file);
}

function end(line) {
  console.error(line);
  process.exit(1);
}

function requireWritable(path, reason) {
  if (!isWritable(path))
    end(`${reason} and this user can't write to ${root}. As the owner of that folder, run: node scripts/ready.mjs`);
}

export function makeReady() {
  ensureInstalled();
  ensureBuilt();
}

export function run(command, args, env = {}) {
  const status = statusOf(command, args, env);
  if (status !== 0) process.exit(status ?? 1);
}

export const runToEnd = (command, args, env = {}) => statusOf(command, args, env) === 0;

function statusOf(command, args, env) {
  const shell = process.platform === "win32";
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell,
    env: { ...process.env, ...env },
  });
  if (error) throw error;
  return status;
}

const stamp = (name) =>
  name === "built" ? join(root, "build", "sources.txt") : join(root, "node_modules", ".cache", "linnet", name);

function unchanged(name, print) {
  return existsSync(stamp(name)) && readFileSync(stamp(name), "utf8") === print;
}

function remember(name, print) {
  try {
    mkdirSync(join(stamp(name), ".."), { recursive: true });
    writeFileSync(stamp(name), print);
  } catch (error) {
    // The clone belongs to another user: check again next time.
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
  }
}

/** Only the driver for Node 20 is compiled (db/sqlite/driver.server.ts). Other install scripts aren't needed. */
const compiles = Number(process.versions.napi) < 10;

export function ensureInstalled({ compileMeanwhile = false } = {}) {
  // npm ci would empty the folder of another checkout that a link leads to.
  if (lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink()) return;
  const print = printOf(["package-lock.json"]);
  if (unchanged("installed", print)) return;
  const marker = join(root, "node_modules", ".package-lock.json");
  const fits = existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(root, "package-lock.json")).mtimeMs;
  if (!fits || existsSync(stamp("installed"))) {
    requireWritable(root, "The packages aren't installed,");
    console.log(`Installing${compiles ? " (about two minutes the first time: SQLite is compiled)" : ""}…`);
    const withoutScripts = compileMeanwhile || !compiles;
    run("npm", ["ci", "--include=dev", "--no-audit", ...(withoutScripts ? ["--ignore-scripts"] : [])]);
    if (compileMeanwhile && compiles) {
      // Until SQLite is compiled, any other start here installs again.
      remember("installed", "SQLite is not compiled");
      return runMeanwhile("npm", ["rebuild"]).then(() => remember("installed", print));
    }
  }
  remember("installed", print);
}

export function runMeanwhile(command, args) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  const end = () => child.kill();
  process.once("exit", end);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => {
      process.off("exit", end);
      if (status === 0) resolve();
      else reject(new Error(`${command} ${args.join(" ")} ended with ${status}`));
    });
  });
}

const sources = ["app", "db", "jobs", "commands", "public"];
const single = ["package-lock.json", "remix.config.js", "tsconfig.json", "scripts/commands.mjs"];

function printOf(names) {
  const hash = createHash("sha256").update(process.version);
  const add = (path) => {
    if (statSync(path).isDirectory()) {
      if (path.endsWith(join("public", "build"))) return;
      for (const name of readdirSync(path).sort()) add(join(path, name));
    } else hash.update(path.slice(root.length)).update(readFileSync(path));
  };
  for (const name of names) if (existsSync(join(root, name))) add(join(root, name));
  return hash.digest("hex");
}

export function ensureBuilt() {
  const print = printOf([...sources, ...single]);
  // The commit may have changed without a change in the sources.
  if (existsSync(join(root, "build", "index.js")) && unchanged("built", print)) return writeCommit();
  requireWritable(root, "The sources changed since the last build,");
  // With another NODE_ENV the build would be for development, which the server can't serve.
  run("npm", ["run", "--silent", "build"], { NODE_ENV: "production" });
  remember("built", print);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) makeReady();
