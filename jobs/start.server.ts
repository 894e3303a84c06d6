// Starts the process (config, database, ports, App, node, loop) and shuts it down in order.
import { type App, setApp } from "~/app.server";
import { correctedClock, systemClock } from "~/ground/time/clock.server";
import { type Config, ConfigError, openDataDir, readConfig } from "~/ground/config.server";
import { misspeltText } from "~/ground/misspelt";
import { connectionWords } from "~/ground/postgres-address";
import { release } from "~/ground/release.server";
import { minutes, seconds } from "~/ground/time/duration";
import { freeDisk } from "~/features/backups/backups.server";
import { sayAtStart } from "~/features/doctor/at-start";
import { resealTokens } from "~/features/accounts/accounts.server";
import { takeOverBots } from "~/features/bots/bots.server";
import { takeOverTasks } from "~/features/generation/generation.server";
import { resealFactors } from "~/features/second-factor/second-factor.server";
import { mayRegister } from "~/features/users/users.server";
import { renewWishes, resealWebhooks } from "~/features/webhooks/webhooks.server";
import { markScheduledUnknown, recallSends, takeOverSends } from "~/features/publishing/publishing.server";
import { weigh } from "~/features/tweets/text.server";
import { createLog, type Log } from "~/ground/telemetry/log.server";
import { outliveStreams } from "~/ground/telemetry/standard-output.server";
import { chooseWriter } from "~/ports/ai/index.server";
import { chooseIdentity } from "~/ports/identity/index.server";
import { chooseMail } from "~/ports/mail/index.server";
import { setPrices } from "~/ports/network/call-prices";
import { chooseNetwork } from "~/ports/network/index.server";
import { createNode, type Duties, type NodeControl } from "~db/node.server";
import { createWork, type WorkControl } from "~/ground/work.server";
import { BackupError } from "~db/sqlite/backup.server";
import { storageFault } from "~db/database.server";
import { layByReserve } from "~db/sqlite/room.server";
import type { WhenRestored } from "~db/liveness.types";
import { OtherSecret } from "~db/key-probe.server";
import { NewerSchema, OlderSchema } from "~db/migrate.server";
import { addressOf } from "~db/postgres/client.server";
import { startFault } from "~db/start-faults.server";
import { noWake, type Wake } from "~db/wake.server";
import { type Loop, startLoop } from "./loop.server";
import { schedule } from "./schedule.server";
import { judgeSecrets, openLiveness, openStorage, openWake, requireSameSecrets } from "./storage.server";

/** A send in flight may take this long after the stop signal. */
const grace = seconds(25);
const maxForPages = seconds(5);
const beatsEvery = seconds(2);

interface Running {
  app: App;
  work: WorkControl;
  loop: Loop;
  finish(): Promise<void>;
  close(): Promise<void>;
}

// In dev the build is loaded again on each change, so the running server is kept here to be stopped first.
const place = globalThis as typeof globalThis & { __linnetRunning?: Promise<Running>; __linnetEnds?: boolean };

/** Replaces an earlier start in this process. `closeHttp` resolves when open requests are answered. */
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
    return read;
  });
  setPrices(config.xPrices);
  if (earlier === undefined) outliveStreams();
  const log = createLog(config);
  for (const note of config.notes) log.warn(note);
  sayConnections(config, log);
  let node: NodeControl | null = null;
  const listener = {
    onBroken: () => node?.noteGap(),
    onDiskFailed: (error: unknown) => endWithoutDisk(log, error),
    onOlderRuns: waitForOlder(log),
    onUpgrade: (step: string) => log.info({ first: step }, "the database is upgraded: a backup is made first"),
    onBackedUp: (backup: string) =>
      log.info({ backup }, "backed up; the database is changed now, all of it or nothing"),
  };
  const { db, ran } = await openStorage(config, systemClock, listener).catch(endStart);
  await requireSameSecrets(config, db).catch(endStart);
  for (const line of await judgeSecrets(config, db).catch(endStart)) log.warn(line);
  const whenRestored: WhenRestored = async (trx, takenAt) => {
    const tweets = await markScheduledUnknown(trx, {
      takenAt,
      now: clock.now(),
      settleAfterMs: config.reconcileAfterMs,
    });
    return () =>
      log.warn({ tweets, takenAt }, "the database is an older copy; what is on the timeline will be looked up");
  };
  const { liveness, close: closeLiveness } = openLiveness(config, { db, clock: systemClock, whenRestored });
  const clock = correctedClock(systemClock, liveness.clockOffset);
  const work = createWork();
  const random = Math.random;
  const duties: Duties = {
    async enter() {
      await resealTokens(app);
      await resealFactors(app);
      await resealWebhooks(app);
      await renewWishes(app);
    },
    takeOver: () => takeOver(app),
    recall: async () => void (await recallSends(app)),
  };
  let wake: Wake = noWake;
  node = createNode({
    liveness,
    clock,
    duties,
    wakesAtOnce: () => wake.test(),
    tell: (notice, details) => log.info(details, nodeWords[notice]),
  });
  const app: App = {
    db,
    clock,
    config,
    log,
    work,
    node,
    random,
    network: chooseNetwork({ config, db, clock, log, weigh }),
    mail: chooseMail(config),
    identity: chooseIdentity(config),
    ai: orEnd(() => chooseWriter({ config, clock, log, random })),
    wake: () => {},
  };
  // A full disk is retried by a later beat; pages can be read until then.
  await node.beat().catch((error: unknown) => {
    if (config.postgres !== null || storageFault(error) === null) endStart(error);
    log.error({ err: error }, "the disk takes nothing; this node enters once it does");
  });
  work.tickedElsewhere(liveness.seenBefore());
  const loop = startLoop(app, work, { schedule, dueTimer: true });
  wake = openWake(config, db, loop.wake);
  app.wake = () => {
    loop.wake();
    wake.tell();
  };
  setApp(app);
  const stopBeating = beatOn(node, log);
  const isClosed = !(await mayRegister(app, { isInvited: false }));
  for (const one of config.misspelt) log.warn(one, misspeltText(one));
  for (const line of sayAtStart(config, { freeBytes: freeDisk(config), isClosed })) log.warn(line);
  if (config.postgres === null) layByReserve(config.dataDir);
  log.info(
    { migrations: ran, network: app.network.kind, writer: app.ai.kind, publisher: node.mayClaim(), ...release },
    "started",
  );

  return {
    app,
    work,
    loop,
    async finish() {
      work.stop();
      const abortTimer = setTimeout(() => work.abort(), grace);
      await loop.stop();
      await work.drained();
      clearTimeout(abortTimer);
      stopBeating();
    },
    async close() {
      await wake.close();
      await node
        .leave()
        .catch((err: unknown) => log.warn({ err }, "could not mark this node as stopped; other nodes will detect it"));
      await closeLiveness();
      await db.destroy();
      if (config.postgres === null) layByReserve(config.dataDir);
    },
  };
}

/** On SQLite only the lock holder runs this, so no other process is still sending. */
async function takeOver(app: App): Promise<void> {
  await takeOverSends(app);
  await takeOverTasks(app);
  await takeOverBots(app);
}

const nodeWords = {
  entered: "this node has entered",
  gap: "lost the database connection; claiming paused until it recovers",
  whole: "the talk with the database is whole again",
  outdated: "a newer version has changed the database; this one begins nothing more",
} as const;

function beatOn(node: NodeControl, log: Log): () => void {
  let toldAt = -Infinity;
  const tell = (err: unknown) => {
    if (performance.now() - toldAt < minutes(1)) return;
    toldAt = performance.now();
    log.error({ err }, "no sign of life");
  };
  const timer = setInterval(() => void node.beat().catch(tell), beatsEvery);
  timer.unref();
  return () => clearInterval(timer);
}

function orEnd<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return endStart(error);
  }
}

function sayConnections({ postgres }: Pick<Config, "postgres">, log: Log): void {
  if (postgres === null) return;
  const { url, listenUrl } = postgres;
  for (const [setting, one] of Object.entries({ DATABASE_URL: url, DATABASE_LISTEN_URL: listenUrl })) {
    if (setting !== "DATABASE_URL" && one === url) continue;
    const address = addressOf(one);
    const { isSafe, words } = connectionWords(address);
    log[isSafe ? "info" : "warn"]({ setting, place: address.place, sslmode: address.sslMode }, words);
  }
}

function waitForOlder(log: Log): () => Promise<void> {
  let hasTold = false;
  return async () => {
    if (!hasTold)
      log.warn("an older Linnet runs on this folder; this one upgrades the database when that one has ended");
    hasTold = true;
    await new Promise((resolve) => setTimeout(resolve, seconds(1)));
  };
}

function endStart(error: unknown): never {
  const isToldPlainly = [ConfigError, NewerSchema, OlderSchema, BackupError, OtherSecret].some(
    (kind) => error instanceof kind,
  );
  const fault = isToldPlainly ? (error as Error).message : startFault(error);
  if (fault === null) throw error;
  endWith(fault);
}

function endWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function endWithoutDisk(log: Log, error: unknown): never {
  log.fatal({ err: error }, "the disk did not keep what was written");
  endWith("The disk did not keep what was written. Linnet ends; started again, it begins from what is there.");
}

function endWithSignals(closeHttp: () => Promise<void>): void {
  let ending: Promise<void> | null = null;
  // Listens for every signal: a second one without a listener would cut off the send.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.on(signal, () => void (ending ??= end(signal, closeHttp)));
}

async function end(signal: string, closeHttp: () => Promise<void>): Promise<void> {
  const running = await place.__linnetRunning;
  running?.app.log.info({ signal }, "stopping");
  try {
    const closed = closeHttp();
    await running?.finish();
    // Open requests still read the database, but an endless connection must not block the exit.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, maxForPages).unref())]);
    await running?.close();
    running?.app.log.info({ signal }, "stopped");
    process.exit(0);
  } catch (error) {
    running?.app.log.error({ err: error }, "shutdown failed");
    process.exit(1);
  }
}
