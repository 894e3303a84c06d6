// Previews a post for an agent and checks its confirm token before posting.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import type { TweetPicture } from "~/features/media/media";
import { listHashesOf, listPicturesOf } from "~/features/media/media.server";
import { readDay } from "~/features/spending/day.server";
import { priceOfAll } from "~/features/spending/full-price.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import { asTyped } from "~/features/tweets/tweet";
import { AppError } from "~/ground/errors";
import { type Db, inTransaction, type Transaction } from "~db/database.server";
import {
  requireNoDuplicates,
  requireSendable,
  type Sendable,
  type SendRequest,
} from "~/features/publishing/verbs/preconditions.server";
import { requireWithinDay, statesFor } from "~/features/publishing/verbs/publish-now.server";
import { drawRandom, isInQuietHours, requireMoment } from "./schedule.server";
import { type Confirmed, confirmOf, isConfirmed, readConfirm, type When } from "./confirm.server";
import { markOf } from "./mark.server";

export const previewMessages = {
  changed:
    "This doesn’t match the preview, or the preview is older than 10 minutes. Nothing was posted. Preview the tweet again.",
  words: "The tweet’s text doesn’t match tweet_content. Nothing was posted. Read the tweet again.",
  pictures: "The tweet’s images don’t match media_ids. Nothing was posted. Read the tweet again.",
  account: "The tweet would be posted by an account other than twitter_username. Nothing was posted.",
  moment: "The preview was for another time. Nothing was posted. Preview the tweet again with the right time.",
  thread: "Only the user can post or schedule a thread, in Linnet’s web app.",
} as const;

const drawn = "Picked at random during the preview.";

/** Null: now. Otherwise ms, or a random time. */
type NamedMoment = number | "random" | null;

export interface Preview {
  tweet: Tweet;
  account: Account;
  pictures: TweetPicture[];
  /** US dollars on X, pictures included. */
  priceUsd: number;
  /** Null: no limit. */
  postsLeftToday: number | null;
  executeAt: number | null;
  inQuietHours: boolean;
  /** Confirm token, valid for 10 minutes. */
  confirm: string;
}

interface Which {
  userId: string;
  tweetId: number;
}

interface Shown extends Confirmed {
  pictures: TweetPicture[];
}

async function shownOf(db: Db, { tweet, account }: Sendable): Promise<Shown> {
  const pictures = (await listPicturesOf(db, [tweet.id])).get(tweet.id) ?? [];
  const hashes = await listHashesOf(db, tweet.id);
  const marked = pictures.map((picture) => ({ ...picture, sha256: hashes.get(picture.mediaId) ?? "" }));
  const parts = [{ text: tweet.content, pictures: marked }];
  return {
    pictures,
    userId: tweet.userId,
    tweetId: tweet.id,
    updatedAt: tweet.updatedAt,
    username: account.username,
    mark: markOf({ account: account.networkUserId, answers: null, parts }),
    priceUsd: priceOfAll([{ content: tweet.content, pictures }]),
  };
}

function requireSingle({ tweet }: Sendable): void {
  if (tweet.part) throw new AppError("not_for_threads", previewMessages.thread);
}

/** Writes nothing. Throws what posting or scheduling would throw before it sends, and not_for_threads. */
export async function previewPost(
  app: App,
  request: Which & { account: string; at: NamedMoment } & Pick<SendRequest, "requireAsNamed">,
): Promise<Preview> {
  return inTransaction(app.db, async (trx) => {
    const sendable = await requireSendable(trx, app, request, statesFor({ ...request, scheduledToo: true }));
    requireSingle(sendable);
    await requireNoDuplicates(trx, app, sendable);
    const { tweet, account, timeZone } = sendable;
    const when = await whenFor(trx, app, sendable, request.at);
    const shown = await shownOf(trx, sendable);
    const { dailyPostLimit } = hoursOf(app.config, account.hours);
    const { posts } = await readDay(trx, app, { userId: tweet.userId, account, timeZone, now: app.clock.now() });
    return {
      ...{ tweet, account, pictures: shown.pictures, priceUsd: shown.priceUsd },
      postsLeftToday: dailyPostLimit === 0 ? null : Math.max(0, dailyPostLimit - posts),
      executeAt: when.at === "now" ? null : when.at,
      inQuietHours: when.at !== "now" && isInQuietHours(app, { executeAt: when.at, timeZone, account }),
      confirm: confirmOf(app, shown, { account: account.networkUserId, when }),
    };
  });
}

async function whenFor(trx: Transaction, app: App, sendable: Sendable, named: NamedMoment): Promise<When> {
  if (named === "random") return { at: (await drawRandom(trx, app, sendable)).executeAt, isDrawn: true };
  if (named !== null) return { at: requireMoment(app, named), isDrawn: false };
  await requireWithinDay(trx, app, sendable);
  return { at: "now" };
}

export interface NamedPost {
  content: string;
  mediaIds: readonly string[];
  /** Without the @. */
  username: string;
  confirm: string;
  at: NamedMoment;
}

interface AsNamed extends Required<Pick<SendRequest, "account" | "requireAsNamed">> {
  /** Unused if the tweet is posted now. */
  executeAt: number;
  reason: string | null;
}

/** Binds the send to the named text, pictures, account and time. Throws changed, and when sending not_for_threads. */
export function asNamed(app: App, named: NamedPost): AsNamed {
  const parts = readConfirm(named.confirm);
  if (!parts) throw changed();
  const { when } = parts;
  if (!isMeant(when, named.at)) throw new AppError("changed", previewMessages.moment);
  return {
    account: parts.account,
    executeAt: when.at === "now" ? app.clock.now() : when.at,
    reason: when.at !== "now" && when.isDrawn ? drawn : null,
    async requireAsNamed(trx, sendable) {
      requireSingle(sendable);
      const { tweet, account } = sendable;
      if (asTyped(tweet.content) !== asTyped(named.content)) throw new AppError("changed", previewMessages.words);
      if (account.username !== named.username) throw new AppError("changed", previewMessages.account);
      const shown = await shownOf(trx, sendable);
      if (shown.pictures.map(({ mediaId }) => mediaId).join() !== named.mediaIds.join())
        throw new AppError("changed", previewMessages.pictures);
      if (!isConfirmed(app, shown, parts)) throw changed();
    },
  };
}

const isMeant = (moment: When, named: NamedMoment): boolean =>
  moment.at === "now" ? named === null : named === moment.at || (named === "random" && moment.isDrawn);

const changed = (): AppError => new AppError("changed", previewMessages.changed);
