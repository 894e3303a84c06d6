// Writes heartbeats to Postgres; a silent node is lost and rejoins under a new id.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inTransaction } from "../database.server";
import { type Db, dialectOf, type Transaction } from "../dialect.server";
import type { Beat, Liveness, NodeSeen, WhenRestored } from "../liveness.types";
import { newestMigration } from "../migrate.server";

/** ms. A lost node's unfinished sends must be looked up, not repeated. */
export const lostAfter = 8_000;
const goodFor = 6_000;
const keptFor = 7 * 24 * 3_600_000;
/** ms. A database whose latest beat is older is a restored copy. */
const restoredAfter = 60_000;
const slowestForClock = 500;
const maxPause = 4_000;

interface Self {
  name: string;
  version: string;
  now(): number;
  monotonic(): number;
  whenRestored: WhenRestored;
}

/** Changes after a restore to a new server or a promotion. */
interface Engine {
  systemIdentifier: string | null;
  timeline: string | null;
}

interface Answer {
  beats: number | null;
  at: number;
  seen: number | null;
  newest: string | null;
  system_identifier: string | null;
  timeline: string | null;
}

const clock = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

export function postgresLiveness(db: Db, self: Self): Liveness {
  let nodeId = "";
  let beats = 0;
  let offset = 0;
  let hadGap = false;
  let before: number | null = null;
  let engine: Engine | null = null;
  let knowsEngine = true;
  let lastBeat = -Infinity;
  let listing: Promise<NodeSeen[]> | null = null;
  let wholeSince = Infinity;

  const engineColumns = () =>
    knowsEngine
      ? sql`(select system_identifier::text from pg_control_system()) as system_identifier,
          substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`
      : sql`null as system_identifier, null as timeline`;

  /** The outer select sees the state before the update. */
  const ask = async (): Promise<Answer> => {
    const question = sql<Answer>`
      with me as (
        update nodes set beats = beats + 1, beat_at = ${clock} where id = ${nodeId} and lost_at is null returning beats)
      select (select beats from me) as beats, ${clock} as at, (select max(beat_at) from nodes) as seen,
        (select max(name) from migrations) as newest, ${engineColumns()}`;
    try {
      return first((await question.execute(db)).rows);
    } catch (error) {
      // Some providers deny this function. Then a restore is only known from `npm run restored`.
      if (!knowsEngine || (error as { code?: unknown }).code !== "42501") throw error;
      knowsEngine = false;
      return ask();
    }
  };

  const correctClock = (at: number, requested: number, took: number): void => {
    if (took > slowestForClock) return;
    const seenOffset = at - (requested + took / 2);
    if (Math.abs(seenOffset - offset) > took / 2 + 5) offset = seenOffset;
  };

  const enter = async (): Promise<void> => {
    nodeId = randomUUID();
    beats = 0;
    await sql`insert into nodes (id, name, version, started_at, beat_at)
      values (${nodeId}, ${self.name}, ${self.version}, ${clock}, ${clock})`.execute(db);
    await sql`delete from nodes where lost_at < ${clock} - ${keptFor}::bigint`.execute(db);
  };

  const compareEngine = async (answer: Answer): Promise<void> => {
    const now: Engine = { systemIdentifier: answer.system_identifier, timeline: answer.timeline };
    const isKnown = engine?.systemIdentifier === now.systemIdentifier && engine.timeline === now.timeline;
    if (isKnown) return;
    const whenNoted = await inTransaction(db, (trx) => noteEngine(trx, now, answer));
    engine = now;
    whenNoted?.();
  };

  const noteEngine = async (trx: Transaction, now: Engine, { seen, at }: Answer): Promise<(() => void) | null> => {
    await dialectOf(trx).lockWord(trx, "engine");
    const kept = await trx.selectFrom("engine").select(["system_identifier", "timeline"]).executeTakeFirst();
    const isOther =
      kept?.timeline != null && (kept.system_identifier !== now.systemIdentifier || kept.timeline !== now.timeline);
    const isOld = isOther && seen !== null && seen < at - restoredAfter;
    const whenNoted = isOld ? await self.whenRestored(trx, seen) : null;
    const values = { system_identifier: now.systemIdentifier, timeline: now.timeline };
    await trx
      .insertInto("engine")
      .values({ id: 1, ...values })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
      .execute();
    return whenNoted;
  };

  /** A node that was cut off judges no others: after an outage all would mark each other as lost. */
  const judge = async (): Promise<void> => {
    if (self.monotonic() - wholeSince < lostAfter) return;
    await sql`update nodes set lost_at = ${clock}
      where lost_at is null and id <> ${nodeId} and beat_at < ${clock} - ${lostAfter}::bigint`.execute(db);
  };

  const lostLately = async (): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select id from nodes where lost_at >= ${clock} - 60000 and id <> ${nodeId}`.execute(db);
    return rows.map(({ id }) => id);
  };

  const beat = async (): Promise<Beat> => {
    const requested = self.now();
    const requestedAt = self.monotonic();
    let answer = await ask();
    const took = self.monotonic() - requestedAt;
    correctClock(answer.at, requested, took);
    const isFirst = nodeId === "";
    // The row is gone or marked as lost, or the database went back in time.
    const wasTakenForLost = answer.beats === null;
    const isLate = self.monotonic() - lastBeat > maxPause;
    const wasForgotten = !wasTakenForLost && answer.beats !== beats + 1;
    if (!isFirst && (wasTakenForLost || isLate || wasForgotten || isOther(engine, answer))) noteGap();
    if (isFirst) before = answer.seen;
    await compareEngine(answer);
    if (wasTakenForLost) {
      await enter();
      answer = { ...answer, beats: 0 };
    }
    beats = answer.beats ?? 0;
    lastBeat = self.monotonic();
    if (wholeSince === Infinity) wholeSince = lastBeat;
    await judge();
    const lostNodes = await lostLately();
    const told = { nodeId, isNew: wasTakenForLost, hadGap, lostNodes, isOutdated: isBeyond(answer.newest), goodFor };
    hadGap = false;
    return told;
  };

  const list = async (): Promise<NodeSeen[]> => {
    const { rows } = await sql<{ id: string; name: string; version: string; silent: number }>`
      select id, name, version, ${clock} - beat_at as silent from nodes where lost_at is null
      order by started_at, id`.execute(db);
    return rows.map(({ silent, ...node }) => ({ ...node, silentMs: silent }));
  };

  const noteGap = (): void => {
    hadGap = true;
    wholeSince = Infinity;
  };

  return {
    async beat() {
      try {
        return await beat();
      } catch (error) {
        noteGap();
        throw error;
      }
    },
    async lostAmong(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<{ id: string }>`
        select id from nodes where lost_at is null and id = any(${ids}::text[])`.execute(db);
      const living = new Set(rows.map(({ id }) => id));
      return ids.filter((id) => !living.has(id));
    },
    // /healthz calls this and has no rate limit: a thousand calls must not delay the next beat.
    list: () => (listing ??= list().finally(() => (listing = null))),
    hasOther: async () => (await list()).some((node) => node.id !== nodeId),
    clockOffset: () => offset,
    seenBefore: () => before,
    noteGap,
    async leave() {
      await sql`update nodes set lost_at = ${clock} where id = ${nodeId} and lost_at is null`.execute(db);
    },
  };
}

const isBeyond = (newest: string | null): boolean => newest !== null && newest > newestMigration;

const isOther = (engine: Engine | null, now: Answer): boolean =>
  engine !== null && (engine.timeline !== now.timeline || engine.systemIdentifier !== now.system_identifier);

function first<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("The database answered nothing");
  return row;
}
