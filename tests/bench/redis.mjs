// A Redis of the bench's own, which writes each command to disk before it answers; or the word that there is none.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, root } from "./server.mjs";

export const opponent = join(root, "tests", "bench", "bullmq");

/** Stands in the report where the opponent can't play. */
export const missing =
  "Not measured beside BullMQ: `redis-server` is not on this machine (Debian: `apt-get install redis-server`).";

export function hasRedis() {
  try {
    execFileSync("redis-server", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** `hz` is how often a second Redis looks for what is due; its own default is 10, and 500 its most. */
export async function startRedis(folder, { hz = 10 } = {}) {
  if (!existsSync(join(opponent, "node_modules", "bullmq")))
    execFileSync("npm", ["install", "--no-save", "--no-audit", "--no-fund"], { cwd: opponent, stdio: "ignore" });
  const port = await freePort();
  const dir = join(folder, `redis-${port}`);
  mkdirSync(dir, { recursive: true });
  const durable = ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--hz", String(hz)];
  const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir];
  const child = spawn("redis-server", [...place, ...durable], { stdio: "ignore" });
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries > 200) throw new Error("redis-server did not start");
    await sleep(50);
  }
  return {
    port,
    pid: child.pid,
    stop() {
      process.removeListener("exit", endWithUs);
      child.kill("SIGTERM");
    },
  };
}

const answers = (port) =>
  new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
    socket.unref();
  });
