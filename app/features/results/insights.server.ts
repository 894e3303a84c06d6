// Loads one account's posts, comparison, hours and costs for the page "Insights" and the API.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { App } from "~/app.server";
import { days } from "~/ground/time/duration";
import { truncate } from "~/features/tweets/text";
import { listAccounts } from "~/features/accounts/accounts.server";
import { type Account, chooseAccount, findNamed } from "~/features/accounts/account";
import { AppError } from "~/ground/errors";
import { findUser } from "~/features/users/users.server";
import { type Comparison, compare, extremes, idsBy } from "./compare";
import { canBeRead } from "./begin-read.server";
import { readCosts, readOnChoosing } from "./costs.server";
import { hoursOf } from "./hours";
import { comparesWithin } from "./marks.server";
import { type Level, type Reading, slots } from "./result";
import { missedOf } from "./schedule";
import { readResultSettings } from "./settings.server";
import * as compared from "./store/compared.server";
import type { ListedBy, PostRow } from "./store/compared.server";
import { listReadings } from "./store/readings.server";
import { findTurn } from "./store/settings.server";
import {
  type ComparedSlot,
  minCompared,
  type OpenedPost,
  type Period,
  type Sort,
  type Insights,
  type InsightsHours,
  type InsightsPost,
} from "./insights";

const pageSize = 30;
const maxDots = 120;
const extremesShown = 3;
const dotWords = 40;

export interface InsightsQuery {
  userId: string;
  /** The network's id or the internal one; null picks the default account, else the first. */
  account: string | null;
  period: Period;
  slot: ComparedSlot;
  sort: Sort;
  page: number;
  withChosen: boolean;
}

/** Null if no account is linked. Throws not_found for an account that is not theirs. */
export async function readInsights(app: App, query: InsightsQuery): Promise<Insights | null> {
  const { userId, period, slot, sort } = query;
  const accounts = await listAccounts(app, userId);
  const account = query.account === null ? chooseAccount(accounts) : requireAmong(accounts, query.account);
  if (!account) return null;
  const now = app.clock.now();
  const comparison = await readComparison(app, account.id, slot);
  const settings = await readResultSettings(app, userId);
  const timeZone = (await findUser(app, userId))?.timezone ?? "UTC";
  const since = now - days(period);
  const published = await compared.countPosts(app.db, [account.id], since);
  const recent = comparison.posts.filter(({ publishedAt }) => publishedAt >= since);
  // Yields, because each step goes through thousands of posts.
  await nextTurn();
  const rated = comparison.enough ? comparison.byRate(recent) : [];
  await nextTurn();
  const order =
    sort === "date" || !comparison.enough ? null : sort === "rate" ? rated : idsBy(recent, ({ views }) => views);
  const pages = Math.max(1, Math.ceil((order?.length ?? published) / pageSize));
  const page = Math.min(Math.max(1, query.page), pages);
  const skip = (page - 1) * pageSize;
  const { top, bottom } = extremes(recent.length >= minCompared ? rated : [], extremesShown);
  const shownIds = order?.slice(skip, skip + pageSize) ?? [];
  const dots = comparison.enough ? recent.slice(-maxDots) : [];
  const rows = order ? [] : await compared.listPosts(app.db, account.id, { since, skip, limit: pageSize });
  const wanted = [...new Set([...shownIds, ...top, ...bottom, ...dots.map(({ tweetId }) => tweetId)])];
  const byId = new Map((await compared.listPostsById(app.db, account.id, wanted)).map((row) => [row.tweetId, row]));
  const rowsOf = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const listed = order ? rowsOf(shownIds) : rows;
  const withReadings = [...new Set([...listed, ...rowsOf(top), ...rowsOf(bottom)].map(({ tweetId }) => tweetId))];
  const readings = await listReadings(app.db, withReadings);
  const toPost = (row: PostRow) =>
    postOf(app, account, row, { readings: readings.get(row.tweetId) ?? [], comparison, level: settings.level });
  const turn = settings.level === "off" ? null : await findTurn(app.db, account.id);
  return {
    accountId: account.id,
    username: account.username,
    timeZone,
    source: app.network.kind,
    settings,
    costs: await readCosts(app, userId, { accounts, level: settings.level }),
    onChoosing: await readOnChoosing(app, { accounts, ...settings }),
    period,
    slot,
    sort,
    published,
    read: comparison.read,
    enough: comparison.enough,
    meanPer1000: comparison.mean === null ? null : comparison.mean * 1_000,
    usualViews: comparison.usualViews,
    posts: listed.map(toPost),
    page,
    pages,
    top: rowsOf(top).map(toPost),
    bottom: rowsOf(bottom).map(toPost),
    rated: dots.flatMap(({ tweetId, publishedAt }) => {
      const rate = comparison.rateOf(tweetId);
      const words = truncate(byId.get(tweetId)?.text.replace(/\s+/g, " ").trim() ?? "", dotWords);
      return rate ? [{ tweetId, publishedAt, words, ...rate }] : [];
    }),
    hours: await readHours(app, account.id, { comparison, slot, timeZone, withChosen: query.withChosen }),
    withChosen: query.withChosen,
    nextReadingAt: turn && published > 0 && canBeRead(account) ? turn.turn_at : null,
  };
}

function requireAmong(accounts: readonly Account[], ref: string): Account {
  const found = findNamed(accounts, ref);
  if (!found) throw new AppError("not_found", "This account isn’t connected.");
  return found;
}

export async function readComparison(
  app: Pick<App, "db" | "clock">,
  accountId: number,
  slot: ComparedSlot,
): Promise<Comparison> {
  const since = app.clock.now() - comparesWithin;
  const posts = await compared.listCompared(app.db, accountId, since, slot);
  await nextTurn();
  return compare(posts);
}

/** Always uses readings at 24 hours: the hour affects the first day's views. */
async function readHours(
  app: App,
  accountId: number,
  {
    comparison,
    slot,
    timeZone,
    withChosen,
  }: { comparison: Comparison; slot: ComparedSlot; timeZone: string; withChosen: boolean },
): Promise<InsightsHours> {
  const since = app.clock.now() - comparesWithin;
  const posts = slot === "24h" ? comparison.posts : await compared.listSeen(app.db, accountId, since);
  const counted = posts.filter(({ isChosen }) => withChosen || isChosen === 0);
  await nextTurn();
  return hoursOf(counted, timeZone);
}

const ages: readonly string[] = [...slots, "hand"];

function postOf(
  app: Pick<App, "network" | "clock" | "config">,
  account: Pick<Account, "username">,
  row: PostRow,
  {
    readings,
    comparison,
    level,
  }: { readings: readonly Reading[]; comparison: Pick<Comparison, "rateOf" | "seenOf">; level: Level },
): InsightsPost {
  return {
    tweetId: row.tweetId,
    text: row.text,
    publishedAt: row.publishedAt,
    postUrl: app.network.postUrl(account.username, row.postId),
    deletedAt: row.deletedAt,
    isChosen: Number(row.isChosen) === 1,
    readings: readings.toSorted((a, b) => ages.indexOf(a.slot) - ages.indexOf(b.slot)),
    missed: missedOf(row, readings, { now: app.clock.now(), level, ages: app.config.resultAges }),
    rate: comparison.rateOf(row.tweetId),
    seen: comparison.seenOf(row.tweetId),
  };
}

/** Null if the tweet is not theirs, not published, or its account is unlinked. */
export async function findInsightsPost(
  app: App,
  { userId, tweetId, slot }: { userId: string; tweetId: number; slot: ComparedSlot },
): Promise<OpenedPost | null> {
  const row = await compared.findPost(app.db, userId, tweetId);
  const account = row && (await listAccounts(app, userId)).find(({ id }) => id === row.accountId);
  if (!row || !account) return null;
  const comparison = await readComparison(app, account.id, slot);
  const readings = (await listReadings(app.db, [tweetId])).get(tweetId) ?? [];
  const { level } = await readResultSettings(app, userId);
  return { ...postOf(app, account, row, { readings, comparison, level }), read: comparison.read };
}

export async function listResults(
  app: App,
  account: Pick<Account, "id" | "username">,
  { limit, ...by }: ListedBy,
): Promise<{ posts: InsightsPost[]; next: ListedBy["after"] }> {
  const rows = await compared.listPostsAfter(app.db, account.id, { ...by, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const readings = await listReadings(
    app.db,
    shown.map(({ tweetId }) => tweetId),
  );
  const comparison = await readComparison(app, account.id, "24h");
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    posts: shown.map((row) =>
      postOf(app, account, row, { readings: readings.get(row.tweetId) ?? [], comparison, level: "off" }),
    ),
    next: last ? { at: last.publishedAt, id: last.tweetId } : null,
  };
}
