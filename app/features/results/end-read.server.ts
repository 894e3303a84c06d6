// Calls the network for figures and stores the result, deleted posts and the price.
import type { App } from "~/app.server";
import { startOfUtcDay } from "~/features/spending/day-limit";
import { minutes } from "~/ground/time/duration";
import { openTokens } from "~/features/accounts/accounts.server";
import { markGone } from "~/features/tweets/tweets.server";
import { readMicrosOf } from "~/features/spending/price";
import * as reads from "~/features/spending/store/paid-reads.server";
import { recordMetric } from "~/ground/telemetry/metrics.server";
import { type PostFigures, ReadError } from "~/ports/network/port";
import type { Refusal } from "~/ports/network/problem";
import type { Transaction } from "~db/database.server";
import { type ReadCall } from "./begin-read.server";
import { listMicrosOf } from "./reading-price";
import { insertReadings } from "./store/readings.server";

export type ReadOutcome =
  | "read"
  | "listed"
  | "limited"
  | "refused"
  | "no_credits"
  /** The network failed and charges nothing. */
  | "failed"
  | "unreachable"
  /** No complete answer came; the network may have charged. */
  | "lost";

export interface ReadAnswer {
  outcome: ReadOutcome;
  figures: PostFigures[];
  gone: string[];
  posts: number;
  resetAt: number | null;
  refusal: Refusal | null;
}

const empty = { figures: [], gone: [], posts: 0, resetAt: null, refusal: null };

/** Never throws for a failure of the network. */
export async function askFigures(app: App, call: ReadCall): Promise<ReadAnswer> {
  const { account, wanted, withPrivate, listed } = call;
  const signal = app.work.abortSignal;
  try {
    const tokens = openTokens(app, account);
    if (listed === null) {
      const ids = wanted.map(({ postId }) => postId);
      const { figures, gone } = await app.network.readFigures(tokens, { ids, withPrivate, signal });
      return { ...empty, outcome: "read", figures, gone, posts: figures.length };
    }
    const since = Math.min(...wanted.map(({ publishedAt }) => publishedAt)) - clocksDiffer;
    const ask = { networkUserId: account.network_user_id, since, maxPosts: listed, withPrivate, signal };
    const { figures, posts } = await app.network.listFigures(tokens, ask);
    return { ...empty, outcome: "listed", figures, posts };
  } catch (error) {
    app.log.warn({ err: error, account: account.id }, "the figures of an account's posts could not be read");
    if (error instanceof ReadError) {
      const { counted: posts, resetAt, refusal } = error;
      return { ...empty, outcome: outcomeOf(error), posts, resetAt, refusal };
    }
    // The tokens can't be decrypted; handled as if the network refused them.
    return { ...empty, outcome: "refused" };
  }
}

/** Our clock may be ahead of the network's. */
const clocksDiffer = minutes(15);

function outcomeOf({ status, isSent, isBlocked, refusal }: ReadError): ReadOutcome {
  if (refusal?.about === "proxy" || refusal?.about === "clock") return "failed";
  if (!isSent) return "unreachable";
  if (status === null || (status >= 200 && status < 300)) return "lost";
  // The monthly cap is used up; handled like missing credits.
  if (status === 402 || (status === 429 && isBlocked)) return "no_credits";
  if (status === 429) return "limited";
  return status >= 500 ? "failed" : "refused";
}

/** Returns the charge in millionths of a US dollar. Call it in a transaction that has locked the account. */
export async function writeRead(trx: Transaction, app: App, call: ReadCall, answer: ReadAnswer): Promise<number> {
  const { account, wanted, readId } = call;
  const now = app.clock.now();
  const byPost = new Map(answer.figures.map((figure) => [figure.postId, figure]));
  const readings = wanted.flatMap(({ tweetId, postId, slots }) => {
    const figures = byPost.get(postId);
    return figures ? slots.map((slot) => ({ tweetId, slot, at: now, source: app.network.kind, figures })) : [];
  });
  await insertReadings(trx, readings);
  const gone = new Set(answer.gone);
  await markGone(
    trx,
    wanted.flatMap(({ tweetId, postId }) => (gone.has(postId) ? [tweetId] : [])),
    now,
  );
  if (readId === null) return 0;
  // Reads the charges again: a call that was in flight may have failed, and its posts are not free.
  const since = startOfUtcDay(call.startedAt);
  const chargedToday = await reads.listChargedBut(trx, { accountId: account.id, since, but: readId });
  const paid = paidFor({ ...call, chargedToday }, answer);
  await reads.setRead(trx, readId, paid);
  return paid.price_micros ?? 0;
}

/** A lost call keeps its estimated price. */
function paidFor(call: ReadCall, { outcome, figures, posts }: ReadAnswer) {
  const { chargedToday, listed } = call;
  if (outcome === "lost") {
    const ids = call.wanted.map(({ postId }) => postId).filter((id) => !chargedToday.has(id));
    return { outcome, price_micros: listed === null ? readMicrosOf(ids.length) : listMicrosOf(listed) };
  }
  const fresh = figures.filter(({ postId }) => !chargedToday.has(postId)).length;
  const ids = JSON.stringify(figures.map(({ postId }) => postId));
  if (outcome === "read") return { outcome, posts, price_micros: readMicrosOf(fresh), post_ids: ids };
  // Pages read before one failed are charged too.
  const known = posts - (figures.length - fresh);
  return {
    outcome,
    posts,
    price_micros: listMicrosOf(Math.max(0, known)),
    post_ids: outcome === "listed" ? ids : null,
  };
}

/** Call it after the transaction has committed. */
export function recordRead(app: App, { level }: ReadCall, answer: ReadAnswer, spentMicros: number): void {
  const { outcome, figures } = answer;
  recordMetric({ kind: "reading", network: app.network.kind, level, outcome, posts: figures.length, spentMicros });
}
