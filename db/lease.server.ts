// What every queue shares: a row is claimed under a fresh token, finished only by that token, and recovered if its lease runs out.
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database, Row } from "./schema";

/** The tables whose rows are jobs. */
export type Queue = "generation_tasks" | "tweets" | "bots";

interface Claim {
  ids: readonly (number | string)[];
  /** The state in which a row waits. */
  from: string;
  /** The state the row is moved to. */
  state: string;
  until: number;
  /** Which node claims. */
  node: string;
}

/**
 * A token that nobody guesses. It begins with a moment: tokens of one time are neighbours in an index, where random ones
 * would each change a page of their own beside a long history. Behind it stand 80 bits of chance: 20 digits of a UUID, of
 * which Node draws many at once.
 */
export function leaseToken(moment: number): string {
  const uuid = randomUUID();
  return Math.floor(moment).toString(16).padStart(12, "0") + uuid.slice(0, 8) + uuid.slice(24);
}

/**
 * Claims those of `ids` that still wait, each under a token of its own; answers them as they now are. Call it in the
 * transaction that picked them.
 */
export async function claim<T extends Queue>(db: Kysely<Database>, table: T, by: Claim): Promise<Row<T>[]> {
  const claimed: Row<T>[] = [];
  for (const id of by.ids) {
    const { rows } = await sql<Row<T>>`
      update ${sql.table(table)}
      set state = ${by.state}, lease_token = ${leaseToken(by.until)}, lease_until = ${by.until},
        lease_node = ${by.node}, attempts = attempts + 1
      where id = ${id} and state = ${by.from}
      returning *`.execute(db);
    claimed.push(...rows);
  }
  return claimed;
}

/** The nodes that hold rows in `state`, each once. */
export async function listHolders(db: Kysely<Database>, table: Queue, state: string): Promise<string[]> {
  const { rows } = await sql<{ node: string }>`
    select distinct lease_node as node from ${sql.table(table)}
    where state = ${sql.lit(state)} and lease_node is not null`.execute(db);
  return rows.map(({ node }) => node);
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
