// The log on a full disk or with nobody who reads it, and a start on a disk that takes nothing: the server serves all the same.
import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { register } from "../../support/people/browser";
import { command, eventually, freePort, startServer } from "../../support/server";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "linnet-lost-log-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
});

const isUp = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  );

const countIn = (metrics: string): number => Number(/^linnet_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1] ?? 0);

/** Started with this for its standard output, which the shell gives it. */
async function startInto(output: string): Promise<{ origin: string; ended: Promise<number | null> }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "production" as const,
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    REGISTRATION: "open",
  };
  const child = spawn("sh", ["-c", `exec "$@" ${output}`, "sh", process.execPath, ...command], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { ...env, PORT: String(port), APP_ORIGIN: origin },
    stdio: ["ignore", "pipe", "ignore"],
  });
  // With no reader each write is EPIPE.
  child.stdout.destroy();
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(() => void child.kill("SIGKILL"));
  await eventually("the server is up, or has ended", async () => child.exitCode !== null || (await isUp(origin)));
  expect(child.exitCode).toBeNull();
  return { origin, ended };
}

it.each([
  ["on a full disk", ">/dev/full 2>/dev/full"],
  ["that nobody reads", ""],
])("a log %s loses its lines, which are counted, and people are served", async (_, output) => {
  const { origin } = await startInto(output);
  const alice = await register(origin, "alice");
  const { status } = await alice.call("POST", "/api/questions/tweet", { tweet_content: "The linnet sings unheard." });
  expect(status).toBe(201);
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  expect(countIn(metrics)).toBeGreaterThan(2);
  expect(await isUp(origin)).toBe(true);
});

async function write(origin: string, key: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${origin}/api/questions/tweet`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ tweet_content: `The linnet ${"sings on a wire ".repeat(15)}${Math.random()}` }),
  });
  return { status: answer.status, body: await answer.json() };
}

function whyNot(): string | null {
  try {
    execFileSync("unshare", ["-rm", "sh", "-c", `mount -t tmpfs none ${tmpdir()}`], { stdio: "pipe" });
    return null;
  } catch (error) {
    return String(error);
  }
}
const missing = whyNot();

it.skipIf(missing !== null)(
  `a disk that is full at the start: it starts, shows pages, refuses what must be stored, and goes on with space${missing ?? ""}`,
  async () => {
    const first = await startServer({ dataDir });
    const alice = await register(first.origin, "alice");
    await first.stop();
    await first.close();
    expect(existsSync(join(dataDir, "linnet.db.reserve"))).toBe(true);
    const template = `${dataDir}-template`;
    cpSync(dataDir, template, { recursive: true });
    onTestFinished(() => rmSync(template, { recursive: true, force: true }));
    const fill = `{ dd if=/dev/zero of=${dataDir}/filler bs=4k 2>/dev/null || true; }`;
    const mounts = `mount -t tmpfs -o size=8m none ${dataDir} && cp -a ${template}/. ${dataDir}/ && ${fill}`;
    const server = await startServer({ dataDir, mounts });
    onTestFinished(() => server.close());
    expect(server.log()).toContain("the disk of DATA_DIR is full");
    const disk = join("/proc", String(server.pid), "root", dataDir);
    expect(() => {
      for (;;) appendFileSync(join(disk, "filler"), "x".repeat(4_096));
    }).toThrow("ENOSPC");
    expect((await fetch(`${server.origin}/generate`)).status).toBe(200);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
    const refused = await eventually("the disk takes nothing more", async () => {
      const { status, body } = await write(server.origin, alice.apiKey);
      return status === 201 ? null : { status, body };
    });
    expect(refused).toMatchObject({ status: 503, body: { code: "no_storage" } });
    rmSync(join(disk, "filler"));
    const bob = await register(server.origin, "bob");
    expect((await bob.open("/timeline")).status).toBe(200);
  },
);
