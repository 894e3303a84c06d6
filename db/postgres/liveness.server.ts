// Nodes on one Postgres: each is a row that beats. Whoever stays silent is taken for lost, and comes back as another.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inTransaction } from "../database.server";
import { type Db, dialectOf, type Transaction } from "../dialect.server";
import type { Beat, Liveness, NodeSeen, WhenRestored } from "../liveness.types";
import { newestMigration } from "../migrate.server";

/** A node that has been silent for so long is lost. A send that it began has then still to be looked up, not sent again. */
export const lostAfter = 8_000;
/** Less than what makes it lost, by more than the way to the database takes. */
const goodFor = 6_000;
/** A lost node stays in the table so long: it says when anybody was last seen. */
const keptFor = 7 * 24 * 3_600_000;
/** The copy that a failover or a restore brings is an old one where nobody has beaten in it for so long. */
const restoredAfter = 60_000;
/** A slower answer says too little about the time. */
const slowestForClock = 500;
/** How far two beats may lie apart where nothing was amiss. */
const maxPause = 4_000;

interface Self {
  name: string;
  version: string;
  /** This machine's own clock, uncorrected. */
  now(): number;
  monotonic(): number;
  whenRestored: WhenRestored;
}

/** Which server this is: another after a restore into a new one, and another timeline after a promotion. */
interface Engine {
  systemIdentifier: string | null;
  timeline: string | null;
}

interface Answer {
  beats: number | null;
  at: number;
  /** The latest beat of any node, before this one. */
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
  /** Since when its beats have been whole, on the monotonic clock. */
  let wholeSince = Infinity;

  const engineColumns = () =>
    knowsEngine
      ? sql`(select system_identifier::text from pg_control_system()) as system_identifier,
          substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`
      : sql`null as system_identifier, null as timeline`;

  /** All that one question can tell. What the outer select reads is as it was before the update. */
  const ask = async (): Promise<Answer> => {
    const question = sql<Answer>`
      with me as (
        update nodes set beats = beats + 1, beat_at = ${clock} where id = ${nodeId} and lost_at is null returning beats)
      select (select beats from me) as beats, ${clock} as at, (select max(beat_at) from nodes) as seen,
        (select max(name) from migrations) as newest, ${engineColumns()}`;
    try {
      return first((await question.execute(db)).rows);
    } catch (error) {
      // Some providers allow nobody to ask which server it is. A restore is then told by `npm run restored`.
      if (!knowsEngine || (error as { code?: unknown }).code !== "42501") throw error;
      knowsEngine = false;
      return ask();
    }
  };

  /** The database's time lies between the question and its answer; within that this clock is as good. */
  const correctClock = (at: number, requested: number, took: number): void => {
    if (took > slowestForClock) return;
    const seenOffset = at - (requested + took / 2);
    if (Math.abs(seenOffset - offset) > took / 2 + 5) offset = seenOffset;
  };

  /** Enters as a node that nobody has seen before. */
  const enter = async (): Promise<void> => {
    nodeId = randomUUID();
    beats = 0;
    await sql`insert into nodes (id, name, version, started_at, beat_at)
      values (${nodeId}, ${self.name}, ${self.version}, ${clock}, ${clock})`.execute(db);
    await sql`delete from nodes where lost_at < ${clock} - ${keptFor}::bigint`.execute(db);
  };

  /** Notes which server this is; an old copy of the database is told to `whenRestored`. */
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

  /** Who was cut off itself judges nobody: after an outage all would take each other for lost. */
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
    // Its row is gone or was taken for lost, or the database has fallen back behind an earlier beat.
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
    // Asked with each look at /healthz, which is never refused: a thousand at once must not stand before the next beat.
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
