// All SQL of rate_limits.
import { type Kysely, sql } from "kysely";
import type { Database, Row } from "~db/schema";

type Handle = Kysely<Database>;

export interface Count {
  points: number;
  expiresAt: number;
}

const toCount = (row: Pick<Row<"rate_limits">, "points" | "expires_at">): Count => ({
  points: row.points,
  expiresAt: row.expires_at,
});

/** Ignores windows that end too late, which happen when the clock was set back. */
export async function findCount(db: Handle, key: string, now: number, withinMs: number): Promise<Count | null> {
  const row = await db
    .selectFrom("rate_limits")
    .select(["points", "expires_at"])
    .where("key", "=", key)
    .where("expires_at", ">", now)
    .where("expires_at", "<=", now + withinMs)
    .executeTakeFirst();
  return row ? toCount(row) : null;
}

/** A single statement, so concurrent callers never get the same count. */
export async function addCount(
  db: Handle,
  add: { key: string; points: number; now: number; withinMs: number },
): Promise<Count> {
  const { key, points, now, withinMs } = add;
  const runs = sql<boolean>`rate_limits.expires_at > ${now} and rate_limits.expires_at <= ${now + withinMs}`;
  const row = await db
    .insertInto("rate_limits")
    .values({ key, points, expires_at: now + withinMs })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        points: sql`case when ${runs} then rate_limits.points + excluded.points else excluded.points end`,
        expires_at: sql`case when ${runs} then rate_limits.expires_at else excluded.expires_at end`,
      }),
    )
    .returning(["points", "expires_at"])
    .executeTakeFirstOrThrow();
  return toCount(row);
}

export async function deleteEnded(db: Handle, now: number): Promise<void> {
  await db.deleteFrom("rate_limits").where("expires_at", "<=", now).execute();
}
