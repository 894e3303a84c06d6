// API handlers that list tweets and batches, and move them in and out of the trash.
import { getAccount, listAccounts } from "~/features/accounts/accounts.server";
import { type Account, chooseAccount, servedBy } from "~/features/accounts/account";
import { listBatches } from "~/features/generation/generation.server";
import { workToApi } from "~/features/generation/task/work-to-api";
import { moveToTrash, restore } from "~/features/ideas/ideas.server";
import { searchTerms } from "~/features/tweets/search";
import { listTweets, type ListedStatus } from "~/features/tweets/tweets.server";
import { iso } from "~/ground/time/iso";
import { serve } from "~/http/api/api.server";
import { fromCursor, linkNext, placeIn, toCursor } from "~/http/api/cursor.server";
import { tweetId } from "~/http/api/params.server";
import { tellTweet, tellTweets } from "~/features/publishing/to-api.server";
import * as contract from "~/http/contract/ideas.server";

const statesOf = (status: ListedStatus): ListedStatus[] => (status === "publishing" ? [status, "unknown"] : [status]);

export function accountOfBatch(accounts: readonly Account[], named: number | null) {
  const { account, followsDefault } = servedBy(accounts, named);
  return { twitter_account_id: account?.networkUserId ?? null, follows_default: followsDefault };
}

export const ideas = [
  serve(contract.listTweets, async ({ app, request, user, query, headers }) => {
    const { limit, cursor, ...filters } = query;
    const account = filters.account === undefined ? null : await getAccount(app, user.id, filters.account);
    const serving = account && chooseAccount(await listAccounts(app, user.id));
    const { tweets, next } = await listTweets(app, user.id, {
      statuses: (filters.status ?? []).flatMap(statesOf),
      origins: filters.origin ?? [],
      account: account && { id: account.id, serves: serving?.id === account.id },
      batchId: filters.batch ?? null,
      terms: searchTerms(filters.q ?? ""),
      from: filters.from ?? null,
      to: filters.to ?? null,
      updatedSince: filters.updated_since ?? null,
      sort: filters.sort,
      after: placeIn(fromCursor(cursor, filters)),
      limit,
    });
    const answered = next && toCursor(`${next.at}-${next.id}`, filters);
    linkNext(headers, request, answered);
    return { data: await tellTweets(app, user.timezone, tweets), next: answered };
  }),
  serve(contract.listBatches, async ({ app, request, user, query, headers }) => {
    const { limit, cursor, ...filters } = query;
    const terms = searchTerms(filters.q ?? "");
    const from = fromCursor(cursor, filters);
    const { batches, older } = await listBatches(app, user.id, { from, size: limit, terms });
    const accounts = await listAccounts(app, user.id);
    const next = older === null ? null : toCursor(older, filters);
    linkNext(headers, request, next);
    return {
      data: batches.map(({ id, topic, webSearch, searched, work, accountId, createdAt, tweets }) => ({
        id,
        topic,
        web_search: webSearch,
        searched,
        ...workToApi(work),
        ...accountOfBatch(accounts, accountId),
        created_at: iso(createdAt),
        count: tweets,
      })),
      next,
    };
  }),
  serve(contract.discardTweet, async ({ app, params, user }) => ({
    data: await tellTweet(app, user.timezone, await moveToTrash(app, { userId: user.id, tweetId: tweetId(params) })),
  })),
  serve(contract.restoreTweet, async ({ app, params, user }) => ({
    data: await tellTweet(app, user.timezone, await restore(app, { userId: user.id, tweetId: tweetId(params) })),
  })),
];
