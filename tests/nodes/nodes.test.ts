// Three nodes on one Postgres while nodes and database are killed, stopped, cut off and swallowed: nothing twice, nothing forgotten.
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { killAll } from "../crash/process";
import { seeded } from "../crash/random";
import { type Cluster, type ClusterPlan, startCluster } from "./cluster";
import { follow } from "./failover";
import { isQuiet, judge, type Verdict } from "./judge";
import { type Kind, kinds, strike, type Trouble } from "./troubles";
import { findBinaries } from "../support/databases/postgres-binaries.mjs";

const { LINNET_NIGHT, NODES_SEED, NODES_FAULTS } = process.env;
const night = LINNET_NIGHT === "1" || NODES_FAULTS !== undefined;
const seed = NODES_SEED === undefined ? (night ? Math.floor(Date.now() / 1000) % 1_000_000 : 1) : Number(NODES_SEED);
const faults = Number(NODES_FAULTS ?? (night ? 1_000 : 8));
/**
 * Between two troubles. Time on Postgres is the database's and can't be turned: by day the troubles are nearer to each
 * other, a process is stopped for just longer than a claim is good for, there are fewer tweets, and the network loses
 * the same one once.
 */
const [each, maxStopMs, maxFaults] = night ? [2_000, 30_000, 2] : [1_500, 18_000, 1];
const byDay: readonly Kind[] = [...kinds, "kill", "stop"];
/** A tweet that has failed some times waits for minutes. All is quiet long before, and looked at then. */
const peaceMs = 600_000;
/** Ends what hangs. */
const maxMs = night ? 3 * 3_600_000 : 1_800_000;
const hasPostgres = findBinaries() !== null;

afterAll(killAll);

const handles = Array.from({ length: 12 }, (_, n) => `alice_${n}`);
const textsOf = (count: number) => Array.from({ length: count }, (_, n) => `Tweet [${n + 1}] of three nodes`);

async function begin(plan: Omit<ClusterPlan, "handles" | "nodes" | "seed">): Promise<Cluster> {
  const cluster = await startCluster({ ...plan, seed, handles, nodes: 3 });
  onTestFinished(async () => {
    await cluster.close();
    rmSync(cluster.template.folder, { recursive: true, force: true });
  });
  await Promise.all(cluster.nodes.map((node) => node.start().up));
  return cluster;
}

/** All tweets go on the timelines of all accounts, spread over `ms` from now on. */
const scheduleAll = (cluster: Cluster, ms: number) =>
  cluster.ask(`
    update tweets set state = 'scheduled', publish_type = 'scheduled',
      account_id = (select id from accounts order by id offset tweets.id % ${handles.length} limit 1),
      due_at = (extract(epoch from clock_timestamp()) * 1000)::bigint + 1000 + (random() * ${ms})::bigint`);

/** Answers whether it has become quiet. */
async function untilQuiet(cluster: Cluster, ms: number): Promise<boolean> {
  const endsAt = performance.now() + ms;
  while (!(await isQuiet(cluster))) {
    if (performance.now() > endsAt) return false;
    await pause(300);
  }
  return true;
}

const count = (troubles: Trouble[]): string =>
  kinds.map((kind) => `${troubles.filter((one) => one.kind === kind).length} × ${kind}`).join(", ");

/** What is wrong at the end; "" where every promise was kept. */
async function settle(cluster: Cluster, name: string, ms = peaceMs): Promise<{ story: string; verdict: Verdict }> {
  const quiet = await untilQuiet(cluster, ms);
  const verdict = await judge(cluster);
  if (!quiet)
    verdict.faults.push(`it was not quiet after ${Math.round(ms / 1000)} s of peace, and was judged as it stood`);
  const forgotten = cluster.nodes.map((node) => node.logs().match(/the database is missing sends/g)?.length ?? 0);
  console.log(
    `${name}, seed ${seed}: ${verdict.tweets} tweets, ${verdict.posts} posts, ${verdict.unknowns} in doubt, ` +
      `${forgotten.join(" + ")} times something was forgotten; ${verdict.faults.length} promises broken`,
  );
  const logs = cluster.nodes.map((node) => node.logs()).join("\n");
  return { story: verdict.faults.length === 0 ? "" : `${verdict.faults.join("\n")}\n${logs.slice(-150_000)}`, verdict };
}

it.skipIf(!hasPostgres)(
  "nothing is posted twice, as somebody else or forgotten, whatever happens to nodes and database",
  async () => {
    // Some draws strike nothing, since all nodes are in trouble already.
    const stormMs = faults * each * 1.5;
    // One a second: of four a second a third waited behind lost answers when the peace was over, since an account sends
    // nothing while one of its tweets is in doubt.
    const texts = textsOf(Math.ceil(stormMs / 1_000) + (night ? 60 : 18));
    const cluster = await begin({ name: "nodes", texts, maxFaults, fastMs: 20_000 });
    await scheduleAll(cluster, stormMs);
    const endsAt = performance.now() + stormMs;
    const troubles = await strike(cluster, seeded(seed), {
      count: faults,
      each,
      maxStopMs,
      ...(night ? {} : { of: byDay, once: true }),
    });
    const left = Math.max(endsAt - performance.now(), 0);
    const { story, verdict } = await settle(cluster, count(troubles), left + peaceMs);
    expect(story, `Again: NODES_SEED=${seed}`).toBe("");
    expect(cluster.nodes.map((node) => node.life()?.isAlive())).toEqual([true, true, true]);
    expect(verdict.posts).toBe(verdict.tweets);
    expect(verdict.unknowns).toBeGreaterThan(0);
  },
  maxMs,
);

const forFailover = { texts: textsOf(90) };
const forFailoverMs = 9_000;

/** The database dies while its standby is `behindMs` behind, and the standby takes its place. */
async function failOver(cluster: Cluster, behindMs: number): Promise<void> {
  const standby = await follow(cluster);
  await scheduleAll(cluster, forFailoverMs);
  await pause(2_500);
  await standby.takeOver(behindMs);
}

it.runIf(night)(
  "a failover to a standby that was behind forgets sends, and none is sent again",
  async () => {
    const cluster = await begin({ name: "nodes", ...forFailover });
    await failOver(cluster, 1_500);
    const { story, verdict } = await settle(cluster, "failover");
    expect(story).toBe("");
    expect(verdict.posts).toBe(verdict.tweets);
    expect(cluster.nodes.some((node) => node.logs().includes("the database is missing sends"))).toBe(true);
  },
  maxMs,
);

it.runIf(night)(
  "control: nodes without a memory send again what a failover forgot",
  async () => {
    const patches = [
      { from: /recall: async \(\) => \{\s*await recallSends\(app\);?\s*\}/, to: "recall: async () => {}" },
    ];
    const cluster = await begin({ name: "nodes-forgetful", patches, ...forFailover });
    await failOver(cluster, 1_500);
    const { verdict } = await settle(cluster, "control, no memory", 60_000);
    expect(verdict.faults.filter((what) => what.includes("times")).length).toBeGreaterThan(0);
  },
  maxMs,
);

it.runIf(night)(
  "control: a lost node's sends that are sent again instead of looked up are there twice",
  async () => {
    const patches = [
      {
        from: /state: "unknown",\s*due_at: (\w+)\.sentAt,\s*check_at: \1\.checkAt,\s*error_code: "lost"/,
        to: 'state: "scheduled", due_at: $1.now, lease_token: null, lease_until: null',
      },
    ];
    const cluster = await begin({ name: "nodes-hasty", patches, texts: textsOf(200) });
    await scheduleAll(cluster, 12_000);
    await strike(cluster, seeded(seed), { count: 5, each: 2_000, of: ["kill"] });
    const { verdict } = await settle(cluster, "control, sent again", 60_000);
    expect(verdict.faults.filter((what) => what.includes("times")).length).toBeGreaterThan(0);
  },
  maxMs,
);
