// API handlers that change many tweets in one request.
import type { App } from "~/app.server";
import {
  type FieldOfTweet,
  TweetsRefused,
  writeMany,
  type WrittenTweet,
} from "~/features/scheduling/scheduling.server";
import { AppError, type FieldFault, type FaultType, faultTypes } from "~/ground/errors";
import { serve } from "~/http/api/api.server";
import { warningOf } from "~/http/api/moment.server";
import { keyIdOf } from "~/http/api/named-key.server";
import { messageOf } from "~/http/api/validate.server";
import * as contract from "~/http/contract/bulk.server";
import { tellTweets } from "~/features/publishing/to-api.server";

const names: Record<FieldOfTweet, string> = {
  content: "tweet_content",
  account: "twitter_account_id",
  moment: "publish_at",
};

const isFaultType = (text: string): text is FaultType => faultTypes.some((type) => type === text);

function typeOf({ code, about }: AppError): FaultType {
  if (code === "invalid") return about?.type ?? "invalid";
  return isFaultType(code) ? code : "invalid";
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof TweetsRefused)) return error;
  const faults: FieldFault[] = error.items.map(({ index, field, error: one }) => ({
    loc: ["body", "tweets", index, names[field]],
    msg: one.message,
    type: typeOf(one),
  }));
  return new AppError("invalid", messageOf(faults), { faults });
}

async function tell(app: App, timeZone: string, written: readonly WrittenTweet[]) {
  const warnings = written.flatMap(({ id, inQuietHours }) => {
    const warning = warningOf(inQuietHours);
    return warning ? [{ tweet_id: id, warning }] : [];
  });
  return { data: await tellTweets(app, timeZone, written), warnings };
}

export const bulk = [
  serve(contract.writeTweets, async ({ app, user, key, body, once }) => {
    const tweets = body.tweets.map((tweet) => ({
      content: tweet.tweet_content,
      account: tweet.twitter_account_id ?? null,
      publishAt: tweet.publish_at ?? null,
    }));
    try {
      const written = await writeMany(app, { userId: user.id, tweets, keyId: keyIdOf(key) }, (trx, made) =>
        once.keep(trx, () => tell({ ...app, db: trx }, user.timezone, made)),
      );
      return await tell(app, user.timezone, written);
    } catch (error) {
      throw refusalOf(error);
    }
  }),
];
