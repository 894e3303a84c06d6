// The database dies and a standby takes its place: one that was behind, or one that each commit has waited for.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type PostgresServer, runOn } from "../support/databases/postgres";
import type { Cluster } from "./cluster";
import { openWay } from "./proxy";
import { followPrimary } from "./standby";

export interface Successor {
  /** Each commit waits for it from now on: none that was told as kept is missing there. */
  waitForIt(): Promise<void>;
  /** Hears nothing for so long, in which the nodes go on. Then the database dies, and the nodes are led here. */
  takeOver(behindMs: number): Promise<void>;
}

/** A standby that follows the cluster's database. */
export async function follow(cluster: Cluster): Promise<Successor> {
  const { server } = cluster.database;
  const way = await openWay(server.port);
  const standby = await followPrimary(server, "linnet", way);
  return {
    async waitForIt() {
      const url = server.url("linnet");
      await runOn(url, "alter system set synchronous_standby_names = '*'");
      await runOn(url, "select pg_reload_conf()");
      const isWaitedFor = "select 1 from pg_stat_replication where sync_state = 'sync'";
      while ((await runOn(url, isWaitedFor)).length === 0) await pause(50);
    },
    async takeOver(behindMs) {
      if (behindMs > 0) way.be("hole");
      await pause(behindMs);
      killServer(server);
      cluster.database.server = standby.server;
      cluster.database.url = standby.server.url("linnet");
      await standby.promote();
      for (const node of cluster.nodes) node.way.leadTo(standby.server.port);
      await way.close();
      rmSync(server.folder, { recursive: true, force: true });
    },
  };
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
