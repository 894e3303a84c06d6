// SQL of what generating and rewriting tweets has cost.
import type { Kysely } from "kysely";
import type { Database } from "~db/schema";

export interface SummedCost {
  tasks: number;
  /** Millionths of a US dollar, of the tasks whose cost is known. */
  costMicros: number;
  unknown: number;
}

/** Sums tasks that ended since then, failed ones too. A null `userId` means all users. */
export async function sumCosts(
  db: Kysely<Database>,
  { since, userId }: { since: number; userId: string | null },
): Promise<SummedCost> {
  const ended = db
    .selectFrom("generation_tasks")
    .select(({ fn }) => [
      fn.countAll<number | string>().as("tasks"),
      fn.count<number | string>("cost_micros").as("known"),
      fn.sum<number | string | null>("cost_micros").as("micros"),
    ])
    .where("ended_at", ">=", since);
  const row = await (userId === null ? ended : ended.where("user_id", "=", userId)).executeTakeFirstOrThrow();
  const [tasks, known] = [Number(row.tasks), Number(row.known)];
  return { tasks, costMicros: Number(row.micros ?? 0), unknown: tasks - known };
}
