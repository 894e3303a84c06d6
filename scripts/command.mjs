// Builds if needed, then runs a built command with the settings of .env.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { makeReady, readSettings, root } from "./ready.mjs";

const [name, ...given] = process.argv.slice(2);
readSettings();
makeReady();

// npm changes to the project's folder, but paths are relative to the caller's.
const from = process.env.INIT_CWD ?? process.cwd();
const fileAt = { backup: 0, restore: 0, export: 1 }[name];
const fileOptions = ["--topics", "--voice", "--out", "--against"];
const isFile = (at) => at === fileAt || (name === "evaluate" && fileOptions.includes(given[at - 1]));
const args = given.map((word, at) => (isFile(at) && !word.startsWith("-") ? resolve(from, word) : word));

const { status } = spawnSync(process.execPath, [`build/commands/${name}.js`, ...args], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production" },
});
process.exit(status ?? 1);
