// API handlers for results.
import type { App } from "~/app.server";
import { getAccount, listAccounts } from "~/features/accounts/accounts.server";
import type { ResultSettings } from "~/features/results/result";
import {
  findInsightsPost,
  listResults,
  pricePerTweet,
  readCosts,
  readNow,
  readResultSettings,
  readInsights,
  resultsCsv,
  saveResultSettings,
} from "~/features/results/results.server";
import type { InsightsPost } from "~/features/results/insights";
import type { User } from "~/features/users/user";
import { AppError } from "~/ground/errors";
import { hours } from "~/ground/time/duration";
import { iso } from "~/ground/time/iso";
import { weekdayNames } from "~/ground/time/zone";
import { serve } from "~/http/api/api.server";
import { fromCursor, linkNext, placeIn, toCursor } from "~/http/api/cursor.server";
import { tweetId } from "~/http/api/params.server";
import * as contract from "~/http/contract/results.server";

const usd = (amount: number): number => Math.round(amount * 10_000) / 10_000;

async function settingsToApi(app: App, user: User, settings: ResultSettings) {
  const costs = await readCosts(app, user.id, { accounts: await listAccounts(app, user.id), level: settings.level });
  return {
    ...settings,
    hours: app.config.resultAges.map((age) => age / hours(1)),
    price_per_tweet_usd: usd(app.network.kind === "sandbox" ? 0 : pricePerTweet(settings.level)),
    spent_this_month_usd: usd(costs.spentThisMonth),
    estimate_this_month_usd: usd(costs.spentThisMonth + costs.restOfMonth),
  };
}

const per1000 = (share: number | undefined): number | null =>
  share === undefined ? null : Math.round(share * 100_000) / 100;

const toApi = ({ rate, seen, ...post }: InsightsPost) => ({
  id: post.tweetId,
  tweet_content: post.text,
  published_at: iso(post.publishedAt),
  post_url: post.postUrl,
  deleted_at: post.deletedAt === null ? null : iso(post.deletedAt),
  readings: post.readings.map(({ at, linkClicks, profileClicks, engagements: _, ...reading }) => ({
    ...reading,
    at: iso(at),
    link_clicks: linkClicks,
    profile_clicks: profileClicks,
  })),
  rate_per_1000: per1000(rate?.rate),
  rate_low: per1000(rate?.low),
  rate_high: per1000(rate?.high),
  seen: seen === null ? null : Math.round(seen * 100) / 100,
});

const slotName = (n: number): string => [n * 2, n * 2 + 2].map((hour) => String(hour).padStart(2, "0")).join("-");

export const results = [
  serve(contract.readSettings, async ({ app, user }) => ({
    data: await settingsToApi(app, user, await readResultSettings(app, user.id)),
  })),
  serve(contract.saveSettings, async ({ app, user, body }) => ({
    data: await settingsToApi(app, user, await saveResultSettings(app, user.id, body)),
  })),
  serve(contract.list, async ({ app, request, params, user, query, headers }) => {
    const { limit, cursor, ...filters } = query;
    const account = await getAccount(app, user.id, params["account_id"] ?? "");
    const about = { ...filters, account: account.id };
    const after = placeIn(fromCursor(cursor, about));
    const by = { after, limit, from: filters.from ?? null, to: filters.to ?? null };
    const { posts, next } = await listResults(app, account, by);
    const answered = next && toCursor(`${next.at}-${next.id}`, about);
    linkNext(headers, request, answered);
    return { data: posts.map(toApi), next: answered };
  }),
  serve(contract.readNow, async ({ app, params, user }) => {
    const ask = { userId: user.id, tweetId: tweetId(params) };
    const { chargedUsd } = await readNow(app, ask);
    const post = await findInsightsPost(app, { ...ask, slot: "24h" });
    if (!post) throw new AppError("not_found", "Tweet not found.");
    return { data: { ...toApi(post), charged_usd: usd(chargedUsd) } };
  }),
  serve(contract.summary, async ({ app, params, user, query }) => {
    const all = { period: 90, sort: "date", page: 1, withChosen: true } as const;
    const ask = { userId: user.id, account: params["account_id"] ?? "", slot: query.slot, ...all };
    const insights = await readInsights(app, ask);
    if (!insights) throw new AppError("not_found", "This account isn’t connected.");
    const { published, read, meanPer1000, enough, top, bottom, hours: byHour } = insights;
    return {
      data: {
        tweets: published,
        read,
        mean_per_1000: meanPer1000 === null ? null : Math.round(meanPer1000 * 100) / 100,
        enough,
        top: top.map((post) => post.tweetId),
        bottom: bottom.map((post) => post.tweetId),
        hours: byHour.slots.map((cell, n) => ({ slot: slotName(n), ...cell })),
        weekdays: byHour.weekdays.map((cell, n) => ({ weekday: weekdayNames[n] ?? "Mon", ...cell })),
      },
    };
  }),
  serve(contract.exportCsv, async ({ app, params, user }) => {
    const { name, type, text } = await resultsCsv(app, { userId: user.id, account: params["account_id"] ?? "" });
    return new Response(text, {
      headers: { "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
    });
  }),
];
