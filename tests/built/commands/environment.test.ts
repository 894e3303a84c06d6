// A bad environment stops the built app's start, with one line a fault; so does a port that is taken.
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { register } from "../../support/people/browser";
import { startAndEnd, startServer } from "../../support/server";

const linesOf = (printed: string) => printed.split("\n").filter((line) => line.trim() !== "");

describe("a bad environment", () => {
  // A whole process each; every variable's own line is in config.test.ts.
  const bad: [string, Record<string, string>][] = [
    ["PORT", { PORT: "abc" }],
    ["X_API_SECRET", { X_API_KEY: "key" }],
    ["SESSION_SECRET", { SESSION_SECRET: "short" }],
  ];

  it.each(bad)("%s ends the start with one line that names it: %j", async (name, env) => {
    const { code, printed } = await startAndEnd(env);
    expect(code).toBe(1);
    expect(linesOf(printed)).toHaveLength(1);
    expect(printed).toMatch(new RegExp(`^${name} `));
  });

  it("names every fault at once", async () => {
    const { code, printed } = await startAndEnd({ PORT: "0.5", QUIET_HOURS: "never", X_API_KEY: "key" });
    expect(code).toBe(1);
    const names = linesOf(printed).map((line) => line.split(" ")[0]);
    expect(names).toEqual(["X_API_SECRET", "PORT", "QUIET_HOURS"].sort((a, b) => names.indexOf(a) - names.indexOf(b)));
  });

  it("never prints a secret that stands in a bad variable", async () => {
    const { printed } = await startAndEnd({ SESSION_SECRET: "hush, short", X_API_SECRET: "hush, alone" });
    expect(linesOf(printed)).toHaveLength(2);
    expect(printed).not.toContain("hush");
  });
});

describe("the folder of the data", () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), "linnet-test-"));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  };

  it("is made where it isn't there, closed to others", async () => {
    const server = await startServer({ dataDir: join(folder(), "deep", "data") });
    onTestFinished(() => server.close());
    expect(statSync(server.dataDir).mode & 0o077).toBe(0);
    expect(statSync(join(server.dataDir, "secrets.json")).mode & 0o077).toBe(0);
  });

  it("with damaged secrets ends the start with one line, which shows nothing of them", async () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, "secrets.json"), '{"session": "hush');
    const { code, printed } = await startAndEnd({ DATA_DIR: dataDir });
    expect(code).toBe(1);
    expect(linesOf(printed)).toHaveLength(1);
    expect(printed).toMatch(/^DATA_DIR .*secrets\.json is damaged/);
    expect(printed).not.toContain("hush");
  });

  it("that can't be one ends the start with one line that names DATA_DIR", async () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    const given = {
      SESSION_SECRET: "a secret of the tests that is long",
      ENCRYPTION_KEY: "a key of the tests that is long",
    };
    for (const env of [{}, given]) {
      const { code, printed } = await startAndEnd({ DATA_DIR: file, ...env });
      expect(code).toBe(1);
      expect(linesOf(printed)).toHaveLength(1);
      expect(printed).toMatch(/^DATA_DIR /);
    }
  });
});

it("a command where the server has no database says so in one line, and makes nothing there", () => {
  const folder = mkdtempSync(join(tmpdir(), "linnet-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const calls = [
    ["admin", "create-user", "ana@example.com"],
    ["admin", "list-users"],
    ["export", "ana@example.com", join(folder, "ana.json")],
  ];
  for (const [name = "", ...args] of calls) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`build/commands/${name}.js`, ...args], {
      cwd: join(import.meta.dirname, "../../.."),
      env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", DATA_DIR: join(folder, "data") },
      encoding: "utf8",
    });
    expect([name, status, stdout, linesOf(stderr)]).toEqual([
      name,
      1,
      "",
      [expect.stringMatching(new RegExp(`^There is no database in ${join(folder, "data")}\\. Set DATA_DIR to`))],
    ]);
    expect(readdirSync(folder)).toEqual([]);
  }
});
it.each(["SESSION_SECRET", "ENCRYPTION_KEY"])(
  "%s that was typed ends the first start with a sentence, and is told where people are already",
  async (name) => {
    const dataDir = mkdtempSync(join(tmpdir(), "linnet-typed-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const typed = { [name]: "MySecretKey12345" };
    const { code, printed } = await startAndEnd({ DATA_DIR: dataDir, ...typed });
    expect(code).toBe(1);
    expect(linesOf(printed)).toHaveLength(1);
    expect(printed).toMatch(new RegExp(`^${name} can be guessed.*openssl rand`));
    expect(printed).not.toContain("MySecretKey");
    const server = await startServer({ dataDir });
    onTestFinished(() => server.close());
    await register(server.origin, "alice");
    await server.restart(typed);
    expect(server.events()).toContainEqual(
      expect.objectContaining({ level: "warn", msg: expect.stringMatching(`^${name} can be guessed`) }),
    );
    expect(server.log()).not.toContain("MySecretKey");
  },
);

it("a port that is taken, or a HOST that isn't here, ends the start with one sentence", async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const port = String((other.address() as AddressInfo).port);
  const sentences: [Record<string, string>, string][] = [
    [{ PORT: port, HOST: "127.0.0.1" }, `Port ${port} is already in use. Stop the other process or set PORT.`],
    [
      { HOST: "192.0.2.1" },
      `HOST "192.0.2.1" is not an address of this machine. Remove it to listen on all addresses.`,
    ],
    [
      { HOST: "no.such.invalid" },
      `HOST "no.such.invalid" is not an address of this machine. Remove it to listen on all addresses.`,
    ],
  ];
  for (const [env, sentence] of sentences) {
    const { code, printed } = await startAndEnd(env);
    expect(code).toBe(1);
    expect(linesOf(printed).filter((line) => !line.startsWith("{"))).toEqual([sentence]);
  }
});

it("npm start says in one line that its PORT is taken", async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.listen(0, resolve));
  const port = String((other.address() as AddressInfo).port);
  const start = join(import.meta.dirname, "../../../scripts", "start.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [start], {
    env: { ...process.env, PORT: port },
    encoding: "utf8",
  });
  expect(status).toBe(1);
  const lines = linesOf(`${stdout}${stderr}`);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^PORT ${port} is taken`));
});
