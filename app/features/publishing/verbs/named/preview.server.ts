// Posting asks twice where nobody sees a page: what would go out, as whom and at what price is shown first, with a mark of it.
// Whoever then posts names words and account again, and the mark; any difference, and any edit between, ends it.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { hoursOf } from "~/features/accounts/hours";
import type { TweetPicture } from "~/features/media/media";
import { listPicturesOf } from "~/features/media/media.server";
import { readDay } from "~/features/publishing/engine/day.server";
import { priceOfAll } from "~/features/publishing/rules/full-price.server";
import type { Tweet } from "~/features/tweets/tweets.server";
import { asTyped } from "~/features/tweets/tweet";
import { AppError } from "~/ground/errors";
import { isSigned, sign } from "~/ground/secrets/mac.server";
import { minutes } from "~/ground/time/duration";
import { type Db, inTransaction } from "~db/database.server";
import { requireNoDuplicates, requireSendable, type Sendable, type SendRequest } from "../preconditions.server";

/** So long after the preview its mark is good. */
const keeps = minutes(10);
const purpose = "post as previewed";
const previewable = ["pending", "failed", "scheduled"] as const;

export const previewMessages = {
  changed:
    "This is not what the preview showed, or the preview is older than 10 minutes. Nothing was posted. Please preview it again.",
  words: "The tweet says something else than tweet_content. Nothing was posted. Please read it again.",
  account: "The tweet would go out as another account than twitter_username. Nothing was posted.",
  thread: "A thread is posted and scheduled by its person, on the screen.",
} as const;

export interface Preview {
  tweet: Tweet;
  account: Account;
  pictures: TweetPicture[];
  /** US dollars on X, its pictures included. */
  priceUsd: number;
  /** Of the person's day; null: the account has no limit. */
  postsLeftToday: number | null;
  /** The mark of all this, good for ten minutes. */
  confirm: string;
}

interface Which {
  userId: string;
  tweetId: number;
}

/** What the mark is of. */
interface Shown extends Pick<Preview, "tweet" | "account" | "pictures" | "priceUsd"> {
  until: number;
}

const textOf = ({ tweet, account, pictures, priceUsd, until }: Shown): string =>
  JSON.stringify([
    tweet.userId,
    tweet.id,
    tweet.content,
    // Also one that was edited and is what it was again.
    tweet.updatedAt,
    account.networkUserId,
    account.username,
    pictures.map(({ mediaId, altText, madeWithAi }) => [mediaId, altText, madeWithAi]),
    Math.round(priceUsd * 1_000_000),
    until,
  ]);

async function shownOf(db: Db, { tweet, account }: Sendable): Promise<Omit<Shown, "until">> {
  const pictures = (await listPicturesOf(db, [tweet.id])).get(tweet.id) ?? [];
  return { tweet, account, pictures, priceUsd: priceOfAll([{ content: tweet.content, pictures }]) };
}

function requireSingle({ tweet }: Sendable): void {
  if (tweet.part) throw new AppError("not_for_threads", previewMessages.thread);
}

/**
 * What would go out if the tweet were posted by this account now. Writes nothing. Throws what Post Now throws before it
 * sends, but for the day's limits, and not_for_threads.
 */
export async function previewPost(
  app: App,
  ask: Which & { account: string } & Pick<SendRequest, "requireAsNamed">,
): Promise<Preview> {
  return inTransaction(app.db, async (trx) => {
    const sendable = await requireSendable(trx, app, ask, previewable);
    requireSingle(sendable);
    await requireNoDuplicates(trx, app, sendable);
    const { account, timeZone } = sendable;
    const now = app.clock.now();
    const shown = { ...(await shownOf(trx, sendable)), until: now + keeps };
    const { dailyPostLimit } = hoursOf(app.config, account.hours);
    const { posts } = await readDay(trx, app, { account, timeZone, now });
    return {
      ...shown,
      postsLeftToday: dailyPostLimit === 0 ? null : Math.max(0, dailyPostLimit - posts),
      confirm: [shown.until.toString(36), account.networkUserId, markOf(app, shown)].join("."),
    };
  });
}

const markOf = ({ config }: Pick<App, "config">, shown: Shown): string =>
  sign(config.encryptionKeys, purpose, textOf(shown));

/** What a caller names of the tweet that they want out. */
export interface NamedPost {
  content: string;
  /** Without the @. */
  username: string;
  /** Of `previewPost`; null: none was asked for, and the account is the tweet's own, else the default. */
  confirm: string | null;
}

/**
 * What to ask Post Now or the timeline with, so that nothing but these words goes out and nobody but this account posts them,
 * which is looked at in the transaction that sends. Throws changed for a mark that is none; the verb then throws changed,
 * and not_for_threads.
 */
export function asNamed(app: App, named: NamedPost): Required<Pick<SendRequest, "account" | "requireAsNamed">> {
  const mark = named.confirm === null ? null : readMark(named.confirm);
  return {
    account: mark && mark.account,
    async requireAsNamed(trx, sendable) {
      requireSingle(sendable);
      const { tweet, account } = sendable;
      if (asTyped(tweet.content) !== asTyped(named.content)) throw new AppError("changed", previewMessages.words);
      if (account.username !== named.username) throw new AppError("changed", previewMessages.account);
      if (!mark) return;
      const text = textOf({ ...(await shownOf(trx, sendable)), until: mark.until });
      const isOver = mark.until < app.clock.now();
      if (isOver || !isSigned(app.config.encryptionKeys, purpose, text, mark.mark)) throw changed();
    },
  };
}

const changed = (): AppError => new AppError("changed", previewMessages.changed);

function readMark(confirm: string): { until: number; account: string; mark: string } {
  const [, until, account, mark] = /^([0-9a-z]{1,10})\.(\d{1,20})\.([\w-]{43})$/.exec(confirm) ?? [];
  if (until === undefined || account === undefined || mark === undefined) throw changed();
  return { until: parseInt(until, 36), account, mark };
}
