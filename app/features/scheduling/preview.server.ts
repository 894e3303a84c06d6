// Posting asks twice where nobody sees a page: what would go out, as whom, when and at what price is shown first, with a confirm.
// Whoever then posts or schedules names words and account again, and the confirm; any difference, and any edit between, ends it.
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
    "This is not what the preview showed, or the preview is older than 10 minutes. Nothing was posted. Please preview it again.",
  words: "The tweet says something else than tweet_content. Nothing was posted. Please read it again.",
  pictures: "The tweet has other pictures than media_ids names. Nothing was posted. Please read it again.",
  account: "The tweet would go out as another account than twitter_username. Nothing was posted.",
  moment: "The preview was of another moment. Nothing was posted. Please preview it with the moment that is meant.",
  thread: "A thread is posted and scheduled by its person, on the screen.",
} as const;

/** What is told of a moment that a preview drew: what is scheduled is what was shown. */
const drawn = "Chosen at random when it was previewed.";

/** Null: now; a moment in milliseconds, or one that is drawn. */
type NamedMoment = number | "random" | null;

export interface Preview {
  tweet: Tweet;
  account: Account;
  pictures: TweetPicture[];
  /** US dollars on X, its pictures included. */
  priceUsd: number;
  /** Of the person's day; null: the account has no limit. */
  postsLeftToday: number | null;
  /** When it would go out; null: now. */
  executeAt: number | null;
  /** Of a moment that was named. */
  inQuietHours: boolean;
  /** Of all this, good for ten minutes. */
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

/**
 * What would go out if the tweet were posted by this account now, or put on the timeline `at` that moment. Writes nothing.
 * Throws what that deed throws before it sends, so that a confirm is of what can be done, and not_for_threads.
 */
export async function previewPost(
  app: App,
  ask: Which & { account: string; at: NamedMoment } & Pick<SendRequest, "requireAsNamed">,
): Promise<Preview> {
  return inTransaction(app.db, async (trx) => {
    const sendable = await requireSendable(trx, app, ask, statesFor({ ...ask, scheduledToo: true }));
    requireSingle(sendable);
    await requireNoDuplicates(trx, app, sendable);
    const { tweet, account, timeZone } = sendable;
    const when = await whenFor(trx, app, sendable, ask.at);
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

/** What a caller names of the tweet that they want out. */
export interface NamedPost {
  content: string;
  /** Of its pictures, in their order. */
  mediaIds: readonly string[];
  /** Without the @. */
  username: string;
  /** Of `previewPost`. */
  confirm: string;
  at: NamedMoment;
}

interface AsNamed extends Required<Pick<SendRequest, "account" | "requireAsNamed">> {
  /** When it goes out, as the preview showed it. Meaningless where it goes out now. */
  executeAt: number;
  reason: string | null;
}

/**
 * What to ask Post Now or the timeline with, so that nothing but these words and pictures goes out, nobody but this account posts them, and
 * at no other moment, which is looked at in the transaction that sends. Throws changed for a confirm that is none or of
 * another moment; the verb then throws changed, and not_for_threads.
 */
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

const isMeant = (when: When, named: NamedMoment): boolean =>
  when.at === "now" ? named === null : named === when.at || (named === "random" && when.isDrawn);

const changed = (): AppError => new AppError("changed", previewMessages.changed);
