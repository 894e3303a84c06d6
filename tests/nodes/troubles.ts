// What happens to nodes and to their database: killed, stopped, cut off, swallowed, killed underneath.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Random } from "../crash/random";
import { type PostgresServer, startPostgres } from "../support/postgres";
import type { Cluster, ClusterNode } from "./cluster";

export const kinds = ["kill", "stop", "cut", "hole", "restart"] as const;
export type Kind = (typeof kinds)[number];

export interface Trouble {
  kind: Kind;
  node: number;
  at: number;
}

/** Strikes `count` times, some of them at once; resolves when all is as before. */
export async function strike(
  cluster: Cluster,
  random: Random,
  { count, each, of = kinds }: { count: number; each: number; of?: readonly Kind[] },
): Promise<Trouble[]> {
  const struck: Trouble[] = [];
  const open = new Set<Promise<void>>();
  const busy = new Set<number>();
  let isRestarting = false;
  for (let n = 0; n < count; n += 1) {
    await pause(random.between(0.5, 1.5) * each);
    const kind = random.pick(of);
    const free = cluster.nodes.map((_, at) => at).filter((at) => !busy.has(at));
    if (kind === "restart" ? isRestarting : free.length === 0) {
      n -= 1;
      continue;
    }
    const at = kind === "restart" ? -1 : random.pick(free);
    struck.push({ kind, node: at, at: Date.now() });
    const node = cluster.nodes[at];
    if (kind === "restart") isRestarting = true;
    else busy.add(at);
    const over = (node ? befall(node, kind, random) : restart(cluster, random)).finally(() => {
      if (kind === "restart") isRestarting = false;
      busy.delete(at);
      open.delete(over);
    });
    open.add(over);
  }
  await Promise.all(open);
  return struck;
}

async function befall(node: ClusterNode, kind: Kind, random: Random): Promise<void> {
  const life = node.life();
  if (!life) return;
  if (kind === "kill") {
    life.kill();
    await life.ended;
    await pause(random.between(0, 3_000));
    await node.start().up;
  } else if (kind === "stop") {
    process.kill(life.pid, "SIGSTOP");
    await pause(random.between(3_000, 30_000));
    process.kill(life.pid, "SIGCONT");
  } else {
    node.way.be(kind === "cut" ? "cut" : "hole");
    await pause(random.between(3_000, 15_000));
    node.way.be("open");
  }
}

/** The database is killed with all that belongs to it, and is away for some seconds. */
async function restart({ database }: Cluster, random: Random): Promise<void> {
  const { server } = database;
  killServer(server);
  await pause(random.between(1_000, 6_000));
  database.server = await startPostgres(
    { fsync: "off", max_connections: "100" },
    { folder: server.folder, port: server.port },
  );
}

/** With all its processes, so that none of them answers any more. */
export function killServer(server: PostgresServer): void {
  const folder = join(server.folder, "data");
  const [pid = ""] = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  const all = [pid, ...execFileSync("pgrep", ["-P", pid], { encoding: "utf8" }).split("\n")].filter(Boolean);
  for (const one of all)
    try {
      process.kill(Number(one), "SIGKILL");
    } catch {
      // It has ended by itself meanwhile.
    }
}
