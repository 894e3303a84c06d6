// What every queue shares: a row is claimed under a fresh token, finished only by that token, and rescued if left held.
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database, Row } from "./schema";

/** The tables whose rows are jobs. */
export type Queue = "generation_tasks" | "tweets" | "bots";

interface Claim {
  /** The state the row is moved to. */
  state: string;
  until: number;
  /** A select of the ids to take; it must name the waiting state itself, so that a claimed row is not claimed again. */
  pick: RawBuilder<unknown>;
}

/**
 * A token that nobody guesses, for an expression that makes one per row. It begins with a moment: tokens of one time are
 * neighbours in an index, where random ones would each change a page of their own beside a long history.
 */
export const leaseToken = (moment: number): RawBuilder<string> =>
  sql<string>`(printf('%012x', ${moment}) || lower(hex(randomblob(10))))`;

/** The statement that claims the picked rows, each under a token of its own. */
export const claimStatement = (table: Queue, by: Claim): RawBuilder<unknown> => sql`
    update ${sql.table(table)}
    set state = ${sql.lit(by.state)}, lease_token = ${leaseToken(by.until)}, lease_until = ${by.until},
        attempts = attempts + 1
    where id in (${by.pick})`;

/** Claims the picked rows; answers them as they now are. */
export async function claim<T extends Queue>(db: Kysely<Database>, table: T, by: Claim): Promise<Row<T>[]> {
  const { rows } = await sql<Row<T>>`${claimStatement(table, by)} returning *`.execute(db);
  return rows;
}

/** The moment after `after` at which the next waiting row falls due, or null. */
export const nextDueAt = (db: Kysely<Database>, table: Queue, waiting: string, after = -1): Promise<number | null> =>
  nextAt(db, table, waiting, { column: "due_at", after });

/** The same for another column with a moment. */
export async function nextAt(
  db: Kysely<Database>,
  table: Queue,
  waiting: string,
  { column, after }: { column: string; after: number },
): Promise<number | null> {
  const moment = sql.ref(column);
  const { rows } = await sql<{ at: number | null }>`
    select min(${moment}) as at from ${sql.table(table)}
    where state = ${sql.lit(waiting)} and ${moment} > ${after}`.execute(db);
  return rows[0]?.at ?? null;
}
