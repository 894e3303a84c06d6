// What a server holds when nothing is going on: its heap after collection, and its open descriptors.
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The environment that makes a server answer `heapOf`. */
export const probeEnv = (file) => ({
  NODE_OPTIONS: `--import ${join(import.meta.dirname, "probe.mjs")}`,
  HEAP_PROBE: file,
});

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { count: 0 });

/** Bytes in use after collection, and how many of them are machine code. Throws where the server doesn't answer within a minute. */
export async function heapOf(pid, file) {
  const { count } = read(file);
  process.kill(pid, "SIGUSR2");
  for (let tries = 0; tries < 3_000; tries += 1) {
    const now = read(file);
    if (now.count > count) return { heap: now.heap, code: now.code };
    await sleep(20);
  }
  throw new Error("The server did not tell what its heap holds");
}

/**
 * How many descriptors are open once the connections that nobody uses are closed: the least seen within ten seconds, and
 * within two where it is no more than `before`. A job of the server's own may have one open for a while.
 */
export async function descriptorsOf(pid, before = Infinity) {
  let least = Infinity;
  for (let look = 0; look < 40 && (look < 8 || least > before); look += 1) {
    least = Math.min(least, readdirSync(`/proc/${pid}/fd`).length);
    await sleep(250);
  }
  return least;
}

/** What they are, for whoever finds one too many. */
export const descriptorNames = (pid) =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch {
      return [];
    }
  });
