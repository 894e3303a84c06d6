// What searching one person's ideas costs beside few and beside very many tweets of others, turn by turn: processor time.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { searchTerms } from "~/features/tweets/search";
import { listUnsent } from "~/features/tweets/tweets.server";
import { runOn, startPostgres } from "~tests/support/databases/postgres";
import { type BenchApp, openApp } from "./app";
import { secrets } from "./postgres";

const [folder = "", ideas = "10000", few = "1000", many = "1000000"] = process.argv.slice(2);
const rounds = 40;
const size = 30;
/** Found at once, in one of all, and nowhere: the last two read everything. */
const searches = ["thought", "needle", "otters example.com"];

interface Side {
  app: BenchApp;
  /** Postgres' process that answers now; null: the database is in this one. */
  findPid: () => Promise<number | null>;
}

/** Alice's lie between those of the others, as they were written: half of these are ideas, too. */
async function fill({ db }: BenchApp, others: number): Promise<void> {
  for (const id of ["alice", "bob"])
    await sql`insert into users (id, email, password_hash, timezone, created_at)
      values (${id}, ${`${id}@linnet.example`}, '-', 'UTC', 1)`.execute(db);
  await sql`insert into accounts (id, user_id, network, network_user_id, username, display_name, is_default, status, tokens,
    linked_at) values (1, 'bob', 'sandbox', '1', 'bob', 'Bob', 1, 'active', '', 1)`.execute(db);
  // Written out: SQLite's driver binds a number as a real one, by which nothing is divided into whole numbers.
  const [mine, all] = [sql.lit(Number(ideas)), sql.lit(Number(ideas) + others)];
  const words = sql`'The ' || n || 'th thought on what a small shop may learn from its own till, told in as many words as fit into'
    || ' a tweet that says it twice, once for the shop and once for the till. See https://shop.example/p/' || n
    || case when n = ${all} then ' needle' else '' end`;
  const isIdea = sql`(mine or n % 2 = 1)`;
  await sql`
    with recursive
      n(n) as (select cast(1 as bigint) union all select n + 1 from n where n < ${all}),
      one(n, mine) as (select n, n * ${mine} / ${all} > (n - 1) * ${mine} / ${all} from n)
    insert into tweets (user_id, account_id, position, origin, content, fingerprint, created_at, updated_at, state,
      publish_type, published_at)
    select case when mine then 'alice' else 'bob' end, case when mine then null else 1 end, 0, 'own', ${words},
      lower(${words}), n, n, case when ${isIdea} then 'pending' else 'published' end,
      case when ${isIdea} then null else 'immediate' end, case when ${isIdea} then null else n end
    from one`.execute(db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from tweets where user_id = 'alice'`.execute(db);
  if (Number(rows[0]?.n) !== Number(ideas)) throw new Error(`Alice has ${rows[0]?.n} ideas and not ${ideas}`);
}

async function onSqlite(others: number): Promise<Side> {
  const dataDir = join(folder, `searching-${others}`);
  mkdirSync(dataDir, { recursive: true });
  const app = await openApp(dataDir);
  await sql`pragma synchronous = off`.execute(app.db);
  await fill(app, others);
  await sql`pragma wal_checkpoint(truncate)`.execute(app.db);
  return { app, findPid: () => Promise.resolve(null) };
}

async function onPostgres(server: Awaited<ReturnType<typeof startPostgres>>, others: number): Promise<Side> {
  await runOn(server.url("postgres"), `create database others_${others}`);
  const app = await openApp(folder, { DATABASE_URL: server.url(`others_${others}`), ...secrets });
  await fill(app, others);
  await sql`vacuum analyze`.execute(app.db);
  const asked = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  return { app, findPid: async () => (await asked.execute(app.db)).rows[0]?.pid ?? 0 };
}

/** What this process and the database's have had of the processors, in ms. */
function spent(pid: number | null): number {
  const { user, system } = process.cpuUsage();
  const database = pid === null ? 0 : Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1_000_000;
  return (user + system) / 1_000 + database;
}

async function measure(sides: readonly [Side, Side]) {
  const times = searches.map((): [number[], number[]] => [[], []]);
  for (let round = -2; round < rounds; round += 1)
    for (const n of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      for (const [which, search] of searches.entries()) {
        // A connection that was idle for long is another by now.
        const pid = await sides[n].findPid();
        const before = spent(pid);
        const page = await listUnsent(sides[n].app, "alice", { from: null, size, terms: searchTerms(search) });
        const after = spent(pid);
        const found = [size, 1, 0][which];
        if (page.tweets.length !== found) throw new Error(`"${search}" found ${page.tweets.length} and not ${found}`);
        if (round >= 0) times[which]?.[n].push(after - before);
      }
  for (const { app } of sides) await app.db.destroy();
  return times;
}

const sqlite = await measure([await onSqlite(Number(few)), await onSqlite(Number(many))]);
// Without helpers, whose time would not be seen.
const server = await startPostgres({ max_parallel_workers_per_gather: "0" });
const postgres = await measure([await onPostgres(server, Number(few)), await onPostgres(server, Number(many))]);
const [version] = await runOn(server.url("postgres"), "show server_version");
await server.stop();
console.log(JSON.stringify({ sqlite, postgres, version: version?.["server_version"], searches, ideas: Number(ideas) }));
