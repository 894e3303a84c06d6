// The database that the configuration names, opened and brought to its newest schema, with all that depends on which it is.
import { hostname } from "node:os";
import type { Clock } from "~/ground/time/clock.server";
import { type Config, ConfigError } from "~/ground/config.server";
import { guessableOf, strongerSecret } from "~/ground/secrets/secrets.server";
import { wasEverUsed } from "~/features/users/users.server";
import { backUpBefore, databaseOf } from "~/features/backups/backups.server";
import type { Db } from "~db/database.server";
import type { Liveness, WhenRestored } from "~db/liveness.types";
import { compareSecrets } from "~db/key-probe.server";
import { isMigrated, migrate } from "~db/migrate.server";
import { requireNotMoved } from "~db/move/moved.server";
import { postgresLiveness } from "~db/postgres/liveness.server";
import { openPostgres, requireUtf8 } from "~db/postgres/open.server";
import { postgresWake } from "~db/postgres/wake.server";
import { BackupError } from "~db/sqlite/backup.server";
import { diskOf } from "~db/sqlite/disk.server";
import { noteFile } from "~db/sqlite/faults.server";
import { sqliteLiveness } from "~db/sqlite/liveness.server";
import { publisherLock } from "~db/sqlite/lock.server";
import { giveUpReserve } from "~db/sqlite/room.server";
import { openDb } from "~db/sqlite/open.server";
import { noWake, type Wake } from "~db/wake.server";
import { version } from "../package.json";

export interface Opened {
  db: Db;
  /** The steps that the schema was taken. */
  ran: string[];
}

type Where = Pick<Config, "dataDir" | "postgres">;

interface Listener extends WaitsForOthers {
  /** A connection to the database broke. */
  onBroken(error: unknown): void;
  /** What was written may be lost. */
  onDiskFailed(error: unknown): void;
}

/** What is done while a Linnet of an older version still has the database. */
interface WaitsForOthers {
  /** Awaited again and again until that one has ended; throws to give up. */
  onOlderRuns(): Promise<void>;
  /** An upgrade that begins with this step is about to be made, and then: its backup is there. */
  onUpgrade?(step: string): void;
  onBackedUp?(file: string): void;
}

/** Opens it. Throws ConfigError (it was moved to Postgres), NewerSchema, BackupError, or what the database said. */
export async function openStorage(
  { dataDir, postgres }: Where,
  clock: Pick<Clock, "now">,
  listener?: Listener,
): Promise<Opened> {
  if (postgres === null) {
    requireNotMoved(dataDir);
    giveUpReserve(dataDir);
    const { db } = openDb(databaseOf(dataDir));
    if (listener) diskOf(db).whenFailed(listener.onDiskFailed);
    return { db, ran: await upgrade(db, dataDir, clock, listener ?? givesUp) };
  }
  const { url, pool } = postgres;
  const unhurried = openPostgres({ url, pool: 1, unhurried: true });
  try {
    await requireUtf8(unhurried);
    const ran = await migrate(unhurried);
    return { db: openPostgres({ url, pool, onBroken: (error) => listener?.onBroken(error) }), ran };
  } finally {
    await unhurried.destroy();
  }
}

const givesUp: WaitsForOthers = {
  onOlderRuns: () =>
    Promise.reject(new BackupError("A server of an older version runs on this folder: start that one anew first.")),
};

/** Whoever serves beside us would meet tables that it does not know, so the upgrade waits until nobody publishes here. */
async function upgrade(
  db: Db,
  dataDir: string,
  clock: Pick<Clock, "now">,
  { onOlderRuns, onUpgrade, onBackedUp }: WaitsForOthers,
): Promise<string[]> {
  const lock = publisherLock(dataDir);
  try {
    // Who publishes may be of this version: then it has upgraded, and nothing is missing.
    while (!(await isMigrated(db)) && !lock.take()) await onOlderRuns();
    return await migrate(db, {
      async before(step) {
        onUpgrade?.(step);
        onBackedUp?.(await backUpBefore(dataDir, step, clock.now()));
      },
    });
  } catch (error) {
    await db.destroy();
    throw noteFile(error, databaseOf(dataDir));
  } finally {
    lock.release();
  }
}

interface Self {
  db: Db;
  clock: Pick<Clock, "now" | "monotonic">;
  whenRestored: WhenRestored;
}

/** How this process tells that it lives. */
export function openLiveness({ dataDir, postgres }: Where, self: Self): { liveness: Liveness; close(): Promise<void> } {
  if (postgres === null) return { liveness: sqliteLiveness(dataDir), close: () => Promise.resolve() };
  const { now, monotonic } = self.clock;
  // A connection of its own: where all others are in use, a node must not look lost.
  const own = openPostgres({ url: postgres.url, pool: 1 });
  const { whenRestored } = self;
  return {
    liveness: postgresLiveness(own, { name: hostname(), version, now, monotonic, whenRestored }),
    close: () => own.destroy(),
  };
}

/** How this process tells the others that something is due, and hears of it. */
export const openWake = ({ postgres }: Where, db: Db, onTold: () => void): Wake =>
  postgres === null ? noWake : postgresWake({ db, listenUrl: postgres.listenUrl, onTold });

/** Several nodes must share their secrets: what one has sealed or signed is good at the others. Throws OtherSecret. */
export const requireSameSecrets = async (
  config: Pick<Config, "postgres" | "encryptionKeys" | "sessionSecrets">,
  db: Db,
): Promise<void> => (config.postgres === null ? undefined : compareSecrets(db, config));

/**
 * Secrets that can be found by trying, each as what to do about it: a server that has people goes on with them. Throws
 * ConfigError where nobody has come yet.
 */
export async function judgeSecrets(config: Config, db: Db): Promise<string[]> {
  const names = guessableOf(config);
  if (names.length === 0) return [];
  if (!(await wasEverUsed(db))) throw new ConfigError(names.map((name) => strongerSecret(name, false)));
  return names.map((name) => strongerSecret(name, true));
}
