// Starts the process: configuration, database, ports, App, publisher's lock, loop; and ends it in good order.
import { join } from "node:path";
import { type App, setApp } from "~/app.server";
import { systemClock } from "~/ground/time/clock.server";
import { ConfigError, openDataDir, readConfig } from "~/ground/config.server";
import { seconds } from "~/ground/time/duration";
import { resealTokens } from "~/features/accounts/accounts.server";
import { recoverBots } from "~/features/bots/bots.server";
import { backUpBefore } from "~/features/backups/backups.server";
import { recoverTasks } from "~/features/generation/generation.server";
import { recoverOpenSends } from "~/features/publishing/publishing.server";
import { weigh } from "~/features/tweets/text.server";
import { createLog, type Log } from "~/ground/telemetry/log.server";
import { chooseWriter } from "~/ports/ai/index.server";
import { withMetrics } from "~/ports/ai/with-metrics.server";
import { chooseNetwork } from "~/ports/network/index.server";
import { createWork, type WorkControl } from "~/ground/work.server";
import { BackupError } from "~db/sqlite/backup.server";
import { diskOf } from "~db/sqlite/disk.server";
import { openDb } from "~db/sqlite/open.server";
import { storageFault } from "~db/database.server";
import { publisherLock } from "~db/sqlite/lock.server";
import { migrate, NewerSchema } from "~db/migrate.server";
import { requireNotMoved } from "~db/move/moved.server";
import { type Loop, startLoop } from "./loop.server";
import { schedule } from "./schedule.server";

/** A send in flight may take this long after the server was told to stop. */
const grace = seconds(25);
const lockTriedEvery = seconds(2);

interface Running {
  app: App;
  work: WorkControl;
  loop: Loop;
  /** No new work; resolves when what is in hand is finished, aborted or put back. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

// In dev the build is imported anew at each change: what ran before is stopped first, and hangs here meanwhile.
const place = globalThis as typeof globalThis & { __linnetRunning?: Promise<Running>; __linnetEnds?: boolean };

/**
 * Starts everything once; with an earlier start in this process, replaces it. `closeHttp` resolves when the pages in
 * flight are answered. A bad environment ends the process with one line a fault.
 */
export async function start(closeHttp: () => Promise<void>): Promise<void> {
  const earlier = place.__linnetRunning;
  place.__linnetRunning = begin(earlier);
  await place.__linnetRunning;
  if (!place.__linnetEnds) endWithSignals(closeHttp);
  place.__linnetEnds = true;
}

async function begin(earlier: Promise<Running> | undefined): Promise<Running> {
  const last = await earlier;
  await last?.finish();
  await last?.close();
  const config = orEnd(() => {
    const read = readConfig();
    openDataDir(read);
    requireNotMoved(read.dataDir);
    return read;
  });
  const log = createLog(config);
  const clock = systemClock;
  const { db } = orEnd(() => openDb(join(config.dataDir, "linnet.db")));
  diskOf(db).whenFailed((error) => endWithoutDisk(log, error));
  const before = (step: string) => backUpBefore(config.dataDir, step, clock.now());
  const ran = await migrate(db, { before }).catch(endStart);
  const work = createWork();
  const random = Math.random;
  const app: App = {
    db,
    clock,
    config,
    log,
    work,
    random,
    network: chooseNetwork({ config, db, clock, log, weigh }),
    ai: withMetrics(
      orEnd(() => chooseWriter({ config, clock, log, random })),
      clock,
    ),
    wake: () => {},
  };
  const lock = publisherLock(config.dataDir);
  await becomePublisher(app, work, lock.take);
  const loop = startLoop(app, work, { schedule, dueTimer: true });
  app.wake = loop.wake;
  setApp(app);
  const lockTimer = setInterval(() => {
    if (!work.isPublisher())
      void becomePublisher(app, work, lock.take).catch((err: unknown) => log.error({ err }, "lock"));
  }, lockTriedEvery);
  lockTimer.unref();
  log.info(
    { migrations: ran, network: app.network.kind, writer: app.ai.kind, publisher: work.isPublisher() },
    "started",
  );

  return {
    app,
    work,
    loop,
    async finish() {
      clearInterval(lockTimer);
      work.stop();
      const abortTimer = setTimeout(() => work.abort(), grace);
      await loop.stop();
      await work.drained();
      clearTimeout(abortTimer);
    },
    async close() {
      await db.destroy();
      lock.release();
    },
  };
}

/** The lock first, then recovery: only its holder knows that nobody is still sending. */
async function becomePublisher(app: App, work: WorkControl, take: () => boolean): Promise<void> {
  if (!take()) return;
  await resealTokens(app);
  await recoverOpenSends(app);
  await recoverTasks(app);
  await recoverBots(app);
  work.setPublisher(true);
}

/** A bad environment ends the process with one line a fault. */
function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return endStart(error);
  }
}

/** What the keeper of the server can mend is said without a stack; then the process ends. Other errors are thrown on. */
function endStart(error: unknown): never {
  const isToldPlainly = error instanceof ConfigError || error instanceof NewerSchema || error instanceof BackupError;
  const fault = isToldPlainly ? error.message : storageFault(error);
  if (fault === null) throw error;
  endWith(fault);
}

function endWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** What was written may be lost, and nothing that follows it would last: the next start begins from what is there. */
function endWithoutDisk(log: Log, error: unknown): never {
  log.fatal({ err: error }, "the disk did not keep what was written");
  endWith("The disk did not keep what was written. Linnet ends; started again, it begins from what is there.");
}

function endWithSignals(closeHttp: () => Promise<void>): void {
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(signal, closeHttp));
}

async function end(signal: string, closeHttp: () => Promise<void>): Promise<void> {
  const running = await place.__linnetRunning;
  running?.app.log.info({ signal }, "stopping");
  try {
    await running?.finish();
    // The pages in flight still read the database; a connection that never ends must not hold the process.
    await Promise.race([closeHttp(), new Promise((resolve) => setTimeout(resolve, seconds(2)).unref())]);
    await running?.close();
    process.exit(0);
  } catch (error) {
    running?.app.log.error({ err: error }, "the end was not in order");
    process.exit(1);
  }
}
