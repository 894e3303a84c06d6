// Orders the deletion of a published tweet or thread; a job carries it out.
import type { App } from "~/app.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { findAccountRow } from "~/features/accounts/accounts.server";
import { isOut, setStopped, stateOf, type Thread, touchFirst } from "~/features/threads/threads.server";
import { getTweet, type Tweet } from "~/features/tweets/tweets.server";
import { AppError } from "~/ground/errors";
import { inactiveCode } from "~/features/accounts/account";
import { takesDeletions } from "./deletion";
import { noteKey } from "~/features/publishing/store/key-events.server";
import * as attempts from "~/features/publishing/store/attempts.server";
import * as deletions from "./queries.server";
import * as parts from "~/features/publishing/store/parts.server";
import { requireNotSoon, requireWhole } from "~/features/publishing/verbs/preconditions.server";

const messages = {
  nothing: "Nothing is posted, so there’s nothing to delete.",
  unlinked: "The account that posted this tweet is no longer connected. Connect it again first.",
  more: "The posted parts have changed. Check them, then try again.",
  network: "This tweet was posted before this server switched between the sandbox and X, so Linnet can’t delete it.",
} as const;

/**
 * Idempotent, but retries what was given up. `seen`: number of posts the user saw; throws changed if it differs. Also
 * throws not_found, not_published, in_flight, already_sent, no_account, account_*, post_unknown.
 */
export async function deletePost(
  app: App,
  request: { userId: string; tweetId: number; seen?: number; keyId?: number | null },
): Promise<Tweet> {
  const ordered = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, request.userId);
    const tweet = await getTweet({ db: trx }, request.userId, request.tweetId);
    const thread = await requireWhole(trx, tweet);
    requireNotSoon(tweet);
    const posts = requireOut(thread?.parts ?? [tweet]);
    await requireDeletable(trx, app, posts);
    const now = app.clock.now();
    if (thread && stateOf(thread) === "going") await stop(trx, thread, now);
    const accounts = posts.flatMap(({ id, account }) => (account ? [{ tweetId: id, accountId: account.id }] : []));
    const ids = await deletions.orderDeletions(trx, accounts, now);
    if (request.seen !== undefined && request.seen !== posts.length && ids.length > 0)
      throw new AppError("changed", messages.more);
    await deletions.setTrouble(trx, ids, { sentence: null, now });
    if (thread) await touchFirst(trx, thread.id, now);
    for (const id of ids) {
      await noteKey(trx, { tweetId: id, at: now, keyId: request.keyId, action: "Deleted" });
      await attempts.insertEvent(trx, { tweetId: id, at: now, kind: "delete_ordered", detail: null });
    }
    return getTweet({ db: trx }, request.userId, request.tweetId);
  });
  app.wake();
  return ordered;
}

function requireOut(all: readonly Tweet[]): Tweet[] {
  const open = all.find((tweet) => !isOut(tweet) && (tweet.state === "publishing" || tweet.state === "unknown"));
  if (open) {
    const which = open.part ? `Part ${open.part.no}` : "This tweet";
    const how = open.state === "unknown" ? "may be posted, and Linnet is checking" : "is being posted";
    throw new AppError("in_flight", `${which} ${how}. Try again in a few minutes.`);
  }
  const out = all.filter(isOut);
  if (out.length === 0) throw new AppError("not_published", messages.nothing);
  return out.filter(({ deletedAt }) => deletedAt === null);
}

async function requireDeletable(trx: Transaction, app: App, posts: readonly Tweet[]): Promise<void> {
  for (const { part, postId, account } of posts) {
    const row = account && (await findAccountRow(trx, account.id));
    if (!row || row.unlinked_at !== null) throw new AppError("no_account", messages.unlinked);
    if (row.network !== app.network.kind) throw new AppError("no_account", messages.network);
    if (!takesDeletions(row))
      throw new AppError(inactiveCode(row), row.status_reason ?? `@${row.username} can’t be used right now.`);
    if (postId === null)
      throw new AppError(
        "post_unknown",
        `Linnet doesn’t know where ${part ? `part ${part.no}` : "this tweet"} is. Delete it on X.`,
      );
  }
}

async function stop(trx: Transaction, { id, parts: [first] }: Thread, now: number): Promise<void> {
  await setStopped(trx, id, { code: "person", reason: null, now });
  await parts.unscheduleParts(trx, { threadId: id, from: 2, now });
  if (first) await attempts.insertEvent(trx, { tweetId: first.id, at: now, kind: "stopped", detail: null });
}
