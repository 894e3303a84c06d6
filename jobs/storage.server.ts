// Opens and migrates the configured database, and what depends on its kind.
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
  ran: string[];
}

type Where = Pick<Config, "dataDir" | "postgres">;

interface Listener extends WaitsForOthers {
  onBroken(error: unknown): void;
  onDiskFailed(error: unknown): void;
}

interface WaitsForOthers {
  onOlderRuns(): Promise<void>;
  onUpgrade?(step: string): void;
  onBackedUp?(file: string): void;
}

/** Throws ConfigError if it was moved to Postgres, NewerSchema, BackupError, or the database's error. */
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
    Promise.reject(new BackupError("An older version of Linnet is using this folder. Restart that server first.")),
};

/** Waits until no server publishes here: an older one would meet tables it doesn't know. */
async function upgrade(
  db: Db,
  dataDir: string,
  clock: Pick<Clock, "now">,
  { onOlderRuns, onUpgrade, onBackedUp }: WaitsForOthers,
): Promise<string[]> {
  const lock = publisherLock(dataDir);
  try {
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

export function openLiveness({ dataDir, postgres }: Where, self: Self): { liveness: Liveness; close(): Promise<void> } {
  if (postgres === null) return { liveness: sqliteLiveness(dataDir), close: () => Promise.resolve() };
  const { now, monotonic } = self.clock;
  // Own connection: when the pool is exhausted, the node must not look lost.
  const own = openPostgres({ url: postgres.url, pool: 1 });
  const { whenRestored } = self;
  return {
    liveness: postgresLiveness(own, { name: hostname(), version, now, monotonic, whenRestored }),
    close: () => own.destroy(),
  };
}

export const openWake = ({ postgres }: Where, db: Db, onTold: () => void): Wake =>
  postgres === null ? noWake : postgresWake({ db, listenUrl: postgres.listenUrl, onTold });

/** Throws OtherSecret if this node's secrets differ from the other nodes'. */
export const requireSameSecrets = async (
  config: Pick<Config, "postgres" | "encryptionKeys" | "sessionSecrets">,
  db: Db,
): Promise<void> => (config.postgres === null ? undefined : compareSecrets(db, config));

/** Returns advice for weak secrets. Throws ConfigError on a server without users. */
export async function judgeSecrets(config: Config, db: Db): Promise<string[]> {
  const names = guessableOf(config);
  if (names.length === 0) return [];
  if (!(await wasEverUsed(db))) throw new ConfigError(names.map((name) => strongerSecret(name, false)));
  return names.map((name) => strongerSecret(name, true));
}
