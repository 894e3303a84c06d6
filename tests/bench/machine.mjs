// What a figure was measured on and with.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { root } from "./server.mjs";

/** One line; the load before the measurement tells how quiet the machine was. */
export function machine() {
  const [cpu] = cpus();
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  // The page that the figures are written to changes by each of them.
  const elsewhere = ["--", ".", ":!docs/benchmarks.md"];
  const changed =
    git("status", "--porcelain", "--untracked-files=no", ...elsewhere) === "" ? "" : " with local changes";
  return [
    new Date().toISOString().slice(0, 10),
    `commit ${git("rev-parse", "--short", "HEAD")}${changed}`,
    `Node ${process.version.slice(1)}`,
    `${cpus().length} × ${cpu?.model.trim() || "unnamed CPU"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release().split("-")[0]}`,
    `load ${loadavg()[0].toFixed(1)} before it began`,
  ].join(" · ");
}

export function versionOf(name, folder = root) {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}
