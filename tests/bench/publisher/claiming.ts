// What a claim costs beside few and beside very many finished tweets, turn by turn, and prints the milliseconds of each.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { minutes } from "~/ground/time/duration";
import { publishDue } from "~/features/publishing/publishing.server";
import { openApp } from "./app";
import { seed } from "./seed";

const [folder = "", few = "1000", many = "1000000"] = process.argv.slice(2);
const rounds = 40;
const accounts = 200;

async function prepare(finished: number) {
  const dataDir = join(folder, `claiming-${finished}`);
  mkdirSync(dataDir, { recursive: true });
  const app = await openApp(dataDir);
  const start = app.clock.now() - minutes(5);
  await seed(app, { tweets: accounts * rounds, perAccount: rounds, dueAt: (n) => start + n });
  // Only while it is filled: what is measured waits for the disk.
  await sql`pragma synchronous = off`.execute(app.db);
  await sql`
    with recursive n(n) as (select 1 union all select n + 1 from n where n < ${finished})
    insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
      publish_type, due_at, published_at, post_id)
    select (select id from users), 1 + n % ${accounts}, 0, 'own', 'A finished tweet, the ' || n || 'th of many', 'f' || n,
      ${start} - n * 1000, ${start} - n * 1000, 'published', 'scheduled', ${start} - n * 1000, ${start} - n * 1000,
      cast(1000000 + n as text) from n`.execute(app.db);
  await sql`
    insert into attempts (tweet_id, attempt_no, lease_token, text_hash, started_at, settle_at, ended_at,
      outcome, price_micros, post_id)
    select id, 1, lower(hex(randomblob(16))), '-', due_at, due_at, due_at, 'published', 15000, post_id
    from tweets where state = 'published'`.execute(app.db);
  await sql`pragma wal_checkpoint(truncate)`.execute(app.db);
  await sql`pragma synchronous = full`.execute(app.db);
  return app;
}

const sides = [await prepare(Number(few)), await prepare(Number(many))] as const;
const times: [number[], number[]] = [[], []];
for (let round = 0; round < rounds; round += 1)
  for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
    const began = performance.now();
    const { started, done } = await publishDue(sides[side]);
    times[side].push(performance.now() - began);
    await done;
    if (started !== accounts) throw new Error(`${started} of ${accounts} were claimed`);
  }
console.log(JSON.stringify({ few: times[0], many: times[1], claims: accounts }));
for (const app of sides) await app.db.destroy();
