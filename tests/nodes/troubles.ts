// What happens to nodes and to their database: killed, stopped, cut off, swallowed, killed underneath, replaced.
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../crash/random";
import { startPostgres } from "../support/databases/postgres";
import { type Cluster, type ClusterNode, settings } from "./cluster";
import { follow, killServer } from "./failover";

export const kinds = ["kill", "stop", "cut", "hole", "restart", "promote"] as const;
export type Kind = (typeof kinds)[number];

/** The database has one trouble to three of each kind that a node has: after each of its own nobody claims for 5 s. */
const usual: readonly Kind[] = [...kinds, "kill", "kill", "stop", "stop", "cut", "cut", "hole", "hole"];
/** So long it is left alone, or nothing would ever be claimed. */
const betweenDatabases = 12_000;
/** In which each node has found its way back to the database and asked what that has forgotten. */
const untilRecalled = 7_000;

export interface Trouble {
  kind: Kind;
  node: number;
  at: number;
}

interface Strikes {
  count: number;
  /** Between two of them, on the average. */
  each: number;
  of?: readonly Kind[];
  /** Each of these once, in any order. */
  once?: boolean;
  maxStopMs?: number;
}

/** Strikes `count` times, some of them at once; resolves when all is as before. */
export async function strike(
  cluster: Cluster,
  random: Random,
  { count, each, of = usual, once = false, maxStopMs = 30_000 }: Strikes,
): Promise<Trouble[]> {
  const struck: Trouble[] = [];
  const left = [...of];
  const open = new Set<Promise<void>>();
  const failed: unknown[] = [];
  const busy = new Set<number>();
  let databaseFreeAt = -Infinity;
  const begin = (kind: Kind, at: number, trouble: Promise<void>, whenOver: () => void) => {
    struck.push({ kind, node: at, at: Date.now() });
    if (once) left.splice(left.indexOf(kind), 1);
    const over = trouble
      .catch((error: unknown) => void failed.push(error))
      .finally(() => {
        whenOver();
        open.delete(over);
      });
    open.add(over);
    return over;
  };
  while (struck.length < count && failed.length === 0) {
    await pause(random.between(0.5, 1.5) * each);
    const kind = random.pick(left);
    if (kind === "restart" || kind === "promote") {
      if (performance.now() < databaseFreeAt) continue;
      databaseFreeAt = Infinity;
      const whenOver = () => (databaseFreeAt = performance.now() + betweenDatabases);
      if (kind === "restart") void begin(kind, -1, restart(cluster, random), whenOver);
      else if (random.chance(0.6)) void begin(kind, -1, promote(cluster, random, true), whenOver);
      else {
        // A node that is dead or away can't tell what such a standby has missed, as docs/postgres.md says.
        await Promise.all(open);
        await begin(kind, -1, promote(cluster, random, false), whenOver);
      }
      continue;
    }
    const free = cluster.nodes.map((_, at) => at).filter((at) => !busy.has(at));
    if (free.length === 0) continue;
    const at = random.pick(free);
    const node = cluster.nodes[at];
    if (!node) continue;
    busy.add(at);
    void begin(kind, at, befall(node, kind, random, maxStopMs), () => busy.delete(at));
  }
  await Promise.all(open);
  if (failed.length > 0) throw failed[0];
  return struck;
}

async function befall(node: ClusterNode, kind: Kind, random: Random, maxStopMs: number): Promise<void> {
  const life = node.life();
  if (!life) return;
  if (kind === "kill") {
    life.kill();
    await life.ended;
    await pause(random.between(0, 3_000));
    await startAgain(node);
  } else if (kind === "stop") {
    process.kill(life.pid, "SIGSTOP");
    await pause(random.between(3_000, maxStopMs));
    process.kill(life.pid, "SIGCONT");
  } else {
    node.way.be(kind === "cut" ? "cut" : "hole");
    await pause(random.between(3_000, 15_000));
    node.way.be("open");
  }
}

/** As a container is: where the database is away just now it ends, and is started anew. */
async function startAgain(node: ClusterNode): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const life = node.start();
    const isUp = await life.up.then(
      () => true,
      () => false,
    );
    if (isUp && life.isAlive()) return;
    await pause(500);
  }
  throw new Error(`A node does not start any more:\n${node.logs().slice(-5_000)}`);
}

/** The database is killed with all that belongs to it, and is away for some seconds. */
async function restart({ database }: Cluster, random: Random): Promise<void> {
  const { server } = database;
  killServer(server);
  await pause(random.between(1_000, 6_000));
  database.server = await startPostgres(settings, { folder: server.folder, port: server.port });
}

/** The database dies, and another takes its place that has each of its commits, or else all but the last ones. */
async function promote(cluster: Cluster, random: Random, isWhole: boolean): Promise<void> {
  const standby = await follow(cluster);
  if (isWhole) await standby.waitForIt();
  await pause(random.between(0, 3_000));
  await standby.takeOver(isWhole ? 0 : random.between(100, 1_500));
  if (!isWhole) await pause(untilRecalled);
}
