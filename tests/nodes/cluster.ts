// Three nodes of the built app on one Postgres, each with a way of its own to it, and a network that loses answers.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { moveToPostgres } from "~db/move/move.server";
import { keys, type RoundNetwork, startNetwork } from "../crash/network";
import { copyBuild, type Life, type Patch, startLife } from "../crash/process";
import { seeded } from "../crash/random";
import { makeTemplate, type Template } from "../crash/template";
import { usualFaults } from "../crash/faults";
import { type PostgresServer, runOn, startPostgres } from "../support/databases/postgres";
import { freePort } from "../support/server";
import { openWay, type Way } from "./proxy";

/** The time in which what nobody knows is looked up. It exceeds all that a stopped process may still do: 15 s after its claim. */
export const settleMs = 7_000;
const listLagMs = 1_000;
/** As long as a tweet of the account may follow another. */
export const gapMs = 1_000;

export interface ClusterNode {
  origin: string;
  way: Way;
  start(): Life;
  life(): Life | null;
  logs(): string;
}

export interface Cluster {
  template: Template;
  network: RoundNetwork;
  nodes: ClusterNode[];
  database: { url: string; server: PostgresServer };
  /** Rows of the database itself, past all proxies; waits where it is away. */
  ask(statement: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

export interface ClusterPlan {
  name: string;
  seed: number;
  handles: readonly string[];
  texts: readonly string[];
  nodes: number;
  patches?: Patch[];
  /** So often the network loses the same tweet. */
  maxFaults?: number;
  /** So far the first node's clock is ahead, ms. */
  fastMs?: number;
}

/** As a real one: what was committed outlives its process. Powers are not cut here, so no disk is waited for. */
export const settings = { fsync: "off", max_connections: "100", wal_level: "replica", max_wal_senders: "4" };

export async function startCluster(plan: ClusterPlan): Promise<Cluster> {
  const [template, server, build] = await Promise.all([
    makeTemplate({ handles: plan.handles, texts: plan.texts }),
    startPostgres(settings),
    copyBuild(plan.name, ...(plan.patches ?? [])),
  ]);
  await runOn(server.url("postgres"), "create database linnet");
  const url = server.url("linnet");
  const folder = template.copy("moved");
  await moveToPostgres({
    dataDir: folder,
    file: join(folder, "linnet.db"),
    url,
    withoutNul: false,
    before: async () => {},
    now: Date.now,
  });
  const network = await startNetwork({
    linked: template.linked,
    truthFile: join(template.folder, "truth"),
    random: seeded(plan.seed + 1_000_000),
    faults: usualFaults,
    listLagMs,
    lateMs: settleMs * 0.6,
    // As X has it: an account of a long storm has hundreds of posts.
    pageSize: 100,
    ...(plan.maxFaults === undefined ? {} : { maxFaults: plan.maxFaults }),
  });
  const nodes: ClusterNode[] = [];
  for (let n = 0; n < plan.nodes; n += 1)
    nodes.push(await makeNode(build, { n, template, server, network, fastMs: n === 0 ? (plan.fastMs ?? 0) : 0 }));
  /** Others are put in their place by a restart or a failover. */
  const database: Cluster["database"] = { url, server };
  return {
    template,
    network,
    nodes,
    database,
    async ask(statement) {
      for (;;)
        try {
          return await runOn(database.url, statement);
        } catch {
          await pause(200);
        }
    },
    async close() {
      for (const node of nodes) node.life()?.kill();
      await Promise.all(nodes.map((node) => node.life()?.ended.catch(() => undefined)));
      for (const node of nodes) await node.way.close();
      await network.close();
      await database.server.stop();
      rmSync(database.server.folder, { recursive: true, force: true });
    },
  };
}

interface Ground {
  n: number;
  template: Template;
  server: PostgresServer;
  network: RoundNetwork;
  fastMs: number;
}

async function makeNode(build: string, { n, template, server, network, fastMs }: Ground): Promise<ClusterNode> {
  const way = await openWay(server.port);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const address = new URL(server.url("linnet"));
  address.port = String(way.port);
  const faster = `data:text/javascript,Date.now=((now)=>()=>now()+${fastMs})(Date.now)`;
  const env = {
    PORT: String(port),
    APP_ORIGIN: origin,
    DATA_DIR: join(template.folder, `node-${n}`),
    DATABASE_URL: address.href,
    SESSION_SECRET: template.secret,
    ENCRYPTION_KEY: template.secret,
    X_API_KEY: keys.apiKey,
    X_API_SECRET: keys.apiSecret,
    X_API_ORIGIN: network.origin,
    RECONCILE_AFTER_SECONDS: String(settleMs / 1000),
    QUIET_HOURS: "none",
    MIN_GAP_SECONDS: String(gapMs / 1000),
    CATCH_UP_GAP_SECONDS: String(gapMs / 1000),
    RATE_LIMITS: "off",
    DAILY_POST_LIMIT: "0",
    DAILY_SPEND_LIMIT: "0",
    ...(fastMs > 0 ? { NODE_OPTIONS: `--import=${faster}` } : {}),
  };
  const lives: Life[] = [];
  return {
    origin,
    way,
    start() {
      const life = startLife(build, env);
      lives.push(life);
      return life;
    },
    life: () => lives.at(-1) ?? null,
    logs: () => lives.map((life, at) => `--- life ${at + 1} of node ${n}\n${life.log()}`).join("\n"),
  };
}
