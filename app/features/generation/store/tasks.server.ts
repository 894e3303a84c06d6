// SQL of generation_tasks and batches.
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { SpentTokens } from "~/ports/ai/port";
import type { Work } from "~/ports/ai/writer-words";
import { among, skippingLocked } from "~db/database.server";
import * as leases from "~db/lease.server";
import type { Database, NewRow, Row } from "~db/schema";

type Handle = Kysely<Database>;
export type Task = Row<"generation_tasks">;
export type Batch = Row<"batches"> & { named_account_id: number | null };

export const fromSearched = (searched: boolean | null): 0 | 1 | null => (searched === null ? null : searched ? 1 : 0);
export const toSearched = (flag: 0 | 1 | null): boolean | null => (flag === null ? null : flag === 1);

export const workColumns = [
  "writer",
  "model",
  "writer_place",
  "input_tokens",
  "output_tokens",
  "cost_micros",
  "unmetered",
  "took_ms",
] as const;

/** The demo writer is free, and was in older versions. */
export const toWork = (batch: Pick<Row<"batches">, (typeof workColumns)[number]>): Work => ({
  writer: { kind: batch.writer, model: batch.model, place: batch.writer_place },
  inputTokens: batch.input_tokens,
  outputTokens: batch.output_tokens,
  costMicros: batch.writer === "demo" ? 0 : batch.cost_micros,
  unmetered: batch.unmetered,
  tookMs: batch.took_ms,
});

/** Before 0.9 the column also held the default account, so it counts only if the tweets own their account. */
export const namedFor = sql<number | null>`case when exists (
  select 1 from tweets where tweets.batch_id = batches.id and tweets.account_is_own = 0) then null else batches.account_id end`;

export async function insertTask(db: Handle, task: NewRow<"generation_tasks">): Promise<void> {
  await db
    .insertInto("generation_tasks")
    .values({ cost_micros: 0, ...task })
    .execute();
}

export async function findTask(db: Handle, id: string): Promise<Task | null> {
  return (await db.selectFrom("generation_tasks").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function findTaskOfBatch(db: Handle, batchId: string): Promise<Task | null> {
  const query = db.selectFrom("generation_tasks").selectAll().where("batch_id", "=", batchId);
  return (await query.where("kind", "=", "batch").executeTakeFirst()) ?? null;
}

/** Ignores the due time: one in the future means that the wall clock was set back. Call it in a transaction. */
export async function claimTasks(db: Handle, claim: { until: number; limit: number; node: string }): Promise<Task[]> {
  const queued = await db
    .selectFrom("generation_tasks")
    .select("id")
    .where("state", "=", sql.lit("queued"))
    .where("due_at", "is not", null)
    .orderBy("due_at")
    .orderBy("created_at")
    .orderBy("id")
    .limit(claim.limit)
    .modifyEnd(skippingLocked(db, "generation_tasks"))
    .execute();
  const ids = queued.map(({ id }) => id);
  return leases.claim(db, "generation_tasks", {
    ids,
    from: "queued",
    state: "running",
    until: claim.until,
    node: claim.node,
  });
}

export async function anyOpen(db: Handle): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from generation_tasks where state = 'queued')
      or exists (select 1 from generation_tasks where state = 'running')`.execute(db);
  return rows.length > 0;
}

export const nextTaskAt = (db: Handle, after: number): Promise<number | null> =>
  leases.nextDueAt(db, "generation_tasks", "queued", after);

type Ending = { now: number; spent: SpentTokens } & (
  | { state: "success"; batchId: string | null; answerId: number | null; note: string | null }
  | { state: "failed"; code: string; error: string }
);

/** An unknown cost stays unknown. */
const added = (row: ExpressionBuilder<Database, "generation_tasks">, spent: SpentTokens) => ({
  input_tokens: row("input_tokens", "+", spent.inputTokens),
  output_tokens: row("output_tokens", "+", spent.outputTokens),
  cost_micros: spent.costMicros === null ? null : row("cost_micros", "+", spent.costMicros),
  unmetered: row("unmetered", "+", spent.unmetered),
});

/** Returns false if the token no longer holds the task. */
export async function endTask(db: Handle, task: { id: string; token: string }, end: Ending): Promise<boolean> {
  const done = await db
    .updateTable("generation_tasks")
    .set((row) => ({
      state: end.state,
      ...(end.state === "success" ? { batch_id: end.batchId, answer_id: end.answerId, note: end.note } : {}),
      error_code: end.state === "failed" ? end.code : null,
      error: end.state === "failed" ? end.error : null,
      ended_at: end.now,
      ...added(row, end.spent),
      due_at: null,
      lease_token: null,
      lease_until: null,
      lease_node: null,
    }))
    .where("id", "=", task.id)
    .where("lease_token", "=", task.token)
    .where("state", "=", "running")
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Requeues a task at shutdown: the try doesn't count, but its cost does. Returns false like `endTask`. */
export async function putBackTask(
  db: Handle,
  task: { id: string; token: string },
  change: { now: number; spent: SpentTokens },
): Promise<boolean> {
  const done = await db
    .updateTable("generation_tasks")
    .set((row) => ({
      state: "queued" as const,
      due_at: change.now,
      lease_token: null,
      lease_until: null,
      lease_node: null,
      attempts: row("attempts", "-", 1),
      ...added(row, change.spent),
    }))
    .where("id", "=", task.id)
    .where("lease_token", "=", task.token)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function addSpent(db: Handle, id: string, spent: SpentTokens): Promise<void> {
  await db
    .updateTable("generation_tasks")
    .set((row) => added(row, spent))
    .where("id", "=", id)
    .execute();
}

export const listHolders = (db: Handle): Promise<string[]> => leases.listHolders(db, "generation_tasks", "running");

/** Requeues tasks that ran on `nodes` or an unknown node. `waiting` also extends the deadline of queued ones. */
export async function recover(
  db: Handle,
  recovery: { nodes: readonly string[]; waiting: boolean; now: number; deadlineAt: number },
): Promise<number> {
  const anew = { due_at: recovery.now, deadline_at: recovery.deadlineAt };
  const ran = await db
    .updateTable("generation_tasks")
    .set({ state: "queued", lease_token: null, lease_until: null, lease_node: null, ...anew })
    .where("state", "=", sql.lit("running"))
    .where((task) => task.or([task("lease_node", "is", null), among(db, "lease_node", recovery.nodes, "text")]))
    .executeTakeFirst();
  if (!recovery.waiting) return Number(ran.numUpdatedRows);
  const all = await db
    .updateTable("generation_tasks")
    .set(anew)
    .where("state", "=", sql.lit("queued"))
    .executeTakeFirst();
  return Number(all.numUpdatedRows);
}

export async function failExpired(
  db: Handle,
  change: { now: number; maxAttempts: number; code: string; error: string },
): Promise<{ id: string; user_id: string }[]> {
  const ending = {
    state: "failed" as const,
    error_code: change.code,
    error: change.error,
    ended_at: change.now,
    due_at: null,
    lease_token: null,
    lease_until: null,
    lease_node: null,
  };
  const waited = await db
    .updateTable("generation_tasks")
    .set(ending)
    // A literal, because a bound value doesn't use the partial index.
    .where("state", "=", sql.lit("queued"))
    .where((row) => row.or([row("deadline_at", "<=", change.now), row("attempts", ">=", change.maxAttempts)]))
    .returning(["id", "user_id"])
    .execute();
  const ran = await db
    .updateTable("generation_tasks")
    .set(ending)
    .where("state", "=", sql.lit("running"))
    .where((row) => row.or([row("lease_until", "<=", change.now), row("deadline_at", "<=", change.now)]))
    .returning(["id", "user_id"])
    .execute();
  return [...waited, ...ran];
}

export async function deleteTasksEndedBefore(db: Handle, moment: number): Promise<number> {
  const done = await db.deleteFrom("generation_tasks").where("ended_at", "<=", moment).executeTakeFirst();
  return Number(done.numDeletedRows);
}

export async function insertBatch(db: Handle, batch: NewRow<"batches">): Promise<void> {
  await db.insertInto("batches").values(batch).execute();
}

export async function findBatch(db: Handle, id: string): Promise<Batch | null> {
  const query = db.selectFrom("batches").selectAll().select(namedFor.as("named_account_id"));
  return (await query.where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Reads the newest batch only, since a model's end can be postponed. */
export async function lastRetirement(db: Handle, model: string): Promise<number | null> {
  const row = await db
    .selectFrom("batches")
    .select("model_retires_at")
    .where("model", "=", model)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.model_retires_at ?? null;
}
