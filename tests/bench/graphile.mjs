// graphile-worker, the opponent on Postgres: installed where it is needed, and run in a process of its own.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { versionOf } from "./machine.mjs";
import { startReady } from "./ready.mjs";
import { root } from "./server.mjs";

const opponent = join(root, "tests", "bench", "graphile");

export function installGraphile() {
  if (!existsSync(join(opponent, "node_modules", "graphile-worker")))
    execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund"], { cwd: opponent, stdio: "ignore" });
  return versionOf("graphile-worker", opponent);
}

/** Where a job is until it is done. */
export const jobsLeft = "graphile_worker._private_jobs";

/** Resolves when all jobs are queued. */
export const queueJobs = (url, { jobs, concurrency, how, log }) =>
  startReady(["drain.mjs", url, jobs, concurrency, how], { cwd: opponent, log });
