// Runs `npm run doctor [-- --ask]`: checks the setup, with or without a server. Exits with 1 on a problem.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "~/ground/time/clock.server";
import { type Config, ConfigError, dataDirOf, openDataDir, readConfig } from "~/ground/config.server";
import { becomeOwnerOf } from "~/ground/secrets/private-files.server";
import { seconds } from "~/ground/time/duration";
import { readBackups } from "~/features/backups/copy.server";
import { examine, type Patient } from "~/features/doctor/doctor.server";
import type { Finding, Loop } from "~/features/doctor/finding";
import { weigh } from "~/features/tweets/text.server";
import { tryWords } from "~/features/doctor/model";
import { createLog } from "~/ground/telemetry/log.server";
import { tryServer } from "~/ports/ai/compatible/try.server";
import { setPrices } from "~/ports/network/call-prices";
import { chooseNetwork } from "~/ports/network/index.server";
import { type Db } from "~db/database.server";
import { openPostgres, requireUtf8 } from "~db/postgres/open.server";
import { publisherLock } from "~db/sqlite/lock.server";
import { openDb } from "~db/sqlite/open.server";
import { isMigrated, migrate } from "~db/migrate.server";
import { requireNotMoved } from "~db/move/moved.server";
import { startFault } from "~db/start-faults.server";
import { openLiveness, openWake } from "~jobs/storage.server";

const marks: Record<Finding["state"], string> = { good: "OK     ", check: "Warning", bad: "Error  ", off: "-      " };

/** Costs what two tweets cost. */
const asksModel = process.argv.includes("--ask");

async function main(): Promise<number> {
  becomeOwnerOf(dataDirOf());
  const config = readConfig();
  setPrices(config.xPrices);
  openDataDir(config);
  const db = await openAsItIs(config);
  const log = createLog({ logLevel: "silent" });
  const network = chooseNetwork({ config, db, clock: systemClock, log, weigh });
  const nodes = openNodes(config, db);
  const app: Patient = { db, clock: systemClock, config, log, network, node: nodes };
  // First: the doctor's line about answers then has one.
  const tried = config.compatible && asksModel ? [tryWords(await tryServer(config.compatible, systemClock))] : [];
  const found = await examine(app, await askLoop(config, await isWorkedOn(config, nodes)), readBackups(config));
  const findings = [...found, ...tried];
  await nodes.close();
  await db.destroy();
  for (const { state, title, message, todo, copy } of findings) {
    process.stdout.write(`${marks[state]} ${title}: ${message}\n`);
    if (copy) process.stdout.write(`        ${copy}\n`);
    if (todo) process.stdout.write(`        → ${todo}\n`);
  }
  return findings.some(({ state }) => state === "bad") ? 1 : 0;
}

/** The doctor changes nothing: an empty database in memory replaces a missing or outdated one. */
async function openAsItIs({ dataDir, postgres }: Pick<Config, "dataDir" | "postgres">): Promise<Db> {
  const stored = postgres === null ? openFile(dataDir) : openPostgres({ url: postgres.url, pool: 2 });
  let isCurrent = false;
  try {
    if (stored && postgres !== null) await requireUtf8(stored);
    isCurrent = stored !== null && (await isMigrated(stored));
  } finally {
    // An idle connection would keep the command alive for a minute.
    if (!isCurrent) await stored?.destroy();
  }
  if (stored && isCurrent) return stored;
  const { db } = openDb(":memory:");
  await migrate(db);
  return db;
}

function openFile(dataDir: string): Db | null {
  requireNotMoved(dataDir);
  const file = join(dataDir, "linnet.db");
  return existsSync(file) ? openDb(file).db : null;
}

function openNodes(config: Config, db: Db): Patient["node"] & { close(): Promise<void> } {
  const whenRestored = () => Promise.reject(new Error("The doctor never beats"));
  const { liveness, close } = openLiveness(config, { db, clock: systemClock, whenRestored });
  const wake = openWake(config, db, () => {});
  return {
    list: () => liveness.list().catch(() => []),
    wakesAtOnce: () => wake.test(),
    close: async () => void (await Promise.all([wake.close(), close()])),
  };
}

async function isWorkedOn({ dataDir, postgres }: Config, nodes: Patient["node"]): Promise<boolean> {
  if (postgres !== null) return (await nodes.list()).length > 0;
  const lock = publisherLock(dataDir);
  const isFree = lock.touchedAt() === null || lock.take();
  lock.release();
  return !isFree;
}

async function askLoop({ host, port }: Pick<Config, "host" | "port">, isWorked: boolean): Promise<Loop> {
  const isAnywhere = host === null || host === "0.0.0.0" || host === "::";
  const origin = `http://${isAnywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host}:${port}`;
  const health = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(seconds(5)) })
    .then((answer) => answer.json() as Promise<Record<string, unknown>>)
    .catch(() => null);
  if (typeof health?.["loop"] !== "boolean")
    return { silentMs: null, obstacle: "elsewhere", mismatch: isWorked ? { url: origin, answer: "none" } : null };
  const { loop, publisher, obstacle } = health;
  if (publisher === true && !isWorked)
    return { silentMs: null, obstacle: "elsewhere", mismatch: { url: origin, answer: "of_another_database" } };
  const other = obstacle === "broken" || obstacle === "outdated" ? obstacle : "elsewhere";
  return { silentMs: loop === true ? 0 : null, obstacle: publisher === true ? null : other };
}

try {
  process.exitCode = await main();
} catch (error) {
  const fault = error instanceof ConfigError ? error.message : startFault(error);
  if (fault === null) throw error;
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}
