// What must hold before a tweet is put on its way: asked for everywhere alike, and before anything costs money.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { type Account, inactiveCode, isInactive } from "~/features/accounts/account";
import { findServingAccount } from "~/features/accounts/accounts.server";
import { fingerprint } from "~/features/tweets/text";
import { requirePostable } from "~/features/tweets/text.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { hoursOf } from "~/features/accounts/hours";
import { countOut, findThread, outOf, requireParts, setGoing, type Thread } from "~/features/threads/threads.server";
import { findUser, requireEnabled } from "~/features/users/users.server";
import type { Db, Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { shortDate } from "~/ground/time/zone";
import { undoMessages } from "~/features/publishing/rules/undo";
import { moveParts } from "~/features/publishing/store/parts.server";
import * as queries from "~/features/publishing/store/tweets.server";

export interface SendRequest {
  userId: string;
  tweetId: number;
  /** The network's id of an account or its internal one; null: the tweet's own, else the default, else the first. */
  account: string | null;
  /** The named key that asks, if one does: the journal names it. */
  keyId?: number | null;
  /** Throws where it is not what the caller named; asked last, in each transaction that puts it on its way. */
  requireAsNamed?: (trx: Transaction, sendable: Sendable) => Promise<void>;
}

export const preconditionMessages = {
  noAccount: "Please connect an account first",
  alreadySent: "This tweet is already on its way or published",
  notScheduled: "This tweet is not on the timeline",
  notFailed: "This tweet has not failed, or not any more",
  inBin: "It is in the bin. Restore it first.",
  linkedPost: "This post is another tweet’s. Please copy the address of the one that is meant.",
  shuttingDown: "The server is restarting. Please try again in a moment.",
  elsewhere: "Another process of this server is the publisher. Please try again in a moment.",
  broken: "Linnet has just lost its database and is finding its way back. Please try again in a moment.",
  outdated: "A newer version of Linnet is being started. Please try again in a moment.",
} as const;

/** Throws shutting_down, not_the_publisher. */
export function requirePublisher(app: App): void {
  if (app.work.shutdownSignal.aborted) throw new AppError("shutting_down", preconditionMessages.shuttingDown);
  const obstacle = app.node.obstacle();
  if (obstacle !== null) throw new AppError("not_the_publisher", preconditionMessages[obstacle]);
}

/** What a tweet is put on its way with. */
export interface Sendable {
  tweet: Tweet;
  account: Account;
  /** The person's, as it is kept. */
  timeZone: string;
  /** Where it begins a thread, the parts that follow it; none else. */
  rest: Tweet[];
}

/**
 * The tweet, the account that it will go out by and the person's zone. Call it in the transaction that puts the tweet
 * on its way: an account unlinked since would leave the tweet in no list. Throws not_found, already_sent, discarded,
 * not_first_part, no_account, account_paused, account_reconnect, invalid (the network would refuse the text),
 * account_disabled to who is disabled since they asked, and what `requireAsNamed` does. `soon`: it waits its five seconds,
 * which else is refused.
 */
export async function requireSendable(
  trx: Transaction,
  app: App,
  ask: SendRequest,
  from: readonly Tweet["state"][] | "soon",
): Promise<Sendable> {
  await lockPersonWithAccounts(trx, ask.userId);
  await requireEnabled(trx, ask.userId);
  const inside = { ...app, db: trx };
  const tweet = await getTweet(inside, ask.userId, ask.tweetId);
  const thread = await requireWhole(trx, tweet);
  requireOutOfBin(tweet);
  if (from !== "soon") requireNotSoon(tweet);
  if (thread) requireNothingOut(thread);
  const account = await findServingAccount(inside, ask.userId, { named: ask.account, own: tweet.ownAccountId });
  const isWhere = from === "soon" ? tweet.undoUntil !== null : from.includes(tweet.state);
  if (!isWhere) throw new AppError("already_sent", preconditionMessages.alreadySent);
  if (!account) throw new AppError("no_account", preconditionMessages.noAccount);
  if (isInactive(account)) throw new AppError(inactiveCode(account), whyInactive(account));
  if (thread) requireParts(thread.parts.map(({ content }) => content));
  else requirePostable(tweet.content);
  const rest = thread?.parts.slice(1) ?? [];
  requireDayFor(app, account, 1 + rest.length);
  const sendable = { tweet, account, timeZone: await timeZoneOf(trx, ask.userId), rest };
  await ask.requireAsNamed?.(trx, sendable);
  return sendable;
}

/**
 * The thread that the tweet begins, or null. Throws not_first_part for a later part: the verbs take a thread as a whole, by its
 * first part.
 */
export async function requireWhole(trx: Db, tweet: Pick<Tweet, "part">): Promise<Thread | null> {
  const thread = await findThread(trx, tweet);
  const no = tweet.part?.no ?? 1;
  const [first] = thread?.parts ?? [];
  if (no > 1)
    throw new AppError("not_first_part", `This is part ${no} of a thread: use ${first?.id ?? "its first part"}`);
  return thread;
}

/** Throws already_sent: what is out of a thread is never sent again from its start. */
function requireNothingOut({ parts, state }: Thread): void {
  const out = countOut(parts);
  if (out === 0) return;
  const instead = state === "stopped" ? " Continue the thread instead." : "";
  throw new AppError("already_sent", `${outOf(out, parts.length)} already.${instead}`);
}

/** Throws invalid where the account may not post so many on any day. */
export function requireDayFor(app: Pick<App, "config">, account: Account, posts: number): void {
  const { dailyPostLimit } = hoursOf(app.config, account.hours);
  if (posts === 1 || dailyPostLimit === 0 || posts <= dailyPostLimit) return;
  const message = `This thread has ${posts} parts, and @${account.username} posts ${dailyPostLimit} a day at most`;
  throw new AppError("invalid", message, { about: { field: "parts", type: "too_long" } });
}

/** Throws post_taken: a post is one tweet's. `postId` is what a person says of where a tweet is. */
export async function requireUnlinkedPost(trx: Db, accountId: number, postId: string): Promise<void> {
  const linked = await queries.linkedPosts(trx, accountId, [postId]);
  if (linked.size > 0) throw new AppError("post_taken", preconditionMessages.linkedPost);
}

/** Throws discarded: nothing is done with a discarded tweet before it is restored. */
export function requireOutOfBin(tweet: Tweet): void {
  if (tweet.discardedAt !== null) throw new AppError("discarded", preconditionMessages.inBin);
}

/** Throws already_sent: while it waits to be posted, it is taken back first. */
export function requireNotSoon(tweet: Pick<Tweet, "undoUntil">): void {
  if (tweet.undoUntil !== null) throw new AppError("already_sent", undoMessages.waits);
}

/** The zone that the person's days and moments are told in. */
export const timeZoneOf = async (trx: Db, userId: string): Promise<string> =>
  (await findUser({ db: trx }, userId))?.timezone ?? "UTC";

/** X suspends accounts that repeat themselves, one beside the other too: so long back the person's tweets are compared. */
export const duplicatesWithin = days(30);

/**
 * Throws duplicate where another tweet of the person's linked accounts, out within 30 days or on its way, says the
 * same (contract, "Near-duplicate"). Call it in the transaction that puts the tweet on its way.
 */
export async function requireNoDuplicate(trx: Db, app: App, tweet: Tweet, timeZone: string): Promise<void> {
  const threadId = tweet.part?.threadId ?? null;
  const by = { userId: tweet.userId, tweetId: tweet.id, threadId, fingerprint: fingerprint(tweet.content) };
  const duplicate = await queries.findDuplicate(trx, { ...by, since: app.clock.now() - duplicatesWithin });
  if (!duplicate) return;
  const out = duplicate.state === "published" ? "went out" : "is on its way";
  const who = duplicate.username === null ? "" : ` as @${duplicate.username}`;
  const when = `${out} on ${shortDate(duplicate.at, timeZone)}${who}`;
  const which = tweet.part === null ? "" : `Part ${tweet.part.no}: `;
  throw new AppError(
    "duplicate",
    `${which}Another tweet that says the same ${when}. Change a few words and try again.`,
  );
}

/** The same of a tweet and all that follows it. */
export async function requireNoDuplicates(
  trx: Db,
  app: App,
  { tweet, rest, timeZone }: Pick<Sendable, "tweet" | "rest" | "timeZone">,
): Promise<void> {
  for (const one of [tweet, ...rest]) await requireNoDuplicate(trx, app, one, timeZone);
}

/** The account is the whole thread's, and all of it goes on by itself once its first part is out. */
export async function beginThread(
  trx: Db,
  { tweet, account }: Pick<Sendable, "tweet" | "account">,
  now: number,
): Promise<void> {
  if (!tweet.part) return;
  await setGoing(trx, tweet.part.threadId, now);
  await moveParts(trx, tweet.part.threadId, account.id, now);
}

/** The network's own reason says what to do; a person's pause is ended where it was begun. */
export const whyInactive = ({ username, needsPerson, statusReason }: Account): string =>
  (needsPerson ? statusReason : null) ?? `@${username} is paused. Resume it among your accounts first.`;
