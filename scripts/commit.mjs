// Writes the commit to build/commit.txt, from COMMIT (an image build has no git) or from git.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const git = (...args) => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
};

function commitOf() {
  const given = process.env.COMMIT?.trim();
  if (given) return given.slice(0, 12);
  // The folder may be inside another repository.
  if (git("rev-parse", "--show-prefix") !== "") return "";
  const head = git("rev-parse", "--short=12", "HEAD");
  return head ? `${head}${git("status", "--porcelain") === "" ? "" : "+"}` : "";
}

/** Keeps another user's file: git refuses to name the commit there. */
export function writeCommit() {
  const file = join(root, "build", "commit.txt");
  if (existsSync(file) && !isWritable(file)) return;
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(file, `${commitOf()}\n`);
}

export function isWritable(file) {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeCommit();
