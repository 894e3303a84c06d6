// An App over a database of the bench, as jobs/start builds it, without gaps between posts. BENCH_AS=shipped keeps
// the daily limits (spending is counted against a sum that it never reaches) and the log at their defaults; otherwise off.
import { join } from "node:path";
import type { App } from "~/app.server";
import { systemClock } from "~/ground/time/clock.server";
import { readConfig } from "~/ground/config.server";
import { weigh } from "~/features/tweets/text.server";
import { createLog } from "~/ground/telemetry/log.server";
import { chooseWriter } from "~/ports/ai/index.server";
import { chooseNetwork } from "~/ports/network/index.server";
import { createWork, type WorkControl } from "~/ground/work.server";
import { onlyNode } from "~tests/support/node";
import { openPostgres } from "~db/postgres/open.server";
import { openDb } from "~db/sqlite/open.server";
import { migrate } from "~db/migrate.server";

export type BenchApp = App & { work: WorkControl };

/** On a file in `folder`, or on the Postgres that `env` names. */
export async function openApp(folder: string, env: Record<string, string> = {}): Promise<BenchApp> {
  const config = readConfig({
    ...env,
    DATA_DIR: folder,
    MIN_GAP_SECONDS: "0",
    CATCH_UP_GAP_SECONDS: "0",
    QUIET_HOURS: "none",
    ...(process.env["BENCH_AS"] === "shipped"
      ? { DAILY_SPEND_LIMIT: "100000" }
      : { DAILY_POST_LIMIT: "0", DAILY_SPEND_LIMIT: "0", LOG_LEVEL: "warn" }),
  });
  const { postgres } = config;
  const { db } = postgres
    ? { db: openPostgres({ url: postgres.url, pool: 1, unhurried: true }) }
    : openDb(join(folder, "linnet.db"));
  await migrate(db);
  const clock = systemClock;
  const log = createLog(config);
  const random = Math.random;
  return {
    db,
    clock,
    config,
    log,
    random,
    work: createWork(),
    node: onlyNode,
    network: chooseNetwork({ config, db, clock, log, weigh }),
    mail: null,
    identity: null,
    ai: chooseWriter({ config, clock, log, random }),
    wake: () => {},
  };
}
