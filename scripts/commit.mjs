// Writes down which commit is built, in build/commit.txt: COMMIT where it is given (the image's build has no git), else git's.
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
  // The folder may lie in somebody else's repository.
  if (git("rev-parse", "--show-prefix") !== "") return "";
  const head = git("rev-parse", "--short=12", "HEAD");
  return head ? `${head}${git("status", "--porcelain") === "" ? "" : "+"}` : "";
}

/** Leaves what stands there where it is somebody else's: git tells a stranger no commit. */
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
