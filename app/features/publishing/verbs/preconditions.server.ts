// Checks what must hold before a tweet may be sent or scheduled, before anything costs money.
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { type Account, inactiveCode, isInactive } from "~/features/accounts/account";
import { findServingAccount } from "~/features/accounts/accounts.server";
import { fingerprint } from "~/features/tweets/text";
import { requirePostable } from "~/features/tweets/text.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { hoursOf } from "~/features/accounts/hours";
import { countOut, findThread, requireParts, setGoing, type Thread } from "~/features/threads/threads.server";
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
  account: string | null;
  keyId?: number | null;
  /** Throws if the tweet isn't what the caller named. Runs last, in the transaction that sends or schedules it. */
  requireAsNamed?: (trx: Transaction, sendable: Sendable) => Promise<void>;
}

export const preconditionMessages = {
  noAccount: "Connect an account first.",
  alreadySent: "This tweet is already posting or posted.",
  notScheduled: "This tweet isn’t scheduled.",
  notFailed: "This tweet hasn’t failed.",
  inTrash: "This tweet is in Trash. Restore it first.",
  linkedPost: "This post belongs to another tweet. Copy the URL of the right post.",
  shuttingDown: "The server is restarting. Try again in a moment.",
  elsewhere: "Another process on this server handles posting. Try again in a moment.",
  broken: "Linnet is reconnecting to its database. Try again in a moment.",
  outdated: "A newer version of Linnet is starting. Try again in a moment.",
} as const;

/** Throws shutting_down, not_the_publisher. */
export function requirePublisher(app: App): void {
  if (app.work.shutdownSignal.aborted) throw new AppError("shutting_down", preconditionMessages.shuttingDown);
  const obstacle = app.node.obstacle();
  if (obstacle !== null) throw new AppError("not_the_publisher", preconditionMessages[obstacle]);
}

export interface Sendable {
  tweet: Tweet;
  account: Account;
  timeZone: string;
  rest: Tweet[];
}

/**
 * Call it in the transaction that sends or schedules the tweet. `soon`: in its undo window. Throws not_found,
 * already_sent, discarded, not_first_part, no_account, account_*, invalid, and what `requireAsNamed` throws.
 */
export async function requireSendable(
  trx: Transaction,
  app: App,
  request: SendRequest,
  from: readonly Tweet["state"][] | "soon",
): Promise<Sendable> {
  await lockPersonWithAccounts(trx, request.userId);
  await requireEnabled(trx, request.userId);
  const inside = { ...app, db: trx };
  const tweet = await getTweet(inside, request.userId, request.tweetId);
  const thread = await requireWhole(trx, tweet);
  requireNotInTrash(tweet);
  if (from !== "soon") requireNotSoon(tweet);
  if (thread) requireNothingOut(thread);
  const account = await findServingAccount(inside, request.userId, { named: request.account, own: tweet.ownAccountId });
  const isWhere = from === "soon" ? tweet.undoUntil !== null : from.includes(tweet.state);
  if (!isWhere) throw new AppError("already_sent", preconditionMessages.alreadySent);
  if (!account) throw new AppError("no_account", preconditionMessages.noAccount);
  if (isInactive(account)) throw new AppError(inactiveCode(account), whyInactive(account));
  if (thread) requireParts(thread.parts.map(({ content }) => content));
  else requirePostable(tweet.content);
  const rest = thread?.parts.slice(1) ?? [];
  requireDayFor(app, account, 1 + rest.length);
  const sendable = { tweet, account, timeZone: await timeZoneOf(trx, request.userId), rest };
  await request.requireAsNamed?.(trx, sendable);
  return sendable;
}

/** The thread that the tweet begins, or null. Throws not_first_part. */
export async function requireWhole(trx: Db, tweet: Pick<Tweet, "part">): Promise<Thread | null> {
  const thread = await findThread(trx, tweet);
  const no = tweet.part?.no ?? 1;
  const [first] = thread?.parts ?? [];
  if (no > 1)
    throw new AppError(
      "not_first_part",
      `This is part ${no} of a thread. Use the first part${first ? `, ${first.id}` : ""}.`,
    );
  return thread;
}

function requireNothingOut({ parts, state }: Thread): void {
  const out = countOut(parts);
  if (out === 0) return;
  const instead = state === "stopped" ? " Continue the thread instead." : "";
  throw new AppError(
    "already_sent",
    `${out} of ${parts.length} parts ${out === 1 ? "is" : "are"} already posted.${instead}`,
  );
}

/** Throws invalid if the daily limit is below `posts`. */
export function requireDayFor(app: Pick<App, "config">, account: Account, posts: number): void {
  const { dailyPostLimit } = hoursOf(app.config, account.hours);
  if (posts === 1 || dailyPostLimit === 0 || posts <= dailyPostLimit) return;
  const message = `This thread has ${posts} parts, but @${account.username} has a limit of ${dailyPostLimit} a day.`;
  throw new AppError("invalid", message, { about: { field: "parts", type: "too_long" } });
}

export async function requireUnlinkedPost(trx: Db, accountId: number, postId: string): Promise<void> {
  const linked = await queries.linkedPosts(trx, accountId, [postId]);
  if (linked.size > 0) throw new AppError("post_taken", preconditionMessages.linkedPost);
}

export function requireNotInTrash(tweet: Tweet): void {
  if (tweet.discardedAt !== null) throw new AppError("discarded", preconditionMessages.inTrash);
}

export function requireNotSoon(tweet: Pick<Tweet, "undoUntil">): void {
  if (tweet.undoUntil !== null) throw new AppError("already_sent", undoMessages.waits);
}

export const timeZoneOf = async (trx: Db, userId: string): Promise<string> =>
  (await findUser({ db: trx }, userId))?.timezone ?? "UTC";

/** X suspends users who repeat themselves, also across accounts. */
export const duplicatesWithin = days(30);

const placedAs: Partial<Record<Tweet["state"], string>> = {
  scheduled: "scheduled this for",
  published: "posted this on",
};

/** Throws duplicate for the same text within 30 days, on any linked account. Call it in the sending transaction. */
export async function requireNoDuplicate(trx: Db, app: App, tweet: Tweet, timeZone: string): Promise<void> {
  const threadId = tweet.part?.threadId ?? null;
  const by = { userId: tweet.userId, tweetId: tweet.id, threadId, fingerprint: fingerprint(tweet.content) };
  const duplicate = await queries.findDuplicate(trx, { ...by, since: app.clock.now() - duplicatesWithin });
  if (!duplicate) return;
  const did = placedAs[duplicate.state] ?? "started posting this on";
  const who = duplicate.username === null ? "" : ` as @${duplicate.username}`;
  const when = `${did} ${shortDate(duplicate.at, timeZone)}${who}`;
  const which = tweet.part === null ? "" : `Part ${tweet.part.no}: `;
  throw new AppError("duplicate", `${which}You already ${when}. Change a few words and try again.`);
}

export async function requireNoDuplicates(
  trx: Db,
  app: App,
  { tweet, rest, timeZone }: Pick<Sendable, "tweet" | "rest" | "timeZone">,
): Promise<void> {
  for (const one of [tweet, ...rest]) await requireNoDuplicate(trx, app, one, timeZone);
}

/** Gives the whole thread one account; its parts follow on their own. */
export async function beginThread(
  trx: Db,
  { tweet, account }: Pick<Sendable, "tweet" | "account">,
  now: number,
): Promise<void> {
  if (!tweet.part) return;
  await setGoing(trx, tweet.part.threadId, now);
  await moveParts(trx, tweet.part.threadId, account.id, now);
}

/** The network's reason already says what to do. */
export const whyInactive = ({ username, needsPerson, statusReason }: Account): string =>
  (needsPerson ? statusReason : null) ?? `@${username} is paused. Resume the account under Linked accounts first.`;
