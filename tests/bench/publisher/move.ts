// Moves a year's worth of rows to a Postgres of its own by the built command, and prints seconds and megabytes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { runOn, startPostgres } from "~tests/support/databases/postgres";
import { openApp } from "./app";
import { seed } from "./seed";

const [folder = "", wanted = "1000000"] = process.argv.slice(2);
const total = Number(wanted);
/** Of what a post leaves behind: itself, its attempt, and five lines of its journal. */
const posts = Math.floor(total / 7);

async function fill(dataDir: string): Promise<number> {
  mkdirSync(dataDir, { recursive: true });
  const app = await openApp(dataDir);
  await seed(app, { tweets: 200, perAccount: 1, dueAt: (n) => app.clock.now() + n });
  await sql`pragma synchronous = off`.execute(app.db);
  await sql`
    with recursive n(n) as (select 1 union all select n + 1 from n where n < ${posts})
    insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
      publish_type, due_at, published_at, post_id, moment_reason)
    select (select id from users), 1 + n % 200, 0, 'generated', 'The ' || n || 'th of many posts: ' ||
      substr('a garden is a friend that you can visit at any time of the year, said somebody who had one, and went on to say much more about its birds, hedges and the weather than anybody would want to know on a Sunday afternoon', 1, 60 + n % 150),
      'the ' || n || 'th of many posts', ${1.7e12} + n, ${1.7e12} + n, 'published', 'scheduled', ${1.7e12} + n, ${1.7e12} + n,
      cast(1000000 + n as text), 'In the morning' from n`.execute(app.db);
  await sql`
    insert into attempts (tweet_id, attempt_no, lease_token, text_hash, started_at, settle_at, ended_at,
      outcome, price_micros, post_id)
    select id, 1, lower(hex(randomblob(16))), lower(hex(randomblob(32))), due_at, due_at, due_at, 'published', 15000, post_id
    from tweets where state = 'published'`.execute(app.db);
  await sql`
    insert into tweet_events (tweet_id, at, kind, detail)
    select id, due_at, kind, 'what was said of it, in a line' from tweets,
      (select 'written' as kind union all select 'scheduled' union all select 'claimed' union all select 'sent'
       union all select 'published') where state = 'published'`.execute(app.db);
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from tweets) + (select count(*) from attempts) + (select count(*) from tweet_events) as n`.execute(
    app.db,
  );
  await sql`pragma wal_checkpoint(truncate)`.execute(app.db);
  await app.db.destroy();
  return rows[0]?.n ?? 0;
}

/** The command as the image runs it; the most memory that it had (VmHWM), in MB of 10⁶ bytes. */
async function run(dataDir: string, url: string): Promise<{ seconds: number; megabytes: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, ["build/commands/move.js", url], {
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    try {
      const [, kibibytes = 0] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      megabytes = Math.max(megabytes, (Number(kibibytes) * 1_024) / 1e6);
    } catch {
      // It has ended.
    }
  }, 100);
  const [code] = (await once(child, "close")) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`The command ended with ${code}`);
  return { seconds: (performance.now() - began) / 1_000, megabytes };
}

const dataDir = join(folder, "move");
const rows = await fill(dataDir);
// As it comes: what is told to be on disk is on disk.
const server = await startPostgres({});
try {
  await runOn(server.url("postgres"), "create database linnet");
  const moved = await run(dataDir, server.url("linnet"));
  const [version] = await runOn(server.url("postgres"), "show server_version");
  const file = statSync(join(dataDir, "linnet.db")).size / 1e6;
  console.log(JSON.stringify({ rows, file, ...moved, version: version?.["server_version"] }));
} finally {
  await server.stop();
}
