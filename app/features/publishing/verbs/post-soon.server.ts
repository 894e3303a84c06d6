// Post Now with an undo window: the tweet waits as a row, then is claimed and sent like Post Now.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { findAccountRow } from "~/features/accounts/accounts.server";
import { recordEvents } from "~/features/events/events.server";
import { findTweet, getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { AppError, isAppError } from "~/ground/errors";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { nothingStarted, type Started } from "~/ground/work.server";
import { type Claimed, nowTimeout, claimAhead } from "~/features/publishing/engine/claimed.server";
import { remembering } from "~/features/publishing/engine/own-claims.server";
import { send } from "~/features/publishing/engine/send.server";
import { type Former, missedAfter, changeOnUndo, undoFor, undoMessages } from "~/features/publishing/rules/undo";
import * as attempts from "~/features/publishing/store/attempts.server";
import { endSoon, findSoon, listSoonDue } from "~/features/publishing/store/soon.server";
import * as queries from "~/features/publishing/store/tweets.server";
import {
  beginThread,
  preconditionMessages,
  requireNoDuplicates,
  requirePublisher,
  requireSendable,
} from "./preconditions.server";
import { claimNow, type NowRequest, requireWithinDay, sendPicturesFirst, statesFor } from "./publish-now.server";

/** Posts after the undo window and returns its end (ms). Throws what Post Now throws before it sends. */
export async function postSoon(app: App, request: NowRequest): Promise<{ undoUntil: number }> {
  requirePublisher(app);
  await app.work.track(sendPicturesFirst(app, request));
  const undoUntil = await inTransaction(app.db, async (trx) => {
    requirePublisher(app);
    const from = statesFor(request);
    const sendable = await requireSendable(trx, app, request, from);
    const { tweet, account } = sendable;
    await requireNoDuplicates(trx, app, sendable);
    await requireWithinDay(trx, app, sendable);
    const now = app.clock.now();
    const until = now + undoFor;
    const by = { userId: request.userId, tweetId: request.tweetId, from };
    const waits = await queries.move(trx, by, {
      state: "scheduled",
      publish_type: "immediate",
      account_id: account.id,
      account_is_own: 1,
      // Due tweets are claimed `claimAhead` early, but this one not before its window ends.
      due_at: until + claimAhead,
      undo_until: until,
      undo_to: JSON.stringify(formerOf(tweet)),
      error: null,
      error_code: null,
      updated_at: now,
    });
    if (!waits) throw new AppError("already_sent", preconditionMessages.alreadySent);
    await beginThread(trx, sendable, now);
    await attempts.insertEvent(trx, { tweetId: tweet.id, at: now, kind: "soon", detail: `@${account.username}` });
    return until;
  });
  hitCrashPoint("soon:waiting");
  app.wake();
  return { undoUntil };
}

function formerOf(tweet: Tweet): Former {
  return {
    state: tweet.state as Former["state"],
    publishType: tweet.publishType,
    dueAt: tweet.dueAt,
    momentReason: tweet.momentReason,
    accountId: tweet.account?.id ?? null,
    accountIsOwn: tweet.ownAccountId !== null,
    errorCode: tweet.errorCode,
    error: tweet.error,
  };
}

/** Restores the tweet as before `postSoon`. Throws not_found, already_sent (claimed), changed (not waiting). */
export async function undoPost(app: App, request: { userId: string; tweetId: number }): Promise<Tweet> {
  const back = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    const { state } = await getTweet({ db: trx }, request.userId, request.tweetId);
    const row = await findSoon(trx, request);
    if (!row?.undo_to)
      throw new AppError(state === "pending" || state === "failed" ? "changed" : "already_sent", whyNot(state));
    const now = app.clock.now();
    const former = JSON.parse(row.undo_to) as Former;
    const account = former.accountId === null ? null : await findAccountRow(trx, former.accountId);
    const change = changeOnUndo(former, { now, canWait: account !== null && account.unlinked_at === null });
    if (!(await endSoon(trx, request, change))) throw new AppError("already_sent", undoMessages.tooLate);
    await attempts.insertEvent(trx, { tweetId: request.tweetId, at: now, kind: "taken_back", detail: null });
    return getTweet({ db: trx }, request.userId, request.tweetId);
  });
  app.wake();
  return back;
}

function whyNot(state: Tweet["state"]): string {
  if (state === "published") return undoMessages.isOut;
  return state === "publishing" || state === "unknown" ? undoMessages.tooLate : undoMessages.nothing;
}

/** No undo window ends later than this from now, unless a clock was set back. */
const maxAhead = missedAfter;
const maxPerPass = 50;

export async function publishSoon(app: App): Promise<Started> {
  if (app.work.shutdownSignal.aborted || !app.node.mayClaim()) return nothingStarted;
  const now = app.clock.now();
  const due = await listSoonDue(app.db, { now, ahead: now + maxAhead, limit: maxPerPass });
  const sends: Promise<unknown>[] = [];
  const broke = (error: unknown) => app.log.error({ err: error }, "a send broke");
  for (const ask of due) {
    if (app.work.shutdownSignal.aborted) break;
    try {
      const claimed = await claimSoon(app, ask);
      // Caught here: a rejection during the next claim would end the process.
      if (claimed) sends.push(app.work.track(send(app, claimed, nowTimeout)).catch(broke));
    } catch (error) {
      app.log.error({ err: error, tweet: ask.tweetId }, "a tweet that waited its five seconds could not be claimed");
    }
  }
  if (due.length === maxPerPass) app.wake();
  const done = Promise.all(sends).then((ends) => {
    if (ends.length > 0) app.wake();
  });
  return { started: sends.length, done };
}

/** Null: undone, missed, or refused and failed. */
function claimSoon(app: App, target: { userId: string; tweetId: number }): Promise<Claimed | null> {
  hitCrashPoint("claim:before");
  return remembering(app, (note) =>
    inTransaction(app.db, async (trx) => {
      await lockPersonWithAccounts(trx, target.userId);
      const tweet = await findTweet({ db: trx }, target.userId, target.tweetId);
      const now = app.clock.now();
      if (!tweet || tweet.undoUntil === null) return null;
      // Left by a clock set back since; it would wait for hours.
      const isAhead = tweet.undoUntil > now + maxAhead;
      if (tweet.undoUntil > now && !isAhead) return null;
      if (isAhead || tweet.undoUntil + missedAfter < now) {
        await giveUp(trx, app, tweet, missed(now));
        return null;
      }
      try {
        const claimed = await claimNow(trx, app, {
          ...target,
          account: tweet.account?.networkUserId ?? null,
          soon: true,
        });
        note([claimed]);
        return claimed;
      } catch (error) {
        if (!isAppError(error) || isOfServer(error)) throw error;
        await giveUp(trx, app, tweet, refused(error, now));
        return null;
      }
    }),
  );
}

/** The server is the cause, so the tweet is retried or missed. */
const isOfServer = ({ code }: AppError): boolean => code === "shutting_down" || code === "not_the_publisher";

interface End {
  change: Parameters<typeof endSoon>[2];
  event: { kind: "missed" | "failed"; detail: string };
}

const missed = (now: number): End => ({
  change: { ...queries.offTheTimeline(now), error: undoMessages.missed, error_code: "missed" },
  event: { kind: "missed", detail: undoMessages.missed },
});

const refused = ({ code, message }: AppError, now: number): End => ({
  change: { state: "failed", error: message, error_code: code, undo_to: null, updated_at: now },
  event: { kind: "failed", detail: message },
});

async function giveUp(trx: Transaction, app: App, tweet: Tweet, { change, event }: End): Promise<void> {
  const { id: tweetId, userId } = tweet;
  const at = app.clock.now();
  if (!(await endSoon(trx, { userId, tweetId }, change))) return;
  await attempts.insertEvent(trx, { tweetId, at, ...event });
  const accountId = tweet.account?.id ?? null;
  if (event.kind === "failed") await recordEvents(trx, app, [{ type: "tweet.failed", userId, tweetId, accountId, at }]);
}
