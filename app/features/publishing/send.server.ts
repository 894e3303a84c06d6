// One send: the attempt is on disk before the first byte leaves, and the conclusion is written by the token it holds.
import type { App } from "~/app.server";
import { seconds } from "~/duration";
import { changeAccount, openTokens } from "~/features/accounts/accounts.server";
import { hasLink } from "~/features/tweets/text.server";
import { reach } from "~/points.server";
import type { PostAnswer } from "~/ports/network/port";
import { commitTogether } from "~db/commit.server";
import type { Row } from "~db/schema";
import * as attempts from "./attempts.server";
import type { DueTweet } from "./due.server";
import { nextStep, type NextStep } from "./next-step";
import { judge } from "./outcome";
import { microsOf } from "./price";
import * as queries from "./queries.server";
import type { TweetRow } from "./queries.server";
import { dropWithdrawn } from "./withdraw.server";

/** Hard limits of one call, on the monotonic clock: a scheduled post may take longer than a person who waits. */
export const sendTimeout = seconds(30);
export const nowTimeout = seconds(25);
/** A lease outlives the call and the writing of its conclusion. */
export const leaseLasts = seconds(60);

/** A send that could not begin so long after its claim is given up: the machine was asleep, and much may have changed. */
const stale = seconds(15);

export interface Claimed {
  tweet: TweetRow;
  token: string;
  account: Row<"accounts">;
  timeZone: string;
  /** When it was claimed, on both clocks. */
  since: { now: number; monotonic: number };
}

/** Writes the attempt of a tweet just claimed; call it in the transaction of the claim. */
export async function open(
  db: Parameters<typeof attempts.openAttempt>[0],
  app: App,
  { tweet, account, timeZone }: DueTweet,
): Promise<Claimed> {
  const token = tweet.lease_token;
  if (token === null) throw new Error(`Tweet ${tweet.id} was claimed without a lease`);
  const now = app.clock.now();
  await attempts.openAttempt(db, {
    tweetId: tweet.id,
    accountId: account.id,
    token,
    content: tweet.content,
    priceMicros: microsOf({ hasLink: hasLink(tweet.content) }),
    now,
    settleAt: now + sendTimeout + app.config.reconcileAfterMs,
  });
  reach("claim:inside");
  await attempts.insertEvent(db, { tweetId: tweet.id, at: now, kind: "sending", detail: null });
  if (tweet.publish_type === "scheduled") await changeAccount(db, account.id, { scheduled_send_at: now });
  return { tweet, token, account, timeZone, since: { now, monotonic: app.clock.monotonic() } };
}

/** Sends a claimed tweet and writes down what became of it. Never throws for what the network does. */
export async function send(app: App, claimed: Claimed, timeoutMs: number): Promise<NextStep | null> {
  const { tweet, account } = claimed;
  reach("claim:committed");
  const started = app.clock.monotonic();
  const answer = isStale(app, claimed) ? asleep : await callNetwork(app, claimed, timeoutMs);
  reach("answer:read");
  const tookMs = Math.round(app.clock.monotonic() - started);
  const now = app.clock.now();
  const outcome = judge(answer, now);
  const step = nextStep(outcome, {
    now,
    immediate: tweet.publish_type === "immediate",
    attempts: tweet.attempts,
    refusedAt: account.refused_at,
    settleAfterMs: app.config.reconcileAfterMs,
    timeZone: claimed.timeZone,
    random: app.random,
  });
  const written = await conclude(app, claimed, step, now);
  const line = {
    tweet: tweet.id,
    account: account.id,
    outcome: outcome.kind,
    code: step.attempt.code,
    tookMs,
    written,
  };
  app.log.info(line, "sent");
  return written ? step : null;
}

const asleep: PostAnswer = { kind: "not_sent", detail: "the server was asleep between claim and send" };

function isStale(app: App, { since }: Claimed): boolean {
  const passed = Math.max(app.clock.now() - since.now, app.clock.monotonic() - since.monotonic);
  return passed > stale;
}

async function callNetwork(app: App, { tweet, account }: Claimed, timeoutMs: number): Promise<PostAnswer> {
  let tokens;
  try {
    tokens = openTokens(app, account);
  } catch (error) {
    app.log.error({ err: error, account: account.id }, "the account's tokens can't be decrypted");
    // As if the network had refused them: the account will ask to be connected again.
    return { kind: "answered", status: 401, headers: {}, body: { detail: "the stored tokens can't be decrypted" } };
  }
  return app.network.post(tokens, { text: tweet.content, timeoutMs, signal: app.work.cut });
}

/** Tweet, attempt, account and event in one transaction, which conclusions that are ready together share; a stale token writes nothing and answers false. */
export async function conclude(
  app: App,
  claimed: Pick<Claimed, "tweet" | "token" | "account">,
  step: NextStep,
  now: number,
): Promise<boolean> {
  const { tweet, token, account } = claimed;
  const unknown = step.tweet.state === "unknown";
  const written = await commitTogether(app.db, async (trx) => {
    const held = await queries.conclude(trx, tweet.id, token, {
      ...step.tweet,
      updated_at: now,
      // An unknown tweet stays under its token until the posts have been read.
      ...(unknown ? {} : { lease_token: null, lease_until: null }),
      ...(step.spent ? {} : { attempts: tweet.attempts - 1 }),
    });
    if (!held) return false;
    const settleAt = unknown ? now + app.config.reconcileAfterMs : undefined;
    await attempts.endAttempt(trx, token, { ...step.attempt, now, settleAt });
    if (step.account) await changeAccount(trx, account.id, step.account);
    reach("conclude:inside");
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, ...step.event });
    await dropWithdrawn(trx, tweet.id, now);
    return true;
  });
  reach("conclude:committed");
  return written;
}
