// A copy of the checkout in which the commands of the pages are run, so that no test writes into the reader's own files.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

export const isNight = process.env["LINNET_NIGHT"] === "1";

/** The folder of a new copy. Whoever makes it removes it. */
export function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), "linnet-copy-"));
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of listed.toString().split("\0"))
    if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
  // The rules of the house ask git for the files.
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  execFileSync("git", ["add", "--all"], { cwd: copy });
  // scripts/ready.mjs installs nothing through a link.
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
  return copy;
}

/** Without what vitest tells its own processes. */
export function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const own = /^(?:VITEST|NODE_ENV$|LINNET_(?:NIGHT|RUN)$|TEST$)/;
  const rest = Object.entries(process.env).filter(([name]) => !own.test(name));
  return { ...Object.fromEntries(rest), ...more } as NodeJS.ProcessEnv;
}

/** Its failure is the test's, with the end of what it printed. */
export const runIn = (copy: string, command: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: copy, shell: true, env: environment(), signal });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += String(part)));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command}:\n${printed.slice(-4_000)}`)),
    );
  });
