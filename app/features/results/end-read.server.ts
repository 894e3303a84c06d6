// Making the call and ending it: figures, posts that are gone, what it cost. Failures change no more than the price.
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
  /** By the account's own list. */
  | "listed"
  | "limited"
  | "refused"
  | "no_credits"
  /** The network broke, or judged nothing, and charges for none. */
  | "failed"
  /** Not a byte left. */
  | "unreachable"
  /** No whole answer came: only the network knows what it counted. */
  | "lost";

export interface ReadAnswer {
  outcome: ReadOutcome;
  figures: PostFigures[];
  gone: string[];
  /** How many posts the network counted. */
  posts: number;
  /** When a rate limit ends, ms. */
  resetAt: number | null;
  /** Whom the network's refusal is about; null: it refused nothing. */
  refusal: Refusal | null;
}

const empty = { figures: [], gone: [], posts: 0, resetAt: null, refusal: null };

/** Asks the network. Never throws for what that does. */
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
    // Its tokens can't be decrypted: as if the network had refused them.
    return { ...empty, outcome: "refused" };
  }
}

/** Our clock may run ahead of the network's, which dates the posts. */
const clocksDiffer = minutes(15);

function outcomeOf({ status, isSent, isBlocked, refusal }: ReadError): ReadOutcome {
  if (refusal?.about === "proxy" || refusal?.about === "clock") return "failed";
  if (!isSent) return "unreachable";
  if (status === null || (status >= 200 && status < 300)) return "lost";
  // The cap of the month is used up, which no wait mends: as with credits, until tomorrow.
  if (status === 402 || (status === 429 && isBlocked)) return "no_credits";
  if (status === 429) return "limited";
  return status >= 500 ? "failed" : "refused";
}

/** Writes what came. Call it in a transaction that has locked the account. Returns what was charged, in millionths of a US dollar. */
export async function writeRead(trx: Transaction, app: App, call: ReadCall, answer: ReadAnswer): Promise<number> {
  const { account, wanted, readId } = call;
  const now = app.clock.now();
  const byPost = new Map(answer.figures.map((one) => [one.postId, one]));
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
  // By what has ended: another call that was in flight beside this one may have come to nothing, and be free no more.
  const since = startOfUtcDay(call.startedAt);
  const chargedToday = await reads.listChargedBut(trx, { accountId: account.id, since, but: readId });
  const paid = paidFor({ ...call, chargedToday }, answer);
  await reads.setRead(trx, readId, paid);
  return paid.price_micros ?? 0;
}

/** What the row says then. What was lost stays as it was counted beforehand. */
function paidFor(call: ReadCall, { outcome, figures, posts }: ReadAnswer) {
  const { chargedToday, listed } = call;
  if (outcome === "lost") {
    const ids = call.wanted.map(({ postId }) => postId).filter((id) => !chargedToday.has(id));
    return { outcome, price_micros: listed === null ? readMicrosOf(ids.length) : listMicrosOf(listed) };
  }
  const fresh = figures.filter(({ postId }) => !chargedToday.has(postId)).length;
  const ids = JSON.stringify(figures.map(({ postId }) => postId));
  if (outcome === "read") return { outcome, posts, price_micros: readMicrosOf(fresh), post_ids: ids };
  // Pages that came before a later one failed are charged all the same.
  const known = posts - (figures.length - fresh);
  return {
    outcome,
    posts,
    price_micros: listMicrosOf(Math.max(0, known)),
    post_ids: outcome === "listed" ? ids : null,
  };
}

/** For the metrics, once it is on disk. */
export function recordRead(app: App, { level }: ReadCall, answer: ReadAnswer, spentMicros: number): void {
  const { outcome, figures } = answer;
  recordMetric({ kind: "reading", network: app.network.kind, level, outcome, posts: figures.length, spentMicros });
}
