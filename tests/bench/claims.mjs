// Tweets claimed and concluded a second on one Postgres, by one node and by two, beside graphile-worker's empty jobs there.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle.mjs";
import { installGraphile, jobsLeft, queueJobs } from "./graphile.mjs";
import { median } from "./median.mjs";
import { startReady } from "./ready.mjs";
import { root } from "./server.mjs";

const many = Number(process.env.BENCH_MANY ?? 10_000);
/** As many accounts as fill what X lets one app post a day with forty tweets each. */
const perAccount = 40;
const rounds = Number(process.env.BENCH_PAIRS ?? 5);
const goals = { one: 0.7, two: 1 };
const concurrency = { usual: 10, fastest: 24 };

/** As `drain` has it: the spending is counted, against a sum that it never reaches. */
const shipped = {
  MIN_GAP_SECONDS: "0",
  CATCH_UP_GAP_SECONDS: "0",
  QUIET_HOURS: "none",
  DAILY_SPEND_LIMIT: "100000",
};
const lean = { ...shipped, DAILY_POST_LIMIT: "0", DAILY_SPEND_LIMIT: "0", LOG_LEVEL: "warn" };

export const claims = {
  title: "Claims and conclusions on Postgres, beside graphile-worker",
  async run({ folder }) {
    const version = installGraphile();
    const script = await bundle("publisher/node");
    const { secrets, startPostgresOf } = await import(await bundle("publisher/postgres"));
    const postgres = await startPostgresOf({ tweets: many, perAccount, dueAt: (n) => n - many });
    const at = { postgres, folder, script };
    const sides = {
      usual: (name) => work(at, name, { concurrency: concurrency.usual, how: "usual" }),
      one: (name) => publish(at, name, { nodes: 1, env: { ...secrets, ...shipped } }),
      two: (name) => publish(at, name, { nodes: 2, env: { ...secrets, ...shipped } }),
      lean: (name) => publish(at, name, { nodes: 1, env: { ...secrets, ...lean } }),
      fastest: (name) => work(at, name, { concurrency: concurrency.fastest, how: "batches" }),
    };
    const rates = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
    try {
      for (let round = 0; round < rounds; round += 1) {
        const order = Object.keys(sides);
        for (const side of round % 2 === 0 ? order : order.toReversed())
          rates[side].push(await sides[side](`${side}_${round}`));
      }
    } finally {
      await postgres.stop();
    }
    return report(rates, { graphile: version, postgres: postgres.version });
  },
};

/** Nodes stand ready, all tweets are due, and then their accounts may post. How many a second until none is left. */
async function publish({ postgres, folder, script }, name, { nodes, env }) {
  await postgres.copy(name);
  await postgres.tidy(name);
  await postgres.pause(name);
  const running = [];
  try {
    for (let node = 0; node < nodes; node += 1) {
      const dataDir = join(folder, `${name}_${node}`);
      mkdirSync(dataDir);
      const own = { DATABASE_URL: postgres.url(name), DATA_DIR: dataDir };
      running.push(await startReady([script], { cwd: root, env: { ...env, ...own }, log: `${dataDir}.log` }));
    }
    const began = await postgres.resume(name);
    const ended = await postgres.untilNone(name, "tweets where state in ('scheduled', 'publishing')");
    await requireOnce(postgres, name);
    return rateOf(ended - began);
  } finally {
    await Promise.all(running.map((node) => node.kill()));
    await postgres.drop(name);
  }
}

async function requireOnce(postgres, name) {
  const [row] = await postgres.ask(
    name,
    `select (select count(*)::int from tweets where state = 'published') as tweets,
      (select count(*)::int from attempts where outcome = 'published') as attempts`,
  );
  if (row.tweets !== many || row.attempts !== many)
    throw new Error(`Of ${many} tweets ${row.tweets} went out, by ${row.attempts} attempts`);
}

/** All jobs are queued. How many a second from the first one's begin until none is left. */
async function work({ postgres, folder }, name, { concurrency, how }) {
  await postgres.create(name);
  const log = join(folder, `${name}.log`);
  const worker = await queueJobs(postgres.url(name), { jobs: many, concurrency, how, log });
  try {
    await postgres.tidy(name);
    const began = await worker.begin();
    return rateOf((await postgres.untilNone(name, jobsLeft)) - began);
  } finally {
    await worker.kill();
    await postgres.drop(name);
  }
}

const rateOf = (ms) => (many / ms) * 1_000;

function report({ usual, one, two, lean, fastest }, versions) {
  const ratios = (rates, others) => rates.map((rate, round) => rate / others[round]);
  const list = (numbers) => numbers.map((number) => number.toFixed(2)).join(", ");
  const row = (what, value, unit) => ({ what, goal: "", value, unit, ok: null });
  const withGoal = (what, value, goal) => ({ what, goal: `≥ ${goal} ×`, value, unit: "×", ok: value >= goal });
  const [oneToUsual, twoToOne] = [ratios(one, usual), ratios(two, one)];
  return {
    rows: [
      withGoal(
        `one node as shipped : graphile-worker, concurrency ${concurrency.usual}`,
        median(oneToUsual),
        goals.one,
      ),
      withGoal("two nodes as shipped : one", median(twoToOne), goals.two),
      row("one node, both daily limits and the log off : graphile-worker", median(ratios(lean, usual)), "×"),
      row("one node as shipped : graphile-worker's fastest", median(ratios(one, fastest)), "×"),
      row(`one node as shipped: ${many} due tweets of ${many / perAccount} accounts`, median(one), "tweets/s"),
      row("two nodes as shipped", median(two), "tweets/s"),
      row("one node, `DAILY_POST_LIMIT=0 DAILY_SPEND_LIMIT=0 LOG_LEVEL=warn`", median(lean), "tweets/s"),
      row(`graphile-worker: ${many} empty jobs, concurrency ${concurrency.usual}`, median(usual), "jobs/s"),
      row("graphile-worker's fastest", median(fastest), "jobs/s"),
    ],
    notes: [
      `Medians of ${rounds} rounds, by turns. Ratio of one node to graphile-worker: ${list(oneToUsual)}. Two nodes to one: ${list(twoToOne)}.`,
      `A tweet is one claim with its attempt and one conclusion with its journal; a job is one claim and one completion. PostgreSQL ${versions.postgres} as it comes (fsync on), on the same two cores as everything else; each side has a database of its own, vacuumed and with statistics.`,
      "Linnet: nodes as production starts them, with beats, waking and the whole loop; their network says yes at once inside the process. From the moment at which the paused accounts of all due tweets may post until the last conclusion. Different from the defaults: `MIN_GAP_SECONDS=0 CATCH_UP_GAP_SECONDS=0 QUIET_HOURS=none DAILY_SPEND_LIMIT=100000`.",
      `graphile-worker ${versions.graphile}: one process with a log that goes nowhere, from the first job's begin until its table is empty. Its default is concurrency 1. Its fastest is what its documentation's page on performance is measured with: concurrency ${concurrency.fastest}, a local queue of 500 jobs, completed in batches.`,
    ],
  };
}
