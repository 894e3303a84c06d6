// Deletes ordered posts at the network, last part first, and retries until it is certain.
import type { App } from "~/app.server";
import { changeAccount, openTokens } from "~/features/accounts/accounts.server";
import { recordEvents, recordForPrograms } from "~/features/events/events.server";
import { setDone, touchFirst } from "~/features/threads/threads.server";
import { markGone } from "~/features/tweets/tweets.server";
import { hitCrashPoint } from "~/ground/telemetry/crash-points.server";
import { type Started, nothingStarted } from "~/ground/work.server";
import { judgeDeletion, mayCost } from "~/ports/network/call-outcome";
import { callMicrosOf } from "~/ports/network/call-prices";
import type { PostAnswer } from "~/ports/network/port";
import { inTransaction, type Transaction } from "~db/database.server";
import { leaseToken } from "~db/lease.server";
import { lockAccounts, lockSpending } from "~db/locks.server";
import { limitReached, startOfNextDay } from "~/features/spending/day-limit";
import { afterDeletion, asksAgain, type DeletionStep, giveUp, takesDeletions, unusableFor } from "./deletion";
import * as attempts from "~/features/publishing/store/attempts.server";
import * as deletions from "./queries.server";
import { leaseLasts, sendTimeout } from "~/features/publishing/engine/claimed.server";
import { readDay } from "~/features/spending/day.server";

const maxPerPass = 50;

interface ClaimedDeletion extends deletions.DueDeletion {
  tweetId: number;
  token: string;
  postId: string;
}

export async function deleteDue(app: App): Promise<Started> {
  const isBusy = () => app.work.shutdownSignal.aborted || !app.node.mayClaim();
  if (isBusy()) return nothingStarted;
  const due = await deletions.listDueDeletions(app.db, { now: app.clock.now(), limit: maxPerPass });
  const calls: Promise<void>[] = [];
  for (const which of due) {
    if (isBusy()) break;
    const claimed = await inTransaction(app.db, (trx) => claim(trx, app, which));
    hitCrashPoint("delete:committed");
    if (claimed) calls.push(app.work.track(ask(app, claimed)));
  }
  const done = Promise.allSettled(calls).then((ends) => {
    for (const end of ends) if (end.status === "rejected") app.log.error({ err: end.reason }, "a deletion broke");
    if (ends.length > 0) app.wake();
  });
  return { started: calls.length, done };
}

async function claim(trx: Transaction, app: App, deletion: deletions.WhichDeletion): Promise<ClaimedDeletion | null> {
  const { tweetId, accountId } = deletion;
  await lockAccounts(trx, [accountId]);
  const now = app.clock.now();
  const found = await deletions.findDueDeletion(trx, { tweetId, now });
  if (!found) return null;
  const { account, postId } = found;
  const useless = postId === null ? "Linnet doesn’t know where this post is on X." : whyUseless(app, found, now);
  if (useless !== null || postId === null) {
    if (useless !== "later") await write(trx, app, { tweetId, ...found }, { ...giveUp(useless ?? ""), account: null });
    else await deletions.changeDeletion(trx, tweetId, { due_at: now + asksAgain });
    return null;
  }
  const limit = await readLimit(trx, app, found, now);
  if (limit !== null) {
    await deletions.changeDeletion(trx, tweetId, { due_at: startOfNextDay(now, found.timeZone) });
    await attempts.insertEvent(trx, { tweetId, at: now, kind: "deletion_waits", detail: limit });
    return null;
  }
  const token = leaseToken(now);
  const until = now + leaseLasts;
  await deletions.changeDeletion(trx, tweetId, {
    ...{ lease_token: token, lease_until: until, lease_node: app.node.id(), due_at: until },
    ...{ tries: found.tries + 1, called_at: now, price_micros: found.priceMicros + callMicrosOf("deletion") },
  });
  hitCrashPoint("delete:inside");
  return { ...found, account, postId, tweetId, token, tries: found.tries + 1 };
}

/** Null: usable; `later`: may become usable. The user's own pause doesn't block deletions. */
function whyUseless(app: App, { account, disabledAt, orderedAt }: deletions.DueDeletion, now: number): string | null {
  const { username } = account;
  if (account.unlinked_at !== null) return `@${username} was disconnected before the post was deleted.`;
  if (takesDeletions(account) && account.network === app.network.kind && disabledAt === null) return null;
  if (now - orderedAt < unusableFor) return "later";
  return `Linnet couldn’t use @${username} for 24 hours, so this post wasn’t deleted.`;
}

async function readLimit(
  trx: Transaction,
  app: App,
  { account, timeZone }: deletions.DueDeletion,
  now: number,
): Promise<string | null> {
  const { dailySpendLimit } = app.config;
  if (dailySpendLimit === 0) return null;
  await lockSpending(trx);
  const which = { userId: account.user_id, account: { id: account.id, hours: null }, timeZone, now };
  const day = await readDay(trx, app, which);
  const going = { posts: 0, priceMicros: callMicrosOf("deletion") };
  const limits = { dailyPostLimit: 0, dailySpendLimit };
  return limitReached(day, going, limits, account.username)?.sentence ?? null;
}

async function ask(app: App, claimed: ClaimedDeletion): Promise<void> {
  const { tweetId, token, account, tries } = claimed;
  const answer = await callNetwork(app, claimed);
  hitCrashPoint("delete:answered");
  const now = app.clock.now();
  const outcome = judgeDeletion(answer, now);
  const step = afterDeletion(outcome, {
    now,
    tries,
    isPaused: account.status === "paused",
    refusedAt: account.refused_at,
    random: app.random,
  });
  const written = await inTransaction(app.db, async (trx) => {
    await lockAccounts(trx, [account.id]);
    const { next } = step;
    const change = {
      ...(next.state === "open" ? { due_at: next.dueAt } : { state: next.state }),
      ...(step.spent ? {} : { tries: tries - 1 }),
      ...(mayCost(answer) ? {} : { price_micros: claimed.priceMicros }),
    };
    if (!(await deletions.concludeDeletion(trx, { tweetId, token }, change))) return false;
    await write(trx, app, claimed, step);
    hitCrashPoint("deleted:inside");
    return true;
  });
  hitCrashPoint("deleted:committed");
  const line = { tweet: tweetId, account: account.id, outcome: outcome.kind, written };
  if (step.next.state === "gave_up") app.log.warn(line, "a post could not be deleted");
  else app.log.info(line, "asked to delete a post");
}

async function callNetwork(app: App, { tweetId, account, postId }: ClaimedDeletion): Promise<PostAnswer> {
  let tokens;
  try {
    tokens = openTokens(app, account);
  } catch (error) {
    app.log.error({ err: error, account: account.id, tweet: tweetId }, "the account's tokens can't be decrypted");
    // Handled like a refused token, so the user is asked to reconnect.
    return { kind: "answered", status: 401, headers: {}, body: { detail: "the stored tokens can't be decrypted" } };
  }
  return app.network.deletePost(tokens, { postId, timeoutMs: sendTimeout, signal: app.work.abortSignal });
}

/** Call it in the transaction that changes the deletion. */
async function write(
  trx: Transaction,
  app: App,
  { tweetId, threadId, no, account }: Pick<ClaimedDeletion, "tweetId" | "threadId" | "no" | "account">,
  { next, event, ...step }: Pick<DeletionStep, "next" | "event" | "account">,
): Promise<void> {
  const at = app.clock.now();
  await attempts.insertEvent(trx, { tweetId, at, ...event });
  if (step.account) {
    await changeAccount(trx, account.id, step.account);
    const { status } = step.account;
    if (status === "reconnect" || status === "paused")
      await recordEvents(trx, app, [{ type: `account.${status}`, userId: account.user_id, accountId: account.id, at }]);
  }
  if (next.state === "done") {
    await markGone(trx, [tweetId], at);
    await deletions.setTrouble(trx, [tweetId], { sentence: null, now: at });
    // All parts are deleted: the thread is done. If this part was marked deleted before, no other event reports it.
    const isOver = threadId !== null && (await deletions.isAllDeleted(trx, threadId));
    if (isOver && (await setDone(trx, threadId, at)))
      await recordForPrograms(trx, [{ type: "tweet.edited", userId: account.user_id, tweetId, at }]);
  }
  if (next.state === "gave_up") {
    await deletions.endDeletions(trx, [tweetId]);
    await deletions.setTrouble(trx, [tweetId], { sentence: next.sentence, now: at });
    if (threadId === null) return;
    await giveUpBefore(trx, { threadId, no, at });
    await touchFirst(trx, threadId, at);
  }
}

/** A reply is never left without its parent, so earlier parts stay too. */
async function giveUpBefore(trx: Transaction, { threadId, no, at }: { threadId: number; no: number; at: number }) {
  const { next, event } = giveUp(`Part ${no} couldn’t be deleted, so this part wasn’t deleted either.`);
  const ids = await deletions.giveUpBefore(trx, threadId, no);
  if (next.state === "gave_up") await deletions.setTrouble(trx, ids, { sentence: next.sentence, now: at });
  for (const tweetId of ids) await attempts.insertEvent(trx, { tweetId, at, ...event });
}
