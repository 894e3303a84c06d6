// Health of the built app: who is told what, a full disk, a frozen publisher, a standby, and what the log says of it.
import { appendFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { version } from "../../../package.json";
import { register } from "../../support/people/browser";
import { type BuiltServer, eventually, startServer } from "../../support/server";

const start = async (given: Parameters<typeof startServer>[0] = {}): Promise<BuiltServer> => {
  const server = await startServer(given);
  onTestFinished(() => server.close());
  return server;
};
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "linnet-health-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const readyOf = async (server: BuiltServer, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.origin}/readyz`, { headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

it("/readyz tells anybody yes or no, and its keeper why: by the token, or as the operator", async () => {
  const token = "a-token-of-the-tests";
  const server = await start({ env: { METRICS_TOKEN: token } });
  const stranger = await readyOf(server);
  expect(stranger).toEqual({ status: 200, body: { ready: true } });
  const details = {
    ready: true,
    writable: true,
    publishing: true,
    publisher: true,
    refusing_majority: false,
    proxy_unnamed: false,
    last_backup_seconds_ago: null,
    disk_free_bytes: expect.any(Number) as number,
    version,
    commit: expect.stringMatching(/^[0-9a-f]{12}\+?$/) as string,
  };
  expect((await readyOf(server, { authorization: `Bearer ${token}` })).body).toEqual(details);
  expect((await readyOf(server, { authorization: "Bearer another" })).body).toEqual({ ready: true });
  const alice = await register(server.origin, "alice");
  const bob = await register(server.origin, "bob");
  expect(await (await alice.open("/readyz")).json()).toEqual(details);
  expect(await (await bob.open("/readyz")).json()).toEqual({ ready: true });
  expect(await (await alice.open("/healthz")).json()).toMatchObject({ version, commit: details.commit });
  expect(await (await bob.open("/healthz")).json()).not.toHaveProperty("version");
  expect(await (await alice.open("/doctor")).text()).toContain(`Linnet ${version}`);
  const started = server.events().find(({ msg }) => msg === "started");
  expect(started).toMatchObject({ version, commit: details.commit });
});

it("without a token whoever asks from this machine, past no proxy, is told why", async () => {
  const server = await start();
  expect((await readyOf(server)).body).toMatchObject({ ready: true, writable: true });
  expect((await readyOf(server, { "X-Forwarded-For": "192.0.2.7" })).body).toEqual({ ready: true });
});

it("beside a frozen publisher a standby is not ready, and once it runs on or ends the standby is", async () => {
  const publisher = await start();
  const standby = await start({ dataDir: publisher.dataDir });
  expect((await readyOf(standby)).body).toMatchObject({ ready: true, publisher: false, publishing: true });
  process.kill(publisher.pid, "SIGSTOP");
  await eventually("the standby says so", async () => (await readyOf(standby)).status === 503);
  expect((await readyOf(standby)).body).toMatchObject({ ready: false, writable: true, publishing: false });
  process.kill(publisher.pid, "SIGCONT");
  await eventually("it is ready again", async () => (await readyOf(standby)).status === 200);
  await publisher.kill9();
  await eventually("the standby publishes", async () => (await readyOf(standby)).body["publisher"] === true);
});

it("health checks that find nothing wrong leave no line in the log, and every line is JSON", async () => {
  const server = await start();
  for (const path of ["/healthz", "/readyz", "/metrics"])
    for (let n = 0; n < 3; n++) await (await fetch(server.origin + path)).text();
  const last = await fetch(`${server.origin}/generate?last`);
  await last.text();
  await eventually("the last one is logged", () => server.log().includes("/generate?last"));
  expect(server.log()).not.toMatch(/healthz|readyz|"path":"\/metrics/);
  expect(server.events()).toHaveLength(server.log().trim().split("\n").length);
  expect(server.events()).toContainEqual(expect.objectContaining({ msg: "listening", port: server.port }));
});

const mounts = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs none /mnt"]).status === 0;

it.skipIf(!mounts)(
  "on a full disk /readyz is 503 and logged, while /healthz is 200; with room it is ready again",
  async () => {
    const dataDir = newFolder();
    const server = await start({ dataDir, mounts: `mount -t tmpfs -o size=4m none ${dataDir}` });
    const disk = join("/proc", String(server.pid), "root", dataDir);
    expect(existsSync(join(disk, "linnet.db"))).toBe(true);
    expect(() => {
      for (;;) appendFileSync(join(disk, "filler"), "x".repeat(4_096));
    }).toThrow("ENOSPC");
    await eventually("it is not ready", async () => (await readyOf(server)).status === 503);
    expect((await readyOf(server)).body).toMatchObject({ ready: false, writable: false, publishing: true });
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect(server.log()).toMatch(/"path":"\/readyz","status":503/);
    rmSync(join(disk, "filler"));
    await eventually("it is ready", async () => (await readyOf(server)).status === 200);
  },
);
