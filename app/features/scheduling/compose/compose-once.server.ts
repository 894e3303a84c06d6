// Saves and schedules what was composed in one transaction, once for each form.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { findServingAccount } from "~/features/accounts/accounts.server";
import { meanwhile } from "~/features/publishing/rules/meanwhile";
import { changeAccountOf, postAsIn } from "~/features/publishing/verbs/post-as.server";
import {
  preconditionMessages,
  requireNotInTrash,
  requireNotSoon,
  requireSendable,
  requireWhole,
  type Sendable,
  timeZoneOf,
} from "~/features/publishing/verbs/preconditions.server";
import { findThread, seenOf } from "~/features/threads/threads.server";
import { asTyped } from "~/features/tweets/tweet";
import { findTweet, getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { requireEnabled, unlessLeft } from "~/features/users/users.server";
import { AppError } from "~/ground/errors";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { drawIn } from "../move.server";
import { dismissIn, drawRandom, type Moment, putOnTimeline, requireMoment, unscheduleIn } from "../schedule.server";
import { situationOf, type Effect, effectOf } from "./choices";
import type { Composed, ComposeRequest, When } from "./composing";
import { findKept, keep, type Kept } from "./once.server";
import { type Before, changeParts, requireFit, writeNew } from "./words.server";

type Request = Omit<ComposeRequest, "when"> & { when: When | { choice: "now" } };

/** `isAgain`: this form was done before, and this is the answer of then. */
export async function composeOnce(app: App, request: Request): Promise<Composed & { isAgain: boolean }> {
  const composed = await unlessLeft(
    app,
    inTransaction(app.db, (trx) => composeIn(trx, app, request)),
  );
  hitCrashPoint("compose:committed");
  app.wake();
  return composed;
}

/** Everything is read again in here: whose tweet it is, its account, and whether it may still change. */
async function composeIn(trx: Transaction, app: App, request: Request): Promise<Composed & { isAgain: boolean }> {
  const { userId, when } = request;
  await lockPersonWithAccounts(trx, userId);
  await requireEnabled(trx, userId);
  const timeZone = await timeZoneOf(trx, userId);
  const kept = await findKept(trx, app, request);
  const before = await findBefore(trx, request, kept);
  if (before && kept?.isSame && isAsLeft(before, kept))
    return { tweetId: kept.tweetId, place: placeOf(before.tweet, timeZone), isNew: kept.isNew, isAgain: true };
  if (before && kept) requireSameText(request, kept);
  if (before) requireChangeable(before, request, kept);
  const effect = requireEffect(before, request);
  const parts = requireFit(request.parts, effect, before?.thread != null);
  const tweetId = before ? before.tweet.id : await writeNew(trx, app, { ...request, parts });
  if (before) await changeTo(trx, app, { ...request, parts }, before, effect);
  if (effect.place && when.choice !== "now")
    await placeAt(trx, app, { userId, tweetId, account: request.account }, when);
  const after = await getTweet({ db: trx }, userId, tweetId);
  const thread = await findThread(trx, after);
  const answer = {
    tweetId,
    place: placeOf(after, timeZone),
    isNew: before === null,
    seen: seenOf(thread?.parts ?? [after]),
  };
  await keep(trx, app, request, answer);
  hitCrashPoint("compose:inside");
  return { ...answer, isAgain: false };
}

/** The tweet to change; null: a new one. A form that was sent before goes on with the tweet that it made. */
async function findBefore(
  trx: Transaction,
  { userId, tweetId }: Pick<Request, "userId" | "tweetId">,
  kept: Kept | null,
): Promise<Before | null> {
  const made = tweetId === null && kept ? await findTweet({ db: trx }, userId, kept.tweetId) : null;
  if (tweetId === null && (made === null || made.discardedAt !== null)) return null;
  const tweet = made ?? (await getTweet({ db: trx }, userId, tweetId ?? 0));
  const thread = await requireWhole(trx, tweet);
  return { tweet, thread, parts: thread?.parts ?? [tweet] };
}

/** Otherwise the tweet was changed, unscheduled or put in Trash since, and the form has to say all of it again. */
const isAsLeft = ({ tweet, parts }: Before, { seen, place }: Kept): boolean =>
  seenOf(parts) === seen && tweet.discardedAt === null && (place === null || tweet.state !== "pending");

/** Throws changed. A browser's Back shows a form that was saved, and other text in it is another tweet. */
function requireSameText({ tweetId, parts, isAnswerLost }: Request, { seen }: Kept): void {
  if (tweetId !== null || isAnswerLost || textsOf(parts) === seen) return;
  throw new AppError("changed", savedBefore);
}

const savedBefore = "You saved this form before, with other text.";

const textsOf = (parts: Request["parts"]): string =>
  seenOf(parts.map(({ content }) => ({ content: asTyped(content) })));

/** Throws discarded, already_sent (about to be posted) and changed (not as seen). */
function requireChangeable({ tweet, thread, parts }: Before, { seen, ...request }: Request, kept: Kept | null): void {
  requireNotInTrash(tweet);
  requireNotSoon(tweet);
  const current = seenOf(parts);
  const isAsItLeft = kept !== null && (kept.place !== null || tweet.state !== "scheduled");
  // This form's own change, whose answer was lost.
  if (isAsItLeft && kept.seen === current) return;
  if (seen === null && kept === null) return;
  if (seen && tweet.state === "scheduled" && !seen.isScheduled) throw new AppError("changed", meanwhile.scheduled);
  if (seen?.parts === current || textsOf(request.parts) === current) return;
  throw new AppError("changed", thread ? meanwhile.editedThread : meanwhile.edited);
}

const noMoreParts = "This tweet is scheduled. Unschedule it first, then add parts.";

function requireEffect(before: Before | null, { when, parts }: Request): Effect {
  const situation = before ? situationOf(before.tweet, before.thread) : "new";
  const effect = effectOf(situation, when.choice);
  if (effect === "already_sent") throw new AppError(effect, preconditionMessages.alreadySent);
  if (effect === "not_scheduled") throw new AppError(effect, preconditionMessages.notScheduled);
  if (!effect.isDraft && before?.thread === null && parts.length > 1) throw new AppError("not_draft", noMoreParts);
  return effect;
}

async function changeTo(trx: Transaction, app: App, request: Request, before: Before, effect: Effect): Promise<void> {
  const { userId, account } = request;
  const target = { userId, tweetId: before.tweet.id };
  if (effect.first === "unschedule") await unscheduleIn(trx, app, target);
  if (effect.first === "dismiss_failure") await dismissIn(trx, app, target);
  await changeParts(trx, app, request, before);
  // Placing chooses the account itself.
  if (account !== null && !effect.place) await chooseAccount(trx, app, { ...target, account }, effect);
}

async function chooseAccount(
  trx: Transaction,
  app: App,
  request: { userId: string; tweetId: number; account: string },
  effect: Effect,
): Promise<void> {
  const { userId, account: named } = request;
  const inside = { ...app, db: trx };
  const tweet = await getTweet(inside, userId, request.tweetId);
  const account = await findServingAccount(inside, userId, { named });
  const current = await findServingAccount(inside, userId, { named: null, own: tweet.ownAccountId });
  if (!account || account.id === current?.id) return;
  if (effect.isDraft) await changeAccountOf(trx, app, tweet, account);
  else await postAsIn(trx, app, request);
}

async function placeAt(
  trx: Transaction,
  app: App,
  request: { userId: string; tweetId: number; account: string | null },
  time: When,
): Promise<void> {
  const sendable = await requireSendable(trx, app, request, ["pending", "scheduled"]);
  await putOnTimeline(trx, app, sendable, await momentOf(trx, app, sendable, time));
}

async function momentOf(trx: Transaction, app: App, sendable: Sendable, time: When): Promise<Moment> {
  const { account, timeZone, tweet } = sendable;
  switch (time.choice) {
    case "random":
      return drawRandom(trx, app, sendable, time.timeZone);
    case "slot": {
      const options = { account, timeZone, tweetId: tweet.id, anyway: "Schedule anyway?", stays: "" };
      const { at: executeAt, stored: reason } = await drawIn(trx, app, time, options);
      return { executeAt, timeZone, reason };
    }
    case "exact":
      return { executeAt: requireMoment(app, time.executeAt), timeZone, reason: null };
    case "draft":
    case "keep":
      throw new Error(`"${time.choice}" has no time to choose`);
  }
}

const placeOf = ({ state, dueAt, momentReason, account }: Tweet, timeZone: string): Composed["place"] =>
  state === "scheduled" && dueAt !== null && account
    ? { executeAt: dueAt, timeZone, reason: momentReason, account: account.networkUserId }
    : null;
