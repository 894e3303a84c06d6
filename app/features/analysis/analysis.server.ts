// Analyzes products: stores a description, has the writer judge it, and scores it.
import type { App } from "~/app.server";
import { analysisMessages } from "~/ground/messages";
import { seconds } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { noteSubstitute, noteWriterRefusal } from "~/features/generation/generation.server";
import { countOne } from "~/features/rate-limits/rate-limits.server";
import { unlessLeft } from "~/features/users/users.server";
import type { Transaction } from "~db/database.server";
import { codeOf, WriterError } from "~/ports/ai/port";
import * as queries from "./queries.server";
import type { Analysis, Filter, ClaimedAnalysis } from "./queries.server";
import { chooseImprovements, chooseSummary, chooseTags, explainScore } from "./score";

export type { Analysis, Filter, Metadata } from "./queries.server";

const lasts = seconds(60);
/** Longer than the writer's call and storing its result. */
const leaseLasts = seconds(75);

export const maxAnalyses = 1_000;

const messages = {
  failed: analysisMessages.failed,
  late: "The analysis took too long. Your text is kept. Run the analysis again.",
  interrupted: "The server was restarted during this analysis. Your text is kept. Run the analysis again.",
  running: "This analysis is still running.",
  notThere: "This analysis doesn’t exist.",
  tooMany: `Nothing was saved. You already have ${maxAnalyses.toLocaleString("en-US")} analyses, the maximum. Delete some first.`,
} as const;

/** Throws limit_reached, rate_limited, unauthenticated. With a failed record: writer_context, writer_failed, timeout, shutting_down. */
export async function analyse(app: App, userId: string, content: string): Promise<Analysis> {
  if ((await queries.count(app.db, userId)) >= maxAnalyses) throw new AppError("limit_reached", messages.tooMany);
  await countOne(app, "analysis", userId);
  const now = app.clock.now();
  const claimed = await unlessLeft(
    app,
    queries.insertClaimed(app.db, { userId, content, now, until: now + leaseLasts }),
  );
  return app.work.track(judge(app, userId, claimed));
}

/** Returns a completed analysis unchanged. Throws not_found, analysis_running, and what `analyse` does. */
export async function analyseAgain(app: App, userId: string, id: number): Promise<Analysis> {
  const before = await getAnalysis(app, userId, id);
  if (before.status === "failed") await countOne(app, "analysis", userId);
  const now = app.clock.now();
  const claimed = await queries.claimFailed(app.db, { userId, id, now, until: now + leaseLasts });
  if (claimed) return app.work.track(judge(app, userId, claimed));
  const analysis = await getAnalysis(app, userId, id);
  if (analysis.status === "pending") throw new AppError("analysis_running", messages.running);
  return analysis;
}

async function judge(app: App, userId: string, claimed: ClaimedAnalysis): Promise<Analysis> {
  const deadline = new AbortController();
  const cancel = app.clock.after(lasts, () => deadline.abort());
  const endsAt = app.clock.monotonic() + lasts;
  const { shutdownSignal } = app.work;
  try {
    const signal = AbortSignal.any([deadline.signal, shutdownSignal]);
    const judged = await app.ai.analyse({ description: claimed.content, signal, endsAt });
    await noteSubstitute(app, judged.substitute);
    const score = explainScore(claimed.content, judged.criteria);
    const metadata = {
      criteria: score.criteria,
      improvements: chooseImprovements(judged.improvements, score),
      writer: judged.substitute?.kind ?? app.ai.kind,
      model: judged.model,
      input_tokens: judged.inputTokens,
      output_tokens: judged.outputTokens,
    };
    const summary = chooseSummary(judged.summary);
    if (summary === "") throw new WriterError("empty", messages.failed);
    const tags = chooseTags(judged.tags);
    await queries.end(app.db, claimed, app.clock.now(), {
      state: "completed",
      summary,
      tags,
      metadata,
      tenths: score.tenths,
    });
    app.log.info({ analysis: claimed.id, tenths: score.tenths, model: judged.model }, "analysed");
  } catch (error) {
    const failure = failureOf(error, shutdownSignal.aborted, deadline.signal.aborted);
    app.log.warn({ analysis: claimed.id, err: error }, "analysis failed");
    const { code, message } = failure;
    await queries.end(app.db, claimed, app.clock.now(), { state: "failed", code, error: message });
    await noteWriterRefusal(app, error);
    throw failure;
  } finally {
    cancel();
  }
  return getAnalysis(app, userId, claimed.id);
}

function failureOf(cause: unknown, isShuttingDown: boolean, late: boolean): AppError {
  if (isShuttingDown) return new AppError("shutting_down", messages.interrupted, { cause });
  if (late) return new AppError("timeout", messages.late, { cause });
  if (!(cause instanceof WriterError)) return new AppError("writer_failed", messages.failed, { cause });
  return new AppError(codeOf(cause.reason), cause.message, { cause });
}

/** Fails analyses that a crashed process left behind. */
export async function failLeftBehind(app: App): Promise<void> {
  const by = { now: app.clock.now(), code: "interrupted", error: messages.interrupted };
  const count = await queries.failExpired(app.db, by);
  if (count > 0) app.log.warn({ analyses: count }, "analyses left behind have failed");
}

export async function getAnalysis(app: Pick<App, "db">, userId: string, id: number): Promise<Analysis> {
  const analysis = await queries.find(app.db, userId, id);
  if (!analysis) throw new AppError("not_found", messages.notThere);
  return analysis;
}

export const listAnalyses = (app: App, userId: string, filter: Filter): Promise<Analysis[]> =>
  queries.list(app.db, userId, filter);

/** Newest first. `next` is the last id of the page, or null if no more follow. */
export async function pageAnalyses(
  app: Pick<App, "db">,
  userId: string,
  { limit, ...filter }: { statuses: readonly Analysis["status"][]; before: number | null; limit: number },
): Promise<{ analyses: Analysis[]; next: number | null }> {
  const found = await queries.list(app.db, userId, { ...filter, limit: limit + 1, offset: 0 });
  const analyses = found.slice(0, limit);
  return { analyses, next: found.length > limit ? (analyses.at(-1)?.id ?? null) : null };
}

/** Deletes it and its bot inside `trx`. Throws not_found, analysis_running. */
export async function removeAnalysis(trx: Transaction, userId: string, id: number): Promise<void> {
  await getAnalysis({ db: trx }, userId, id);
  if (!(await queries.remove(trx, userId, id))) throw new AppError("analysis_running", messages.running);
}
