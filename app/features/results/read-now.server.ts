// Reads one post's figures on request, with the same prices and limits as the job.
import type { App } from "~/app.server";
import { startOfUtcDay } from "~/features/spending/day-limit";
import { days, seconds } from "~/ground/time/duration";
import { AppError } from "~/ground/errors";
import { datedTime } from "~/ground/time/zone";
import { findAccountRow } from "~/features/accounts/accounts.server";
import { getTweet } from "~/features/tweets/tweets.server";
import { findUser, requireEnabled } from "~/features/users/users.server";
import { inTransaction, type Transaction } from "~db/database.server";
import { lockPersonWithAccounts } from "~db/locks.server";
import { unjudgedSentence } from "~/features/accounts/refusals";
import { isOutOfCredits } from "~/features/spending/store/paid-reads.server";
import { beginRead, canBeRead, type ReadCall } from "./begin-read.server";
import { askFigures, type ReadAnswer, recordRead, writeRead } from "./end-read.server";
import * as settingsQueries from "./store/settings.server";
import { findPost } from "./store/compared.server";

const messages = {
  notOut: "Only posted tweets have metrics.",
  off: "Metrics are off. Turn them on first, in Insights → Metrics from X.",
  gone: "This post is no longer on X.",
  unlinked: "This tweet’s account is no longer connected.",
  reconnect: "X no longer accepts this account’s authorization. Nothing was charged. Reconnect the account first.",
  refused: "X refused to show this post’s metrics. Nothing was charged.",
  broken: "X had an internal error. Nothing was charged. Try again in a few minutes.",
  unreachable: "Couldn’t reach X. Nothing was charged. Try again in a few minutes.",
  silent:
    "X didn’t respond. It may have charged for this, so Linnet counts the cost as spent. Trying again before midnight UTC is free.",
  untold: "X has no metrics for this post right now. Nothing was charged.",
  noCredits: "The X app is out of credits. Metrics are paused until tomorrow (UTC). Nothing was charged.",
} as const;

/**
 * Throws not_found, not_published, deleted, no_account, switched_off, account_reconnect, daily_spend_limit,
 * network_limited, network_refused (nothing charged) and timeout (may have been charged).
 */
export async function readNow(
  app: App,
  query: { userId: string; tweetId: number },
): Promise<{ chargedUsd: number; gone: boolean }> {
  const { call, timeZone } = await inTransaction(app.db, (trx) => begin(trx, app, query));
  const { answer, micros } = await app.work.track(finish(app, call, query.userId));
  recordRead(app, call, answer, micros);
  const [wanted] = call.wanted;
  const gone = answer.gone.some((id) => id === wanted?.postId);
  if (answer.outcome !== "read") throw refusalOf(app, answer, timeZone);
  if (!gone && answer.figures.length === 0) throw new AppError("network_refused", messages.untold);
  return { chargedUsd: micros / 1_000_000, gone };
}

async function finish(app: App, call: ReadCall, userId: string) {
  const answer = await askFigures(app, call);
  const micros = await inTransaction(app.db, async (trx) => {
    await lockPersonWithAccounts(trx, userId);
    return writeRead(trx, app, call, answer);
  });
  return { answer, micros };
}

async function begin(trx: Transaction, app: App, { userId, tweetId }: { userId: string; tweetId: number }) {
  await lockPersonWithAccounts(trx, userId);
  await requireEnabled(trx, userId);
  const post = await findPost(trx, userId, tweetId);
  if (!post) {
    await getTweet({ db: trx }, userId, tweetId);
    throw new AppError("not_published", messages.notOut);
  }
  if (post.deletedAt !== null) throw new AppError("deleted", messages.gone);
  const { level } = await settingsQueries.find(trx, userId);
  if (level === "off") throw new AppError("switched_off", messages.off);
  const account = await findAccountRow(trx, post.accountId);
  if (!account || account.unlinked_at !== null || account.network !== app.network.kind)
    throw new AppError("no_account", messages.unlinked);
  if (!canBeRead(account)) throw new AppError("account_reconnect", messages.reconnect);
  const now = app.clock.now();
  const retryAfterSeconds = Math.ceil((startOfUtcDay(now) + days(1) - now) / seconds(1));
  if (app.network.kind === "x" && (await isOutOfCredits(trx, startOfUtcDay(now))))
    throw new AppError("network_limited", messages.noCredits, { retryAfterSeconds });
  const timeZone = (await findUser({ db: trx }, userId))?.timezone ?? "UTC";
  const { postId, publishedAt } = post;
  const wanted = [{ tweetId, postId, publishedAt, slots: ["hand" as const] }];
  const started = await beginRead(trx, app, { account, wanted, level: "hand", timeZone, mayList: false });
  if ("limit" in started)
    throw new AppError("daily_spend_limit", `${started.limit} Nothing was charged.`, { retryAfterSeconds });
  return { call: started.call, timeZone };
}

function refusalOf(app: App, { outcome, resetAt, refusal }: ReadAnswer, timeZone: string): AppError {
  if (refusal?.about === "clock" || refusal?.about === "proxy")
    return new AppError("network_refused", `${unjudgedSentence(refusal)} Nothing was charged.`);
  switch (outcome) {
    case "limited": {
      const now = app.clock.now();
      const at = resetAt ?? now + seconds(900);
      const message = `X asked Linnet to wait until ${datedTime(at, timeZone, now)}. Nothing was charged.`;
      return new AppError("network_limited", message, { retryAfterSeconds: Math.max(1, Math.ceil((at - now) / 1000)) });
    }
    case "no_credits":
      return new AppError("network_refused", messages.noCredits);
    case "failed":
      return new AppError("network_refused", messages.broken);
    case "unreachable":
      return new AppError("network_refused", messages.unreachable);
    case "lost":
      return new AppError("timeout", messages.silent);
    case "read":
    case "listed":
    case "refused":
      return new AppError("network_refused", messages.refused);
  }
}
