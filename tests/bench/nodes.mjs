// Two built nodes on one Postgres: how soon one serves, and how late tweets are that fall due after the other was killed.
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundle } from "./bundle.mjs";
import { median } from "./median.mjs";
import { startLinnet, stop } from "./server.mjs";

const rounds = Number(process.env.BENCH_PAIRS ?? 5);
const goals = { joins: 2_000, others: 2_000, inFlight: 12_000 };

/** Each account has one tweet and, a second later, another; every 25 ms an account's first tweet falls due. */
const accounts = 480;
const [apart, secondAfter] = [25, 1_000];
const dueAt = (n) => (n % accounts) * apart + (n < accounts ? 0 : secondAfter);
/** A node judges others once its own beats have been whole for eight seconds. */
const [firstIn, killedAfter] = [15_000, 4_000];

const env = { MIN_GAP_SECONDS: "0", CATCH_UP_GAP_SECONDS: "0", QUIET_HOURS: "none", DAILY_SPEND_LIMIT: "100000" };

export const nodes = {
  title: "Nodes that come and go",
  async run({ folder }) {
    const { secrets, startPostgresOf } = await import(await bundle("publisher/postgres"));
    const postgres = await startPostgresOf({ tweets: 2 * accounts, perAccount: 2, dueAt });
    const seen = [];
    try {
      for (let round = 0; round < rounds; round += 1)
        seen.push(await killOne({ postgres, folder, name: `nodes_${round}`, env: { ...secrets, ...env } }));
    } finally {
      await postgres.stop();
    }
    return report(seen, postgres.version);
  },
};

async function killOne({ postgres, folder, name, env }) {
  await postgres.copy(name, firstIn);
  const firstAt = Date.now() + firstIn;
  await postgres.tidy(name);
  const start = (node) =>
    startLinnet(join(folder, `${name}_${node}`), { env: { ...env, DATABASE_URL: postgres.url(name) } });
  const victim = await start("first");
  const left = await start("second");
  const [{ id: lost }] = await postgres.ask(name, "select id from nodes order by started_at limit 1");
  await sleep(firstAt + killedAfter - Date.now());
  const ended = once(victim.child, "exit");
  victim.child.kill("SIGKILL");
  await ended;
  const killedAt = Date.now();
  const inFlight = await postgres.ask(
    name,
    `select account_id from tweets where state = 'publishing' and lease_node = '${lost}'`,
  );
  await postgres.untilNone(name, "tweets where state in ('scheduled', 'publishing')");
  const posts = await postgres.ask(
    name,
    `select t.account_id, t.due_at, p.created_at - t.due_at as late from tweets t
      join sandbox_posts p on p.id = t.post_id where t.due_at > ${killedAt}`,
  );
  const [{ n }] = await postgres.ask(name, "select count(*)::int as n from tweets where state <> 'published'");
  await stop(left);
  await postgres.drop(name);
  if (inFlight.length === 0) throw new Error("The node that was killed had nothing in flight");
  if (n > inFlight.length) throw new Error(`${n} tweets did not go out, and ${inFlight.length} were in flight`);
  const touched = new Set(inFlight.map((row) => row.account_id));
  const latest = (rows) => Math.max(...rows.map(({ late }) => Number(late)));
  return {
    joins: left.ms,
    inFlight: inFlight.length,
    latestOfOthers: latest(posts.filter((row) => !touched.has(row.account_id))),
    latestInFlight: latest(posts.filter((row) => touched.has(row.account_id))),
  };
}

function report(seen, version) {
  const row = (what, ms, goal) => ({ what, goal: `≤ ${goal / 1_000} s`, value: ms / 1_000, unit: "s", ok: ms <= goal });
  const listOf = (key) => seen.map((one) => (one[key] / 1_000).toFixed(2)).join(", ");
  const worst = (key) => Math.max(...seen.map((one) => one[key]));
  const inFlight = seen.reduce((sum, one) => sum + one.inFlight, 0);
  return {
    rows: [
      row(
        "a node joins an existing database: from its start to its first page",
        median(seen.map((one) => one.joins)),
        goals.joins,
      ),
      row(
        "after kill -9 of one of two nodes: the latest tweet of an account not in flight",
        worst("latestOfOthers"),
        goals.others,
      ),
      row("the latest of an account that was in flight at the killed node", worst("latestInFlight"), goals.inFlight),
    ],
    notes: [
      `${seen.length} rounds with two built nodes and PostgreSQL ${version} as it comes, on two cores that they share. Started: ${listOf("joins")} s. Latest of accounts not in flight: ${listOf("latestOfOthers")} s. Latest of the ${inFlight} accounts in flight: ${listOf("latestInFlight")} s.`,
      `Late is a post's own time in the sandbox minus its tweet's moment, of tweets that fell due after the kill. Every ${apart} ms a tweet falls due, and ${secondAfter / 1_000} s later another of its account. A tweet that was in flight itself is unknown then, and is looked up after \`RECONCILE_AFTER_SECONDS\`. Different from the defaults: \`MIN_GAP_SECONDS=0 CATCH_UP_GAP_SECONDS=0 QUIET_HOURS=none DAILY_SPEND_LIMIT=100000\`.`,
    ],
  };
}
