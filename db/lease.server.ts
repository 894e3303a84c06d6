// Claims queue rows under a lease token and finds the next due time.
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database, Row } from "./schema";

export type Queue = "generation_tasks" | "tweets" | "bots";

interface Claim {
  ids: readonly (number | string)[];
  from: string;
  state: string;
  until: number;
  node: string;
}

/**
 * Starts with the time so new tokens are neighbors in the index; random ones would each dirty a page of their own. The
 * other 80 bits are random, from a UUID because Node generates those in bulk.
 */
export function leaseToken(moment: number): string {
  const uuid = randomUUID();
  return Math.floor(moment).toString(16).padStart(12, "0") + uuid.slice(0, 8) + uuid.slice(24);
}

/** Returns the claimed rows. Call it in the transaction that selected `ids`. */
export async function claim<T extends Queue>(db: Kysely<Database>, table: T, options: Claim): Promise<Row<T>[]> {
  const claimed: Row<T>[] = [];
  for (const id of options.ids) {
    const { rows } = await sql<Row<T>>`
      update ${sql.table(table)}
      set state = ${options.state}, lease_token = ${leaseToken(options.until)}, lease_until = ${options.until},
        lease_node = ${options.node}, attempts = attempts + 1
      where id = ${id} and state = ${options.from}
      returning *`.execute(db);
    claimed.push(...rows);
  }
  return claimed;
}

export async function listHolders(db: Kysely<Database>, table: Queue, state: string): Promise<string[]> {
  const { rows } = await sql<{ node: string }>`
    select distinct lease_node as node from ${sql.table(table)}
    where state = ${sql.lit(state)} and lease_node is not null`.execute(db);
  return rows.map(({ node }) => node);
}

export const nextDueAt = (db: Kysely<Database>, table: Queue, waiting: string, after = -1): Promise<number | null> =>
  nextAt(db, table, waiting, { column: "due_at", after });

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
