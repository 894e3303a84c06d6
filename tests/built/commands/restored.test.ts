// A copy of Postgres was put back: a node sees it, or is told by npm run restored; either way nothing is sent unlooked.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { migrate } from "~db/migrate.server";
import { openPostgres } from "~db/postgres/open.server";
import { type PostgresServer, runOn, startPostgres } from "../../support/databases/postgres";
import { eventually, startServer } from "../../support/server";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const secret = "a secret of the tests that is long enough";
const hour = 3_600_000;
let made = 0;

/** A database as an old copy would be: a node that was alive two hours ago, and a tweet that is due tomorrow. */
async function makeCopy() {
  made += 1;
  await runOn(postgres.url("postgres"), `create database copy_${made}`);
  const url = postgres.url(`copy_${made}`);
  const db = openPostgres({ url, unhurried: true });
  await migrate(db);
  await db.destroy();
  const now = Date.now();
  await runOn(
    url,
    `insert into users (id, email, password_hash, timezone, created_at) values ('u1', 'alice@linnet.example', '-', 'UTC', 1);
     insert into accounts (id, user_id, network, network_user_id, username, display_name, tokens, linked_at)
       values (1, 'u1', 'sandbox', '1', 'alice', 'Alice', '', 1);
     insert into tweets (id, user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
       publish_type, due_at) values (1, 'u1', 1, 0, 'own', 'A tweet', 'a tweet', 1, 1, 'scheduled', 'scheduled', ${now + 24 * hour});
     insert into nodes (id, name, version, started_at, beat_at) values ('n1', 'box', '1', 1, ${now - 2 * hour});
     insert into engine (id, system_identifier, timeline) values (1, '7000000000000000000', '00000001')`,
  );
  const state = async () => (await runOn(url, "select state from tweets"))[0]?.["state"];
  const env = { DATABASE_URL: url, SESSION_SECRET: secret, ENCRYPTION_KEY: secret };
  return { url, env, state, now };
}

it("a node that finds another server behind its address looks up what is on the timeline, and serves", async () => {
  const { env, state, url } = await makeCopy();
  const server = await startServer({ env });
  onTestFinished(() => server.close());
  await eventually("the tweet is unknown", async () => (await state()) === "unknown");
  await eventually("the node claims", async () => {
    const answer = (await (await fetch(`${server.origin}/healthz`)).json()) as { publisher: boolean };
    return answer.publisher;
  });
  const [attempt] = await runOn(url, "select code from attempts");
  expect(attempt).toEqual({ code: "restored" });
});

it("npm run restored does it by hand, refuses beside a node, and says how it is called", async () => {
  const { env, state, url, now } = await makeCopy();
  const run = (...args: string[]) => {
    const command = [join("build", "commands", "restored.js"), ...args];
    const root = join(import.meta.dirname, "../../..");
    const plain = {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production" as const,
      DATA_DIR: join(postgres.folder, "none"),
    };
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: root,
      env: { ...plain, ...env },
      encoding: "utf8",
    });
    return { status, printed: stdout + stderr };
  };
  for (const words of [[], ["yesterday"], ["2999-01-01T00:00Z"], ["unknown", "more"]])
    expect(run(...words)).toMatchObject({
      status: 1,
      printed: expect.stringMatching(/^Usage: npm run restored -- /) as string,
    });
  await runOn(url, `update nodes set beat_at = ${now + hour}`);
  expect(run("unknown").printed).toMatch(/^A node is running on this database\. Stop every node/);
  expect(await state()).toBe("scheduled");
  await runOn(url, `update nodes set beat_at = ${now - hour}`);
  const when = new Date(now - hour).toISOString();
  expect(run(when)).toMatchObject({
    status: 0,
    printed: expect.stringMatching(/^1 scheduled tweet may already be posted/) as string,
  });
  expect(await state()).toBe("unknown");
});
