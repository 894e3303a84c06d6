// SQL of analyses.
import { type Kysely, sql } from "kysely";
import { leaseToken } from "~db/lease.server";
import type { AnalysisState, Database, Row } from "~db/schema";
import type { WriterKind } from "~/ports/ai/port";
import type { ExplainedCriterion } from "./score";

type Handle = Kysely<Database>;

export interface Metadata {
  criteria: ExplainedCriterion[];
  improvements: string[];
  writer: WriterKind;
  model: string;
  input_tokens: number;
  output_tokens: number;
}

export interface Analysis {
  id: number;
  userId: string;
  inputType: "product_description";
  content: string;
  status: AnalysisState;
  summary: string;
  tags: string[];
  metadata: Metadata | null;
  /** 0 to 10 with at most one decimal; null until completed. */
  qualityScore: number | null;
  error: string | null;
  createdAt: number;
  updatedAt: number;
}

const toAnalysis = (row: Row<"analyses">): Analysis => ({
  id: row.id,
  userId: row.user_id,
  inputType: row.input_type,
  content: row.content,
  status: row.state,
  summary: row.summary,
  tags: JSON.parse(row.tags) as string[],
  metadata: row.state === "completed" ? (JSON.parse(row.metadata) as Metadata) : null,
  qualityScore: row.quality_tenths === null ? null : row.quality_tenths / 10,
  error: row.state === "failed" ? row.error : null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export interface ClaimedAnalysis {
  id: number;
  content: string;
  token: string;
}

const toClaimed = (row: Row<"analyses">): ClaimedAnalysis => ({
  id: row.id,
  content: row.content,
  token: row.lease_token ?? "",
});

export async function insertClaimed(
  db: Handle,
  values: { userId: string; content: string; now: number; until: number },
): Promise<ClaimedAnalysis> {
  const row = await db
    .insertInto("analyses")
    .values({
      user_id: values.userId,
      input_type: "product_description",
      content: values.content,
      state: "pending",
      lease_token: leaseToken(values.until),
      lease_until: values.until,
      created_at: values.now,
      updated_at: values.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toClaimed(row);
}

export async function claimFailed(
  db: Handle,
  claim: { userId: string; id: number; now: number; until: number },
): Promise<ClaimedAnalysis | null> {
  const row = await db
    .updateTable("analyses")
    .set({
      state: "pending",
      lease_token: leaseToken(claim.until),
      lease_until: claim.until,
      error_code: null,
      error: null,
      updated_at: claim.now,
    })
    .where("id", "=", claim.id)
    .where("user_id", "=", claim.userId)
    .where("state", "=", "failed")
    .returningAll()
    .executeTakeFirst();
  return row ? toClaimed(row) : null;
}

type Ending =
  | { state: "completed"; summary: string; tags: string[]; metadata: Metadata; tenths: number }
  | { state: "failed"; code: string; error: string };

/** Returns false if its token no longer holds. */
export async function end(db: Handle, claimed: ClaimedAnalysis, now: number, ending: Ending): Promise<boolean> {
  const done = await db
    .updateTable("analyses")
    .set({
      state: ending.state,
      lease_token: null,
      lease_until: null,
      lease_node: null,
      updated_at: now,
      ...(ending.state === "failed"
        ? { error_code: ending.code, error: ending.error }
        : {
            summary: ending.summary,
            tags: JSON.stringify(ending.tags),
            metadata: JSON.stringify(ending.metadata),
            quality_tenths: ending.tenths,
          }),
    })
    .where("id", "=", claimed.id)
    .where("state", "=", "pending")
    .where("lease_token", "=", claimed.token)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export async function failExpired(db: Handle, change: { now: number; code: string; error: string }): Promise<number> {
  const done = await db
    .updateTable("analyses")
    .set({
      state: "failed",
      lease_token: null,
      lease_until: null,
      lease_node: null,
      error_code: change.code,
      error: change.error,
      updated_at: change.now,
    })
    .where("state", "=", sql.lit("pending"))
    .where("lease_until", "<=", change.now)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}

export async function find(db: Handle, userId: string, id: number): Promise<Analysis | null> {
  const query = db.selectFrom("analyses").selectAll().where("id", "=", id).where("user_id", "=", userId);
  const row = await query.executeTakeFirst();
  return row ? toAnalysis(row) : null;
}

export interface Filter {
  limit: number;
  offset: number;
  inputType?: Analysis["inputType"];
  status?: AnalysisState;
  statuses?: readonly AnalysisState[];
  before?: number | null;
}

export async function list(db: Handle, userId: string, filter: Filter): Promise<Analysis[]> {
  let query = db.selectFrom("analyses").selectAll().where("user_id", "=", userId);
  if (filter.inputType) query = query.where("input_type", "=", filter.inputType);
  if (filter.status) query = query.where("state", "=", filter.status);
  if (filter.statuses && filter.statuses.length > 0) query = query.where("state", "in", [...filter.statuses]);
  if (filter.before != null) query = query.where("id", "<", filter.before);
  const rows = await query.orderBy("id", "desc").limit(filter.limit).offset(filter.offset).execute();
  return rows.map(toAnalysis);
}

export async function count(db: Handle, userId: string): Promise<number> {
  const { n } = await db
    .selectFrom("analyses")
    .select(({ fn }) => fn.countAll<number | string>().as("n"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Deletes it and its bot. Returns false if it's pending or missing. */
export async function remove(db: Handle, userId: string, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom("analyses")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where("state", "!=", sql.lit("pending"))
    .executeTakeFirst();
  return gone.numDeletedRows === 1n;
}
