// The built doctor in a terminal: beside a running server, before the first start, and with an environment that can't be.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { register } from "../../support/people/browser";
import { type FakeX, startFakeX } from "../../support/fakes/fake-x";
import { runOn, startPostgres } from "../../support/databases/postgres";
import { type BuiltServer, type Environment, freePort, startAndEnd, startServer } from "../../support/server";

let server: BuiltServer | null = null;
let fake: FakeX | null = null;
afterEach(async () => {
  await server?.close();
  await fake?.close();
  server = fake = null;
});

async function doctor(env: Environment): Promise<{ code: number | null; said: string }> {
  const own: Environment = { PATH: process.env["PATH"] ?? "", ...env };
  const child = spawn(process.execPath, ["build/commands/doctor.js"], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { NODE_ENV: "production", ...own },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said };
}

it("beside a running server all is well; with that one stopped, it says so and ends with 1", async () => {
  fake = await startFakeX();
  const keys = { X_API_KEY: fake.rules.apiKey, X_API_SECRET: fake.rules.apiSecret, X_API_ORIGIN: fake.origin };
  server = await startServer({ env: keys });
  const env = { ...keys, DATA_DIR: server.dataDir, PORT: String(server.port), APP_ORIGIN: server.origin };
  const well = await doctor(env);
  expect(well.said).toMatch(/^OK {6}X: key and secret: X accepts/m);
  expect(well.said).toContain(`${server.origin}/api/twitter-auth/callback`);
  expect(well.said).toMatch(/^OK {6}Job loop: The job loop is running, and this server publishes\.$/m);
  expect(well.said).not.toContain(fake.rules.apiSecret);
  expect(well.code).toBe(0);
  const away = await freePort();
  expect((await doctor({ ...env, PORT: String(away) })).said).toMatch(
    new RegExp(
      `^Warning Job loop: Linnet is running on this database, but nothing responds at http://127.0.0.1:${away}\\.\n {8}→ Use the same PORT`,
      "m",
    ),
  );
  const other = mkdtempSync(join(tmpdir(), "linnet-doctor-"));
  onTestFinished(() => rmSync(other, { recursive: true }));
  expect((await doctor({ ...env, DATA_DIR: other, PORT_: "1" })).said).toMatch(
    new RegExp(
      `^Warning Settings: PORT_ isn.t a setting. Did you mean PORT\\?$[\\s\\S]*^Error   Job loop: The Linnet at http://127.0.0.1:${server.port} uses a different database\\.`,
      "m",
    ),
  );
  await server.stop();
  const ill = await doctor(env);
  expect(ill.said).toMatch(/^Error   Job loop: .*\n {8}→ Start or restart Linnet/m);
  expect(ill.code).toBe(1);
});

it("two nodes are counted and named; one whose ear is at another database is told so; health names nobody", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  await runOn(postgres.url("postgres"), "create database linnet");
  const secret = "a secret of the tests that is long enough";
  const env = { DATABASE_URL: postgres.url("linnet"), SESSION_SECRET: secret, ENCRYPTION_KEY: secret };
  const own = (node: BuiltServer) => ({
    ...env,
    DATA_DIR: node.dataDir,
    PORT: String(node.port),
    APP_ORIGIN: node.origin,
  });
  server = await startServer({ env });
  expect((await doctor(own(server))).said).toMatch(
    /^OK {6}Nodes: 1 node is running\. Its last heartbeat was \d\.\d s ago\./m,
  );
  const stranger = await startAndEnd({ ...env, SESSION_SECRET: "another secret of the tests that is as long" });
  expect([stranger.code, stranger.printed]).toEqual([
    1,
    expect.stringMatching(/^SESSION_SECRET is not the one that this database's nodes sign sessions with: [^\n]+\n$/m),
  ]);
  const second = await startServer({ env });
  onTestFinished(() => second.close());
  const well = await doctor(own(second));
  expect(well.said).toMatch(
    /^OK {6}Nodes: 2 nodes are running\. The oldest heartbeat was \d\.\d s ago\. \S+ \(\S+\), \S+ \(\S+\)\. Nodes wake each other right away\.$/m,
  );
  expect(well.said).toMatch(/^OK {6}Job loop: The job loop is running, and this server publishes\.$/m);
  expect(well.code, well.said).toBe(0);
  // The page asks the node itself.
  const alice = await register(second.origin, "alice");
  expect(await (await alice.open("/doctor")).text()).toMatch(
    /2 nodes are running\. .* Nodes wake each other right away\./,
  );
  const deaf = await doctor({ ...own(server), DATABASE_LISTEN_URL: postgres.url("postgres") });
  expect(deaf.said).toMatch(/^Warning Nodes: 2 nodes .* within a second\.\n {8}→ Set DATABASE_LISTEN_URL/m);
  expect(deaf.said + well.said).not.toContain(new URL(env.DATABASE_URL).password);
  for (const node of [server, second]) {
    const health = (await (await fetch(`${node.origin}/healthz`)).json()) as Record<string, unknown>;
    expect(Object.keys(health).toSorted()).toEqual(
      ["database", "healthy", "loop", "nodes", "obstacle", "oldest_beat_ms", "publisher"], // no name, no address
    );
    expect(health).toMatchObject({ healthy: true, publisher: true, obstacle: null, nodes: 2 });
    expect(health["oldest_beat_ms"]).toBeGreaterThanOrEqual(0);
  }
});

it("before the first start it makes no database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "linnet-doctor-"));
  try {
    const { said } = await doctor({ DATA_DIR: folder, PORT: String(await freePort()) });
    expect(said).toMatch(/^- {7}Gemini: key: GEMINI_API_KEY is not set/m);
    expect(said).toMatch(/^OK {6}Stored authorizations: No account is connected yet\./m);
    expect(existsSync(join(folder, "linnet.db"))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("a bad environment is named as the server would name it", async () => {
  const { code, said } = await doctor({ PORT: "none", QUIET_HOURS: "maybe" });
  expect(code).toBe(1);
  expect(said.trim().split("\n")).toHaveLength(2);
});
