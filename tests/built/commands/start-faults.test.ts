// What keeps a server or a command from its database: one line with the place, the reason and what helps, by real servers and files.
import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasOpenssl, makeCa, speakTls } from "../../support/databases/certificates";
import { type PostgresServer, runOn, startPostgres } from "../../support/databases/postgres";
import { type Environment, freePort, startAndEnd, startServer } from "../../support/server";

const root = join(import.meta.dirname, "../../..");
const secret = "a secret of the tests that is long enough";
const secrets = { SESSION_SECRET: secret, ENCRYPTION_KEY: secret };

let postgres: PostgresServer;
let folder: string;
/** Nobody gets a move from it done. */
let toMove: string;
beforeAll(async () => {
  postgres = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), "linnet-faults-"));
  await runOn(postgres.url("postgres"), "create database latin encoding 'LATIN1' locale 'C' template template0");
  await runOn(postgres.url("postgres"), "create database linnet");
  await runOn(postgres.url("postgres"), "create role guest login password 'hush'");
  toMove = await filled();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

function run(name: string, args: string[], env: Environment): Promise<{ code: number | null; printed: string }> {
  const child = spawn(process.execPath, [`build/commands/${name}.js`, ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (printed += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, printed })));
}

/** The lines of a process that are no lines of its log. */
const linesOf = (printed: string) => printed.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("{"));

async function expectOneLine(started: Promise<{ code: number | null; printed: string }>, line: RegExp, by: string) {
  const { code, printed } = await started;
  expect(linesOf(printed), `${by}: ${printed}`).toEqual([expect.stringMatching(line)]);
  expect(code, by).toBe(1);
  for (const hidden of ["hush", "of the tests", "of%20the%20tests"]) expect(printed, by).not.toContain(hidden);
}

/** Some SQLite database to move from. */
async function filled(): Promise<string> {
  const dataDir = mkdtempSync(join(folder, "data-"));
  const server = await startServer({ dataDir, env: secrets });
  await server.stop();
  expect((await run("admin", ["create-user", "alice@linnet.example"], { DATA_DIR: dataDir, ...secrets })).code).toBe(0);
  return dataDir;
}

interface Case {
  name: string;
  url(): string | Promise<string>;
  line: RegExp;
}

const changed = (change: (url: URL) => void, database = "linnet") => {
  const url = new URL(postgres.url(database));
  change(url);
  return url.href;
};

describe("on Postgres the server, the doctor and the commands say in one line", () => {
  const cases: Case[] = [
    {
      name: "a wrong password",
      url: () => changed((url) => (url.password = "hush")),
      line: /^Postgres at 127\.0\.0\.1:\d+\/linnet refused user or password: .* \(28P01\)\. Check both in DATABASE_URL/,
    },
    {
      name: "no such user",
      url: () => changed((url) => (url.username = "nobody")),
      line: /^Postgres at 127\.0\.0\.1:\d+\/linnet refused user or password: .* "nobody" \(28P01\)\./,
    },
    {
      name: "no password where one is wanted",
      url: () => changed((url) => (url.password = "")),
      line: /^Postgres at 127\.0\.0\.1:\d+\/linnet (wants a password, and DATABASE_URL has none|refused user or password): /,
    },
    {
      name: "no such database",
      url: () => postgres.url("none"),
      line: /^Postgres at 127\.0\.0\.1:\d+\/none has no such database: database "none" does not exist \(3D000\)\. .*docs\/postgres\.md/,
    },
    {
      name: "a database that isn't UTF-8",
      url: () => postgres.url("latin"),
      line: /^DATABASE_URL leads to the database latin, which is encoded in LATIN1 and can't hold every tweet\. Make another: createdb .*--encoding=UTF8/,
    },
    {
      name: "a port at which nothing listens",
      url: async () => `postgres://linnet:hush@127.0.0.1:${await freePort()}/linnet`,
      line: /^Postgres at 127\.0\.0\.1:\d+\/linnet can't be reached: nothing listens there: .*\(ECONNREFUSED\)\. Start Postgres/,
    },
    {
      name: "a host that has no name",
      url: () => "postgres://linnet:hush@db.invalid/linnet",
      line: /^Postgres at db\.invalid\/linnet can't be reached: its name leads nowhere: .*\((ENOTFOUND|EAI_AGAIN)\)\. Check the host/,
    },
    {
      name: "several hosts",
      url: () => "postgres://linnet:hush@one.example,two.example/linnet",
      line: /^(DATABASE_URL|The address) has several hosts, but Linnet supports one: .*Failover/,
    },
    {
      name: "TLS asked of a server that has none",
      url: () => changed((url) => (url.search = "sslmode=require")),
      line: /^Postgres at 127\.0\.0\.1:\d+\/linnet offers no TLS: /,
    },
    {
      name: "something else than Postgres at that port",
      url: () => {
        const other = createServer((socket) =>
          socket.on("error", () => undefined).end("HTTP/1.1 400 Bad Request\r\n\r\n"),
        );
        onTestFinished(() => void other.close());
        other.unref();
        return new Promise<string>((resolve) =>
          other.listen(0, "127.0.0.1", () =>
            resolve(`postgres://linnet:hush@127.0.0.1:${(other.address() as AddressInfo).port}/linnet`),
          ),
        );
      },
      line: /^Postgres at 127\.0\.0\.1:\d+\/linnet (ended the connection|refused|failed|speaks)/,
    },
  ];

  it.each(cases)("$name", async ({ url, line }) => {
    const DATABASE_URL = await url();
    const env = { ...secrets, DATABASE_URL };
    await expectOneLine(startAndEnd(env), line, "server");
    const own = { ...env, DATA_DIR: mkdtempSync(join(folder, "own-")) };
    await expectOneLine(run("doctor", [], own), line, "doctor");
    await expectOneLine(run("admin", ["list-users"], own), line, "admin");
    await expectOneLine(run("restored", ["unknown"], own), line, "restored");
    const { DATABASE_URL: _, ...without } = env;
    await expectOneLine(run("move", [DATABASE_URL], { ...without, DATA_DIR: toMove }), line, "move");
  });

  it("a database in which the user may make nothing", async () => {
    const env = { ...secrets, DATABASE_URL: changed((url) => ([url.username, url.password] = ["guest", "hush"])) };
    const line =
      /^Postgres at .*\/linnet lets this user make no tables: permission denied for schema public \(42501\)\. Make the user/;
    await expectOneLine(startAndEnd(env), line, "server");
    await expectOneLine(
      run("admin", ["list-users"], { ...env, DATA_DIR: mkdtempSync(join(folder, "own-")) }),
      line,
      "admin",
    );
  });

  it("a database that takes no writes, as a standby", async () => {
    await runOn(postgres.url("postgres"), "create database still");
    await runOn(postgres.url("postgres"), "alter database still set default_transaction_read_only = on");
    const env = { ...secrets, DATABASE_URL: postgres.url("still") };
    const line = /^Postgres at .*\/still is read-only, as a standby is: .*\(25006\)\. Name the primary/;
    await expectOneLine(startAndEnd(env), line, "server");
    await expectOneLine(
      run("admin", ["list-users"], { ...env, DATA_DIR: mkdtempSync(join(folder, "own-")) }),
      line,
      "admin",
    );
  });

  it.runIf(hasOpenssl())(
    "a certificate of an unknown CA; and the start says how the connection is protected",
    async () => {
      const server = await startPostgres();
      onTestFinished(() => server.stop());
      const own = makeCa();
      onTestFinished(() => own.remove());
      await runOn(server.url("postgres"), "create database linnet");
      await speakTls(server, own.sign("localhost"));
      const at = server.url("linnet").replace("127.0.0.1", "localhost");
      const line =
        /^Postgres at localhost:\d+\/linnet shows a certificate that nobody known vouches for: .*sslrootcert/;
      await expectOneLine(startAndEnd({ ...secrets, DATABASE_URL: `${at}?sslmode=verify-full` }), line, "server");

      for (const [query, words] of [
        [`?sslmode=verify-full&sslrootcert=${own.ca}`, /encrypted and verified/],
        ["?sslmode=require", /encrypted, but the server's certificate is not verified/],
        ["", /stays on this machine, unencrypted/],
      ] as const) {
        const node = await startServer({ env: { ...secrets, DATABASE_URL: at + query } });
        try {
          const told = node.events().filter(({ msg }) => String(msg).startsWith("the connection to Postgres"));
          expect(told).toMatchObject([
            {
              level: "info",
              setting: "DATABASE_URL",
              place: expect.stringMatching(/^localhost:\d+\/linnet$/) as string,
              msg: expect.stringMatching(words) as string,
            },
          ]);
          expect(node.log()).not.toMatch(/DeprecationWarning|SECURITY WARNING/);
          expect(node.log()).not.toContain(new URL(at).password);
          const health = (await (await fetch(`${node.origin}/healthz`)).json()) as Record<string, unknown>;
          expect(health).toMatchObject({ healthy: true });
        } finally {
          await node.close();
        }
      }
    },
  );
});

describe("on SQLite the server, the doctor and the commands say in one line", () => {
  /** What each of them does with the folder; to restore is what helps. */
  async function expectEverywhere(dataDir: string, line: RegExp, skipped: string[] = []) {
    const env = { ...secrets, DATA_DIR: dataDir };
    await expectOneLine(startAndEnd(env), line, "server");
    const commands: [string, ...string[]][] = [
      ["doctor"],
      ["admin", "list-users"],
      ["export", "alice@linnet.example", join(folder, "alice.json")],
      ["backup", join(dataDir, "mine.db")],
      ["move", postgres.url("linnet")],
    ];
    for (const [name, ...args] of commands)
      if (!skipped.includes(name)) await expectOneLine(run(name, args, env), line, name);
  }

  it("a linnet.db that is no database; a backup takes its place", async () => {
    const dataDir = await filled();
    const env = { ...secrets, DATA_DIR: dataDir };
    const backup = join(folder, "good.db");
    expect((await run("backup", [backup], env)).code).toBe(0);
    rmSync(join(dataDir, "linnet.db"));
    writeFileSync(join(dataDir, "linnet.db"), "This is a page of words and no database.\n".repeat(400));
    await expectEverywhere(
      dataDir,
      new RegExp(
        `^${dataDir}/linnet\\.db is no SQLite database: .*\\(SQLITE_NOTADB\\)\\. Put a backup in its place: npm run restore`,
      ),
    );
    const notOne = join(folder, "words.db");
    copyFileSync(join(dataDir, "linnet.db"), notOne);
    await expectOneLine(
      run("restore", [notOne], env),
      new RegExp(`^${notOne} can't be read as a database: `),
      "restore",
    );
    const { code, printed } = await run("restore", [backup], env);
    expect([code, printed]).toEqual([0, expect.stringMatching(/^Restored the backup of /)]);
  });

  it("a linnet.db that is damaged", async () => {
    const dataDir = await filled();
    const file = join(dataDir, "linnet.db");
    const bytes = readFileSync(file);
    // Behind the head, and the page that says which tables there are.
    bytes.fill(0x5a, 100);
    writeFileSync(file, bytes);
    await expectEverywhere(
      dataDir,
      new RegExp(`^${file} is damaged: .*\\(SQLITE_CORRUPT\\w*\\)\\. Put a backup in its place`),
    );
  });

  it("a linnet.db that is a folder", async () => {
    const dataDir = mkdtempSync(join(folder, "data-"));
    mkdirSync(join(dataDir, "linnet.db"));
    await expectEverywhere(
      dataDir,
      new RegExp(`^${dataDir}/linnet\\.db can't be (opened|kept on its disk): .*\\(SQLITE_(CANTOPEN|IOERR)\\w*\\)\\. `),
    );
  });

  it("a lock's file that is none", async () => {
    const dataDir = await filled();
    writeFileSync(join(dataDir, "publisher.lock.db"), "This is a page of words and no database.\n".repeat(400));
    const line = new RegExp(`^${dataDir}/publisher\\.lock\\.db is no SQLite database`);
    await expectOneLine(startAndEnd({ ...secrets, DATA_DIR: dataDir }), line, "server");
    await expectOneLine(run("move", [postgres.url("linnet")], { ...secrets, DATA_DIR: dataDir }), line, "move");
  });

  it("a file of an export or backup that can't be made there", async () => {
    const dataDir = await filled();
    const env = { ...secrets, DATA_DIR: dataDir };
    const nowhere = join(dataDir, "linnet.db", "mine");
    for (const [name, ...args] of [
      ["backup", nowhere],
      ["export", "alice@linnet.example", nowhere],
    ] as [string, ...string[]][])
      await expectOneLine(run(name, args, env), /linnet\.db/, name);
  });
});
