// The built app as a process of its own, started as the container starts it, with nothing but environment variables.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..", "..");
export const command = ["node_modules/@remix-run/serve/dist/cli.js", "build/index.js"] as const;

/** Long enough for a machine that does three other things; the start itself takes half a second. */
const patienceMs = 60_000;
const pollEveryMs = 25;

export interface BuiltServer {
  /** http://127.0.0.1:PORT, or under another name; also after a restart. */
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pid: number;
  /** All it has printed, over all its starts. */
  log(): string;
  /** Its log's JSON lines. */
  events(): Record<string, unknown>[];
  /** Resolves with the exit code once it has ended; null when the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  kill9(): Promise<void>;
  /** Resolves with the exit code once it has ended by itself. */
  ended(): Promise<number | null>;
  /** Starts it anew on the same port and folder; stops it first (SIGTERM) if it still runs. */
  restart(env?: Environment): Promise<void>;
  /** Its wall clock's time, whether it runs or not. */
  now(): number;
  /**
   * Turns its clocks on as if so long had been waited, and resolves once all timers whose moment has come have fired.
   * While it is down it counts for its next start. Only of one that was started with `isTurned`.
   */
  advance(ms: number): Promise<void>;
  /** Sets its wall clock alone, as an administrator does. */
  leap(ms: number): Promise<void>;
  /** Ends it however it stands, and removes the folder if it was made for it. */
  close(): Promise<void>;
}

/** `BUILD` is not handed on: it is another build to start. */
export type Environment = Record<string, string>;

interface Start {
  env?: Environment;
  /** By which it is reached, and which APP_ORIGIN has: passkeys need one that is no address. */
  name?: "127.0.0.1" | "localhost";
  /** Given, it is kept. */
  dataDir?: string;
  /** Shell commands that mount something for this server alone, in a namespace of its own. */
  mounts?: string;
  /** Its time can be turned. */
  isTurned?: boolean;
}

/** Starts the built app on a free port of 127.0.0.1 and waits until /healthz answers 200. */
export async function startServer(start: Start = {}): Promise<BuiltServer> {
  const { env = {}, name = "127.0.0.1", dataDir, mounts, isTurned = false } = start;
  if (!existsSync(join(root, "build", "index.js"))) throw new Error("There is no build yet: npm run build");
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "linnet-test-"));
  const port = await freePort();
  const origin = `http://${name}:${port}`;
  let text = "";
  let change: Environment = {};
  let aheadMs = 0;
  const begin = async (): Promise<Running> => {
    const own = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: folder, APP_ORIGIN: origin, REGISTRATION: "open" };
    const all: Environment = { ...own, ...env, ...change };
    const turned = { NODE_OPTIONS: `${clockAhead} ${all["NODE_OPTIONS"] ?? ""}`, CLOCK_AHEAD_MS: String(aheadMs) };
    const running = launch({ ...all, ...(isTurned && turned) }, (piece) => (text += piece), mounts, isTurned);
    await healthy(origin, running, () => text);
    return running;
  };
  let running = await begin();
  const turn = async (turnBy: number, onlyWall: boolean): Promise<void> => {
    if (!isTurned) throw new Error("This server was not started with a clock that is turned");
    aheadMs += turnBy;
    if (running.hasEnded()) return;
    const { child, ended } = running;
    const turned = new Promise((resolve) => child.once("message", resolve));
    // It may end in the meantime.
    child.send({ turnBy, onlyWall }, () => undefined);
    await Promise.race([turned, ended]);
  };

  return {
    origin,
    port,
    dataDir: folder,
    get pid() {
      return running.child.pid ?? 0;
    },
    log: () => text,
    events: () => readEvents(text),
    stop: (signal = "SIGTERM") => end(running, signal),
    kill9: () => end(running, "SIGKILL").then(() => undefined),
    ended: () => running.ended,
    async restart(next = {}) {
      await end(running, "SIGTERM");
      change = next;
      running = await begin();
    },
    now: () => Date.now() + aheadMs,
    advance: (ms) => turn(ms, false),
    leap: (ms) => turn(ms, true),
    async close() {
      await end(running, "SIGKILL");
      if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts it with an environment that is expected to end it; answers what it printed and its exit code. */
export async function startAndEnd(
  env: Environment,
  mounts?: string,
): Promise<{ code: number | null; printed: string }> {
  const folder = mkdtempSync(join(tmpdir(), "linnet-test-"));
  let printed = "";
  const own = { PORT: String(await freePort()), DATA_DIR: folder };
  const running = launch({ ...own, ...env }, (piece) => (printed += piece), mounts);
  const timer = setTimeout(() => running.child.kill("SIGKILL"), patienceMs);
  const code = await running.ended;
  clearTimeout(timer);
  rmSync(folder, { recursive: true, force: true });
  return { code, printed };
}

interface Running {
  child: ChildProcess;
  ended: Promise<number | null>;
  hasEnded(): boolean;
}

/** Nothing of Linnet's own variables comes from whoever runs the tests, only what any program needs. */
const passedOn = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "NODE_OPTIONS"];

const clockAhead = `--import ${pathToFileURL(join(import.meta.dirname, "preloads/clock-ahead.mjs")).href}`;

function launch(
  { BUILD: build = command[1], ...env }: Environment,
  onText: (piece: string) => void,
  mounts?: string,
  isTurned = false,
): Running {
  const passed = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const [program = "", ...args] = [
    // It becomes the server itself: the process that is signalled is the one that serves.
    ...(mounts === undefined ? [] : ["unshare", "-rm", "sh", "-c", `${mounts} && exec "$0" "$@"`]),
    process.execPath,
    command[0],
    build,
  ];
  const child = spawn(program, args, {
    cwd: root,
    env: { ...Object.fromEntries(passed), NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe", ...(isTurned ? (["ipc"] as const) : [])],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", onText);
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  let over = false;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    // "close" comes after the last piece of output, "exit" may come before it.
    child.once("close", (code) => {
      over = true;
      process.removeListener("exit", killWithUs);
      resolve(code);
    });
  });
  return { child, ended, hasEnded: () => over };
}

async function end(running: Running, signal: NodeJS.Signals): Promise<number | null> {
  if (!running.hasEnded()) running.child.kill(signal);
  const timer = setTimeout(() => running.child.kill("SIGKILL"), patienceMs + 10_000);
  const code = await running.ended;
  clearTimeout(timer);
  return code;
}

async function healthy(origin: string, running: Running, log: () => string): Promise<void> {
  const isUp = () =>
    fetch(`${origin}/healthz`).then(
      (answer) => answer.status === 200,
      () => false,
    );
  const gaveUpAt = performance.now() + patienceMs;
  while (!(await isUp())) {
    if (running.hasEnded()) throw new Error(`The server ended before it was up:\n${log()}`);
    if (performance.now() > gaveUpAt) {
      running.child.kill("SIGKILL");
      throw new Error(`The server was not up in time:\n${log()}`);
    }
    await pause(pollEveryMs);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Looks again and again until `look` answers something; throws with `what` when it never does. */
export async function eventually<T>(
  what: string,
  poll: () => Promise<T | null | undefined | false> | T | null | undefined | false,
): Promise<T> {
  const gaveUpAt = performance.now() + patienceMs;
  for (;;) {
    const seen = await poll();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    if (performance.now() > gaveUpAt) throw new Error(`It never came to pass: ${what}`);
    await pause(pollEveryMs);
  }
}

function readEvents(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/**
 * One whose server is just between two lives looks free, to the tests of other processes too: so long as a port is
 * ours, we listen 10,000 below it. The last ones suffice: who had those before has ended.
 */
const kept: Server[] = [];
const maxKept = 200;
const below = 10_000;

/** Below the ports that systems hand out to clients, so that nobody's outgoing call takes it in the meantime. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const claim = await tryListen(port - below);
    if (!claim) continue;
    const probe = await tryListen(port);
    if (!probe) {
      claim.close();
      continue;
    }
    kept.push(claim.unref());
    if (kept.length > maxKept) kept.shift()?.close();
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}

function tryListen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
