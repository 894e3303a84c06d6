// What the page of results costs an account of many posts: processor time of reading it, and of making it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { readInsights } from "~/features/results/results.server";
import { days } from "~/ground/time/duration";
import { type BenchApp, openApp } from "./app";

const [folder = "", posts = "10000"] = process.argv.slice(2);
const rounds = 30;

/** Posts of the last 90 days, each with its five readings. */
async function fill({ db }: BenchApp, now: number): Promise<void> {
  await sql`insert into users (id, email, password_hash, timezone, created_at)
    values ('alice', 'alice@linnet.example', '-', 'Europe/Berlin', 1)`.execute(db);
  await sql`insert into accounts (id, user_id, network, network_user_id, username, display_name, is_default, status, tokens,
    linked_at) values (1, 'alice', 'sandbox', '1', 'alice', 'Alice', 1, 'active', '', 1)`.execute(db);
  await sql`insert into result_settings (user_id, level, updated_at) values ('alice', 'full', 1)`.execute(db);
  const all = sql.lit(Number(posts));
  const at = sql`(${sql.lit(now)} - n * ${sql.lit(Math.floor(days(80) / Number(posts)))} - ${sql.lit(days(8))})`;
  await sql`
    with recursive n(n) as (select 1 union all select n + 1 from n where n < ${all})
    insert into tweets (id, user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
      publish_type, moment_reason, due_at, published_at, post_id)
    select n, 'alice', 1, 0, 'own', 'The ' || n || 'th thought on what a small shop may learn from its own till', 't' || n,
      ${at}, ${at}, 'published', 'scheduled', 'Chosen.', ${at}, ${at}, '' || n from n`.execute(db);
  for (const slot of ["1h", "24h", "3d", "7d", "29d"])
    await sql`
      insert into readings (tweet_id, slot, read_at, likes, reposts, replies, quotes, bookmarks, impressions, link_clicks,
        profile_clicks, engagements, source)
      select id, ${slot}, published_at + 1, id % 37, id % 5, id % 7, 0, id % 3, 100 + id % 900, 1, 1, 9, 'sandbox' from tweets`.execute(
      db,
    );
}

mkdirSync(folder, { recursive: true });
const app = await openApp(join(folder));
await fill(app, app.clock.now());
const ask = { userId: "alice", account: null, period: 90, page: 1, withChosen: true } as const;
const times: Record<string, number[]> = {};
for (let round = -3; round < rounds; round += 1)
  for (const [what, more] of [
    ["by date, at 24 hours", { sort: "date", slot: "24h" }],
    ["by rate, at 7 days", { sort: "rate", slot: "7d" }],
  ] as const) {
    const before = process.cpuUsage();
    const worked = await readInsights(app, { ...ask, ...more });
    const { user, system } = process.cpuUsage(before);
    if (worked?.read !== Number(posts)) throw new Error(`${worked?.read} of ${posts} posts were compared`);
    if (round >= 0) (times[what] ??= []).push((user + system) / 1_000);
  }
await app.db.destroy();
console.log(JSON.stringify(times));
