// Starts a server as a child on a free port, waits for its first page, reads its memory, ends it in good order.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The command that the container runs, too. */
export const serve = ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"];

export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  return port;
}

/**
 * Runs `command` until `path` answers `status`. `ms` is the time from the spawn to that answer. Throws with the end of its
 * log when it ends before, or doesn't answer in `patience` seconds. Its log goes to the file `log`.
 */
export async function start(command, args, { cwd = root, env = {}, path, status = 200, log, patience = 60 }) {
  const port = await freePort();
  const output = openSync(log, "w");
  const began = performance.now();
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_ENV: "production", REGISTRATION: "open", PORT: String(port), ...env },
    stdio: ["ignore", output, output],
    // A group of its own, so that what npm starts ends with it.
    detached: true,
  });
  closeSync(output);
  const origin = `http://localhost:${port}`;
  const server = { origin, pid: child.pid, child, ms: 0 };
  running.add(server);
  while (!(await answers(origin + path, status))) {
    const late = performance.now() - began > patience * 1000;
    if (late) process.kill(-child.pid, "SIGKILL");
    if (late || child.exitCode !== null)
      throw new Error(`${command} ${args.join(" ")} gave no page:\n${readFileSync(log, "utf8").slice(-2000)}`);
    await sleep(5);
  }
  server.ms = performance.now() - began;
  return server;
}

const answers = (url, status) =>
  fetch(url, { redirect: "manual" }).then(
    async (response) => (await response.text()) !== undefined && response.status === status,
    () => false,
  );

// A measurement that throws leaves no server behind.
const running = new Set();
process.on("exit", () => {
  // One that was killed has a signal for its exit code.
  for (const { child, pid } of running)
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, "SIGKILL");
});

/** Linnet on a data folder, as the container starts it. */
export const startLinnet = (dataDir, { env = {}, path = "/generate" } = {}) =>
  start(process.execPath, serve, { env: { DATA_DIR: dataDir, ...env }, path, log: `${dataDir}.log` });

/** SIGTERM, and its end; what doesn't end in 30 s is killed and told. */
export async function stop(server) {
  const { child, pid } = server;
  running.delete(server);
  if (child.exitCode !== null) return;
  process.kill(-pid, "SIGTERM");
  const ended = await Promise.race([once(child, "exit"), sleep(30_000, null, { ref: false })]);
  if (ended) return;
  process.kill(-pid, "SIGKILL");
  throw new Error("The server did not end within 30 s of SIGTERM");
}

/** Processor time the server has used, in ms: user and system, all its threads. */
export function cpuOf({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  // Linux counts in ticks of 10 ms.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident memory in MB (10^6 bytes): now, and the most it ever was. */
export function memoryOf({ pid }) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kb = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)[1]);
  return { now: (kb("VmRSS") * 1024) / 1e6, most: (kb("VmHWM") * 1024) / 1e6 };
}
