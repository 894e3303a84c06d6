// API handlers for scheduling a batch and for posting hours.
import type { App } from "~/app.server";
import type { OwnHours } from "~/features/accounts/hours";
import { clockHour } from "~/features/accounts/hours-words";
import { getBatch } from "~/features/generation/generation.server";
import { listPicturesOf } from "~/features/media/media.server";
import {
  type ScheduleResult,
  type HoursView,
  listOutsideHours,
  openPlan,
  planAll,
  readHours,
  saveHours,
  scheduleAll,
  sealPlan,
  type Wanted,
} from "~/features/scheduling/scheduling.server";
import { keepBacklog, listBacklogOf, postBacklog } from "~/features/backlog/backlog.server";
import { maxTweets } from "~/features/scheduling/plan-limits";
import { priceOfAll } from "~/features/spending/full-price.server";
import { getTweet } from "~/features/tweets/tweets.server";
import type { User } from "~/features/users/user";
import { hours as hoursLong, minutes } from "~/ground/time/duration";
import { iso } from "~/ground/time/iso";
import { serve } from "~/http/api/api.server";
import { keyIdOf } from "~/http/api/named-key.server";
import type { Once } from "~/http/api/idempotency/idempotency.server";
import * as contract from "~/http/contract/plans.server";

interface About {
  batchId: string;
  days: number;
}

async function planned(app: App, user: User, { batchId, days }: About) {
  const { tweets } = await getBatch(app, batchId, user.id);
  const open = tweets.filter(({ state, discardedAt }) => state === "pending" && discardedAt === null);
  const tweetIds = open.slice(0, maxTweets).map(({ id }) => id);
  const plan = await planAll(app, { userId: user.id, tweetIds, days });
  return {
    carried_out: false,
    tweets: plan.tweets.map(({ tweetId, content, account, at, price }) => ({
      tweet_id: tweetId,
      tweet_content: content,
      twitter_account_id: account.networkUserId,
      twitter_username: account.username,
      execute_at: at === null ? null : iso(at),
      price_usd: price,
      drawn_anew: false,
    })),
    refused: plan.refused.map(({ tweetId, reason }) => ({ tweet_id: tweetId, reason })),
    timezone: plan.timeZone,
    confirm: sealPlan(app, { userId: user.id, batchId }, { plan, days }),
  };
}

async function schedulePlan(
  app: App,
  user: User,
  { batchId, days, confirm, keyId, once }: About & { confirm: string; keyId: number | null; once: Once },
) {
  const wanted = openPlan(app, { userId: user.id, batchId }, { confirm, days });
  const result = await scheduleAll(app, { userId: user.id, wanted, days, keyId }, (trx, done) =>
    once.keep(trx, async () => answerOf(await resultToApi({ ...app, db: trx }, user, wanted, done))),
  );
  return resultToApi(app, user, wanted, result);
}

async function resultToApi(app: App, user: User, wanted: readonly Wanted[], { scheduled, refused }: ScheduleResult) {
  const pictures = await listPicturesOf(
    app.db,
    scheduled.map(({ tweetId }) => tweetId),
  );
  const tweets = await Promise.all(
    scheduled.map(async ({ tweetId, at }) => {
      const { content, account } = await getTweet(app, user.id, tweetId);
      return {
        tweet_id: tweetId,
        tweet_content: content,
        twitter_account_id: account?.networkUserId ?? "",
        twitter_username: account?.username ?? "",
        execute_at: iso(at),
        price_usd: priceOfAll([{ content, pictures: pictures.get(tweetId) ?? [] }]),
        drawn_anew: wanted.every((tweet) => tweet.tweetId !== tweetId || tweet.at !== at),
      };
    }),
  );
  const refusals = refused.map(({ tweetId, reason }) => ({ tweet_id: tweetId, reason }));
  return { carried_out: true, tweets, refused: refusals, timezone: user.timezone, confirm: null };
}

/** Rounds the sum to a hundredth of a cent to drop floating-point noise. */
const sumOf = (tweets: readonly { execute_at: string | null; price_usd: number }[]): number =>
  tweets.reduce((sum, tweet) => sum + (tweet.execute_at === null ? 0 : Math.round(tweet.price_usd * 10_000)), 0) /
  10_000;

const answerOf = <P extends { tweets: Parameters<typeof sumOf>[0] }>(plan: P) => ({
  data: { ...plan, price_usd: sumOf(plan.tweets) },
});

const toApi = ({ account, hours }: HoursView) => ({
  account_id: account.id,
  quiet: hours.quietHours && { from: clockHour(hours.quietHours.from), to: clockHour(hours.quietHours.to) },
  window_hours: [hours.window.fromMs / hoursLong(1), hours.window.toMs / hoursLong(1)],
  gap_minutes: hours.minGapMs / minutes(1),
  spacing_minutes: hours.spacingMs / minutes(1),
  posts_a_day: hours.dailyPostLimit,
  own: names.filter(([own]) => account.hours?.[own] !== undefined).map(([, name]) => name),
});

const names = [
  ["quiet", "quiet"],
  ["window", "window_hours"],
  ["gapMinutes", "gap_minutes"],
  ["postsADay", "posts_a_day"],
] as const satisfies readonly (readonly [keyof OwnHours, string])[];

export const plans = [
  serve(contract.scheduleBatch, async ({ app, params, user, key, body: { days, confirm }, once }) => {
    const about = { batchId: params["batch_id"] ?? "", days };
    return answerOf(
      confirm
        ? await schedulePlan(app, user, { ...about, confirm, keyId: keyIdOf(key), once })
        : await planned(app, user, about),
    );
  }),
  serve(contract.listBacklog, async ({ app, params, user }) => {
    const backlog = await listBacklogOf(app, { userId: user.id, account: params["account_id"] ?? "" });
    return { data: backlog.map(({ id, content }) => ({ tweet_id: id, tweet_content: content })) };
  }),
  serve(contract.decideBacklog, async ({ app, params, user, key, body: { decision } }) => {
    const ask = { userId: user.id, account: params["account_id"] ?? "" };
    if (decision === "keep") return { data: { scheduled: [], kept: await keepBacklog(app, ask), left: 0 } };
    const { scheduled, kept, left } = await postBacklog(app, { ...ask, keyId: keyIdOf(key) });
    return {
      data: {
        scheduled: scheduled.map(({ tweetId, at }) => ({ tweet_id: tweetId, execute_at: iso(at) })),
        kept,
        left,
      },
    };
  }),
  serve(contract.readHours, async ({ app, params, user }) => ({
    data: toApi(await readHours(app, user.id, params["account_id"] ?? "")),
  })),
  serve(contract.saveHours, async ({ app, params, user, body }) => {
    const account = params["account_id"] ?? "";
    const { quiet, window_hours: window, gap_minutes: gapMinutes, posts_a_day: postsADay } = body;
    const hours: OwnHours = {
      quiet: quiet && { from: parseInt(quiet.from), to: parseInt(quiet.to) },
      window: window && [window[0] ?? 0, window[1] ?? 0],
      gapMinutes,
      postsADay,
    };
    const saved = await saveHours(app, { userId: user.id, account, hours });
    const outsideHours = await listOutsideHours(app, user.id, account);
    return { data: { ...toApi(saved), forbidden: outsideHours.map(({ id }) => id) } };
  }),
];
