// npm run move as the image runs it: refused beside a server, killed half-way without a trace, and final once it is done.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { requireNotMoved } from "~db/move/moved.server";
import { Sqlite3 } from "~db/sqlite/driver.server";
import { type PostgresServer, runOn, startPostgres } from "../../support/databases/postgres";
import { eventually, startAndEnd, startServer } from "../../support/server";

const root = join(import.meta.dirname, "../../..");
const password = "of%20the%20tests";
let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

interface Ended {
  status: number | null;
  printed: string;
}

/** A command as the image runs it. `onText` may end it. */
function run(
  name: string,
  args: string[],
  dataDir: string,
  { env = {}, onText }: { env?: Record<string, string>; onText?: (kill: () => void) => void } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [`build/commands/${name}.js`, ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      printed += text;
      onText?.(() => child.kill("SIGKILL"));
    });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, printed }));
  });
}

/** Enough rows for a move that takes a while. */
function fill(dataDir: string): void {
  const sqlite = new Sqlite3(join(dataDir, "linnet.db"));
  sqlite.exec(`
    insert into users (id, email, password_hash, timezone, created_at)
      values ('u1', 'alice@linnet.example', '-', 'UTC', 1);
    insert into tweets (user_id, position, origin, content, fingerprint, created_at, updated_at)
      values ('u1', 0, 'own', 'A tweet', 'a tweet', 1, 1);
    insert into accounts (id, user_id, network, network_user_id, username, display_name, tokens, linked_at)
      values (1, 'u1', 'sandbox', '1', 'alice', 'Alice', '', 1);
    insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
      publish_type, due_at, lease_token, lease_until)
      values ('u1', 1, 0, 'own', 'Being sent', 'being sent', 1, 1, 'publishing', 'scheduled', 1, 'token', 9e15);
    insert into attempts (tweet_id, attempt_no, lease_token, text_hash, started_at, settle_at, outcome, price_micros)
      values (2, 1, 'token', '-', 1, 1, 'sending', 0);
    with recursive n(n) as (select 1 union all select n + 1 from n where n < 100000)
      insert into tweet_events (tweet_id, at, kind) select 1, n, 'kept' from n;`);
  sqlite.close();
}

const rowsOf = async (url: string) => {
  const [row] = await runOn(
    url,
    `select (select count(*) from users)::int as users, (select count(*) from tweet_events)::int as events,
      (select count(*) from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'users'
        and l.mode = 'ExclusiveLock')::int as locks`,
  );
  return row;
};

it("a server's data comes over whole or not at all, and nobody starts from what is left behind", async () => {
  await runOn(postgres.url("postgres"), "create database linnet");
  const url = postgres.url("linnet");
  const server = await startServer();
  onTestFinished(() => server.close());
  const { dataDir } = server;

  expect(await run("move", [url], dataDir)).toEqual({
    status: 1,
    printed: "A server is using this folder. Stop it, move, then start it with DATABASE_URL.\n",
  });
  await server.stop();
  fill(dataDir);

  // The first table is told of while most of the others are still to come.
  const killed = await run("move", [url], dataDir, { onText: (kill) => kill() });
  expect(killed).toMatchObject({ status: null, printed: expect.stringMatching(/^ +\d+  users\n/) as string });
  await vi.waitFor(async () => expect(await rowsOf(url)).toEqual({ users: 0, events: 0, locks: 0 }), 30_000);
  expect(() => requireNotMoved(dataDir)).not.toThrow();

  const moved = await run("move", [url], dataDir);
  expect(moved.printed).toContain("   100000  tweet_events\n");
  // How many tables there are is db/move's to know (tests/db/move): one for each that a room adds.
  expect(moved.printed).toMatch(
    /Moved 100005 rows from \d+ tables\. Each was read back from Postgres and compared\.\n/,
  );
  expect(moved.printed).toContain(`(any you didn't set are in ${join(dataDir, "secrets.json")})`);
  expect(moved.status).toBe(0);
  expect(await rowsOf(url)).toMatchObject({ users: 1, events: 100_000 });

  const sentence = `DATABASE_URL is missing: the data of ${dataDir} was moved to Postgres on `;
  const started = await startAndEnd({ DATA_DIR: dataDir });
  expect(started.code).toBe(1);
  expect(started.printed.startsWith(sentence), started.printed).toBe(true);
  expect(started.printed.trim().split("\n")).toHaveLength(1);
  for (const [name, ...args] of [
    ["backup", join(dataDir, "mine.db")],
    ["restore", join(dataDir, "mine.db")],
    ["doctor"],
    ["admin", "list-users"],
    ["export", "alice@linnet.example", join(dataDir, "alice.json")],
  ] as [string, ...string[]][]) {
    const { status, printed } = await run(name, args, dataDir);
    expect(printed.startsWith(sentence), `${name}: ${printed}`).toBe(true);
    expect(status, name).toBe(1);
  }
  expect((await run("move", [url], dataDir)).printed).toMatch(/was moved to 127\.0\.0\.1:\d+\/linnet already, on /);

  // On the new side everything is there, and backups are another's.
  const secret = "a secret of the tests that is long enough";
  const env = { DATABASE_URL: url, SESSION_SECRET: secret, ENCRYPTION_KEY: secret };
  const listed = await run("admin", ["list-users"], dataDir, { env });
  expect(listed.printed).toContain("alice@linnet.example");
  for (const name of ["backup", "restore"]) {
    const { status, printed } = await run(name, [join(dataDir, "mine.db")], dataDir, { env });
    expect(printed).toMatch(
      /^With Postgres, Linnet makes no backups\. You make them yourself\. Use pg_dump and pg_restore, /,
    );
    expect(status).toBe(1);
  }
  const seen = await run("doctor", [], dataDir, { env });
  expect(seen.printed).toContain("Backups: With Postgres, Linnet makes no backups. You make them yourself.\n");
  const away = await run("doctor", [], dataDir, { env: { ...env, DATABASE_URL: `${url}_away` } });
  expect(away).toMatchObject({
    status: 1,
    printed: expect.stringMatching(/^Postgres at .* has no such database: /) as string,
  });
  // What was being sent belongs to no node: the first one to start has it looked up.
  const node = await startServer({ env });
  onTestFinished(() => node.close());
  const [sent] = await eventually("what was being sent is unknown", async () => {
    const rows = await runOn(url, "select state, lease_node from tweets where content = 'Being sent'");
    return rows[0]?.["state"] === "publishing" ? null : rows;
  });
  expect(sent).toMatchObject({ state: "unknown" });
  expect(JSON.stringify([killed, moved, listed, seen, away])).not.toContain(password);
});

it.each([
  [[], "Usage: npm run move -- postgres://USER:PASSWORD@HOST:5432/DATABASE (or set DATABASE_URL)"],
  [["--without-nul"], "Usage: npm run move -- "],
  [["postgres://a:secret-word@b/c", "more"], "Usage: npm run move -- "],
  [["--without-null", "postgres://a:secret-word@b/c"], "Usage: npm run move -- "],
  [["mysql://a:secret-word@b/c"], "The address must look like postgres://"],
])("called with %j it says how it is called", async (args, words) => {
  const server = await startServer();
  onTestFinished(() => server.close());
  await server.stop();
  const { status, printed } = await run("move", args, server.dataDir);
  expect(status).toBe(1);
  expect(printed.startsWith(words), printed).toBe(true);
  expect(printed).not.toContain("secret-word");
});
