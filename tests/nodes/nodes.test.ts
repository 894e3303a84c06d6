// Three nodes on one Postgres while nodes and database are killed, stopped, cut off and swallowed: nothing twice, nothing forgotten.
import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { killAll } from "../crash/process";
import { seeded } from "../crash/random";
import { type Cluster, type ClusterPlan, startCluster } from "./cluster";
import { isQuiet, judge } from "./judge";
import { kinds, strike, type Trouble } from "./troubles";

const { LINNET_NIGHT, NODES_SEED, NODES_FAULTS } = process.env;
const night = LINNET_NIGHT === "1";
const seed = NODES_SEED === undefined ? (night ? Math.floor(Date.now() / 1000) % 1_000_000 : 1) : Number(NODES_SEED);
const faults = Number(NODES_FAULTS ?? (night ? 1_000 : 8));
/** Between two troubles. */
const each = 2_000;
const peaceMs = 240_000;

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

async function untilQuiet(cluster: Cluster): Promise<void> {
  const endsAt = performance.now() + peaceMs;
  while (performance.now() < endsAt && !(await isQuiet(cluster))) await pause(300);
}

const count = (troubles: Trouble[]): string =>
  kinds.map((kind) => `${troubles.filter((one) => one.kind === kind).length} × ${kind}`).join(", ");

it(
  "nothing is posted twice, as somebody else or forgotten, whatever happens to nodes and database",
  async () => {
    const stormMs = faults * each;
    const cluster = await begin({ name: "nodes", texts: textsOf(Math.ceil(stormMs / 150) + 60), fastMs: 20_000 });
    await scheduleAll(cluster, stormMs);
    const troubles = await strike(cluster, seeded(seed), faults, each);
    await untilQuiet(cluster);
    const verdict = await judge(cluster);
    console.log(`seed ${seed}: ${count(troubles)}; ${verdict.tweets} tweets, ${verdict.unknowns} in doubt`);
    const story = [...verdict.faults, ...cluster.nodes.map((node) => node.logs())].join("\n");
    expect(verdict.faults.length === 0 ? "" : story.slice(0, 200_000), `Again: NODES_SEED=${seed}`).toBe("");
    expect(verdict.posts).toBe(verdict.tweets);
    expect(verdict.unknowns).toBeGreaterThan(0);
  },
  night ? 3 * 3_600_000 : 600_000,
);
