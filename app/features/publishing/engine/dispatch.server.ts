// Sending what is due: each account's earliest tweet, if the gate lets it pass; otherwise another moment, with the reason.
import type { App } from "~/app.server";
import { hasLink } from "~/features/tweets/text.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { type Started, nothingStarted } from "~/ground/work.server";
import { commitTogether, type Db } from "~db/database.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import { claimTweets, type DueTweet, listDue } from "~/features/publishing/store/due.server";
import { type Day, type Gate, gate, startOfDay } from "~/features/publishing/rules/gate";
import { countInFlight } from "./in-flight.server";
import { microsOf } from "~/features/publishing/rules/price";
import * as queries from "~/features/publishing/store/tweets.server";
import { type Claimed, claimedUntil, leaseLasts, momentOf, startAttempts, send, sendTimeout } from "./send.server";

/** How many sends one pass begins; each account has at most one of them. */
const maxPerPass = 450;
/** How many may be in flight together: the next pass need not wait for the slowest of the last one. */
const maxInFlight = 900;

/** Claims what is due, or will be in a moment, and begins to send it. */
export async function publishDue(app: App): Promise<Started> {
  const due = await queries.nextScheduledAt(app.db);
  const idle =
    due === null || due > claimedUntil(app.clock.now()) || app.work.shutdownSignal.aborted || !app.work.isPublisher();
  if (idle) return nothingStarted;
  const limit = Math.min(maxPerPass, maxInFlight - countInFlight(app));
  if (limit <= 0) return nothingStarted;
  hitCrashPoint("claim:before");
  const { claimed, postponed } = await commitTogether(app.db, (trx) => claimDue(trx, app, limit));
  const sends = app.work.track(Promise.allSettled(claimed.map((one) => send(app, one, sendTimeout))));
  if (claimed.length + postponed === maxPerPass) app.wake();
  // The account's next tweet may be waiting for this one, or stand behind one that was put off.
  const done = sends.then((ends) => {
    for (const end of ends) if (end.status === "rejected") app.log.error({ err: end.reason }, "a send broke");
    if (ends.length + postponed > 0) app.wake();
  });
  return { started: claimed.length, done };
}

async function claimDue(trx: Db, app: App, limit: number): Promise<{ claimed: Claimed[]; postponed: number }> {
  const now = app.clock.now();
  const { minGapMs, catchUpGapMs } = app.config;
  const due = await listDue(trx, {
    now,
    until: claimedUntil(now),
    gapMs: minGapMs,
    catchUpGapMs: Math.max(catchUpGapMs, minGapMs),
    awayUntil: app.work.awayUntil(),
    limit,
  });
  if (due.length === 0) return { claimed: [], postponed: 0 };
  const passing = await passGate(trx, app, due, now);
  const postponed = due.length - passing.length;
  if (passing.length === 0) return { claimed: [], postponed };
  const ids = passing.map(({ tweet }) => tweet.id);
  const claims = await claimTweets(trx, { ids, until: now + leaseLasts, dueBy: claimedUntil(now) });
  const leases = new Map(claims.map((lease) => [lease.id, lease]));
  const leased = passing.flatMap((one) => {
    const lease = leases.get(one.tweet.id);
    return lease ? [{ token: lease.token, ...one, tweet: { ...one.tweet, attempts: lease.attempts } }] : [];
  });
  return { claimed: await startAttempts(trx, app, leased), postponed };
}

/** Those that may go now; the others get another moment here. */
async function passGate(trx: Db, app: App, due: DueTweet[], now: number): Promise<DueTweet[]> {
  const passing: DueTweet[] = [];
  let startedMicros = 0;
  const spentSince = spentReader(trx);
  for (const one of due) {
    const price = microsOf({ hasLink: hasLink(one.tweet.content) });
    // The gate is asked about the moment at which the tweet goes out: a day or the quiet hours may begin before it.
    const at = momentOf(one.tweet, now);
    const day = await readDay(trx, app, one, at, spentSince);
    const decided = decide(app, one, { ...day, spentMicros: day.spentMicros + startedMicros }, price, at);
    if (decided.open) {
      passing.push(one);
      startedMicros += price;
    } else if (await queries.postpone(trx, one.tweet.id, { ...decided, now }))
      await attempts.insertEvent(trx, { tweetId: one.tweet.id, at: now, kind: "postponed", detail: decided.reason });
  }
  return passing;
}

function decide(app: App, { tweet, account, timeZone }: DueTweet, day: Day, price: number, now: number): Gate {
  // A Post Now whose answer was lost goes out at once when it turns out to be absent: it was never on the timeline.
  if (tweet.publish_type === "immediate") return { open: true };
  const due = {
    dueAt: tweet.due_at ?? now,
    drawn: tweet.moment_reason !== null,
    timeZone,
    username: account.username,
  };
  return gate(now, due, day, price, app.config, app.random);
}

/**
 * Sums what the server has spent since a moment, once for each moment: the sum goes through the whole day's attempts, and
 * asked for each of 10,000 due tweets it took most of their time. Use one inside one transaction only.
 */
function spentReader(trx: Db): (since: number) => Promise<number> {
  const sums = new Map<number, Promise<number>>();
  return (since) => {
    const sum = sums.get(since) ?? attempts.sumSpent(trx, since);
    sums.set(since, sum);
    return sum;
  };
}

/** What has gone out since the person's day began; the database is not asked where nothing is limited. */
export async function readDay(
  db: Db,
  app: App,
  { account, timeZone }: { account: { id: number }; timeZone: string },
  now: number,
  spentSince = (since: number) => attempts.sumSpent(db, since),
): Promise<Day> {
  const { dailyPostLimit, dailySpendLimit } = app.config;
  if (dailyPostLimit === 0 && dailySpendLimit === 0) return { posts: 0, spentMicros: 0 };
  const since = startOfDay(now, timeZone);
  return {
    posts: dailyPostLimit > 0 ? await attempts.countPosts(db, account.id, since) : 0,
    spentMicros: dailySpendLimit > 0 ? await spentSince(since) : 0,
  };
}
