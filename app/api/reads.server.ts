// API handlers for polled reads: tweets, batches, tasks, analyses and bots.
import { listAccounts } from "~/features/accounts/accounts.server";
import { getAnalysis, pageAnalyses } from "~/features/analysis/analysis.server";
import { deleteAnalysis, pageBots, readBots } from "~/features/bots/bots.server";
import { toActive, toListed, toRecord } from "~/features/bots/to-api.server";
import { awaitTask, getBatch, listTasks } from "~/features/generation/generation.server";
import { taskToApi } from "~/features/generation/task/to-api.server";
import { workToApi } from "~/features/generation/task/work-to-api";
import { getTweet } from "~/features/tweets/tweets.server";
import { seconds } from "~/ground/time/duration";
import { accountOfBatch } from "./ideas.server";
import { iso } from "~/ground/time/iso";
import { serve } from "~/http/api/api.server";
import { fromCursor, idIn, linkNext, placeByUuidIn, toCursor } from "~/http/api/cursor.server";
import { analysisId, tweetId } from "~/http/api/params.server";
import * as contract from "~/http/contract/reads.server";
import { tellTweets } from "~/features/publishing/to-api.server";
import { wholeTweet } from "./whole-tweet.server";

export const reads = [
  serve(contract.getTweet, async ({ app, params, user }) =>
    wholeTweet({ app, user }, await getTweet(app, user.id, tweetId(params))),
  ),
  serve(contract.getBatch, async ({ app, params, user }) => {
    const batch = await getBatch(app, params["batch_id"] ?? "", user.id);
    const accounts = await listAccounts(app, user.id);
    return {
      data: {
        id: batch.id,
        topic: batch.topic,
        web_search: batch.webSearch,
        searched: batch.searched,
        ...workToApi(batch.work),
        ...accountOfBatch(accounts, batch.accountId),
        created_at: iso(batch.createdAt),
        count: batch.tweets.length,
        tweets: await tellTweets(app, user.timezone, batch.tweets),
      },
    };
  }),
  serve(contract.listTasks, async ({ app, request, user, query, headers }) => {
    const { limit, cursor, ...filters } = query;
    const about = { ...filters, list: "tasks" };
    const place = placeByUuidIn(fromCursor(cursor, about));
    const after = place && { createdAt: place.at, id: place.id };
    const { tasks, next } = await listTasks(app, user.id, { statuses: filters.status ?? [], after, limit });
    const answered = next && toCursor(`${next.createdAt}-${next.id}`, about);
    linkNext(headers, request, answered);
    return { data: tasks.map(taskToApi), next: answered };
  }),
  serve(contract.getTask, async ({ app, request, params, user, query }) => {
    const ask = { id: params["task_id"] ?? "", userId: user.id, ms: seconds(query.wait), signal: request.signal };
    return { data: taskToApi(await awaitTask(app, ask)) };
  }),
  serve(contract.pageAnalyses, async ({ app, request, user, query, headers }) => {
    const { limit, cursor, ...filters } = query;
    const about = { ...filters, list: "analyses" };
    const before = idIn(fromCursor(cursor, about));
    const { analyses, next } = await pageAnalyses(app, user.id, { statuses: filters.status ?? [], before, limit });
    const ids = analyses.map(({ id }) => id);
    const bots = await readBots(app, user.id, ids);
    const answered = next === null ? null : toCursor(next, about);
    linkNext(headers, request, answered);
    return { data: analyses.map((analysis) => toListed(analysis, bots.get(analysis.id))), next: answered };
  }),
  serve(contract.getAnalysis, async ({ app, params, user }) => {
    const analysis = await getAnalysis(app, user.id, analysisId(params));
    const bots = await readBots(app, user.id, [analysis.id]);
    return { data: toRecord(analysis, bots.get(analysis.id)) };
  }),
  serve(contract.deleteAnalysis, async ({ app, params, user }) => {
    await deleteAnalysis(app, user.id, analysisId(params));
    return { message: "Analysis deleted" };
  }),
  serve(contract.pageBots, async ({ app, request, user, query, headers }) => {
    const { limit, cursor } = query;
    const about = { list: "bots" };
    const { bots, next } = await pageBots(app, user.id, { before: idIn(fromCursor(cursor, about)), limit });
    const proposals = await tellTweets(
      app,
      user.timezone,
      bots.flatMap(({ bot }) => bot.proposal ?? []),
    );
    const answered = next === null ? null : toCursor(next, about);
    linkNext(headers, request, answered);
    return {
      data: bots.map((bot) => ({
        ...toActive(bot),
        review: bot.bot.review,
        proposal: proposals.find(({ id }) => id === bot.bot.proposal?.id) ?? null,
      })),
      next: answered,
    };
  }),
];
