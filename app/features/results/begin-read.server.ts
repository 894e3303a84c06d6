// Prepares a reading: which posts, what they cost, and the row that records it before the call.
import type { App } from "~/app.server";
import type { Account } from "~/features/accounts/account";
import { startOfUtcDay } from "~/features/spending/day-limit";
import { readSpendable } from "~/features/spending/spendable.server";
import { dollars } from "~/ground/dollars";
import * as reads from "~/features/spending/store/paid-reads.server";
import type { Transaction } from "~db/database.server";
import { lockSpending } from "~db/locks.server";
import type { Row } from "~db/schema";
import { affordable, idsMicrosOf, listedPosts, listMicrosOf, maxIds } from "./reading-price";
import type { ReadingSlot } from "./result";
import { privateFor } from "./schedule";
import { countSince } from "./store/readings.server";

export interface Wanted {
  tweetId: number;
  postId: string;
  publishedAt: number;
  slots: ReadingSlot[];
}

export interface ReadCall {
  account: Row<"accounts">;
  wanted: Wanted[];
  withPrivate: boolean;
  /** Number of posts paid for when reading the account's own list; null when reading by id. */
  listed: number | null;
  /** Posts that the network already charged for in its current day; reading them again is free. */
  chargedToday: ReadonlySet<string>;
  startedAt: number;
  readId: number | null;
  level: "light" | "full" | "hand";
}

export interface Budget {
  micros: number;
  limit: string;
}

/** Call it in a transaction that has locked the spending. */
export async function readBudget(
  trx: Transaction,
  app: App,
  owner: { userId: string; timeZone: string; now: number },
): Promise<Budget> {
  const { dailyReadLimit, dailySpendLimit } = app.config;
  const { now } = owner;
  if (app.network.kind === "sandbox") return { micros: Infinity, limit: "" };
  const own =
    dailyReadLimit === 0
      ? Infinity
      : Math.round(dailyReadLimit * 1_000_000) - (await reads.sumFigures(trx, startOfUtcDay(now)));
  const spendable = await readSpendable(trx, app, owner);
  return own <= spendable
    ? {
        micros: Math.max(0, own),
        limit: `The daily limit of $${dailyReadLimit.toFixed(2)} for metrics has been reached.`,
      }
    : {
        micros: spendable,
        limit: `The rest of your share of this server’s ${dollars(dailySpendLimit)} daily limit is reserved for your scheduled posts.`,
      };
}

interface ReadRequest {
  account: Row<"accounts">;
  wanted: readonly Wanted[];
  level: ReadCall["level"];
  timeZone: string;
  /** False for posts that the list did not contain. */
  mayList: boolean;
  isPublic?: boolean;
}

/** Starts one call for the first of `wanted` that can be paid. Call it in a transaction that has locked the account. */
export async function beginRead(
  trx: Transaction,
  app: App,
  { account, wanted, level, timeZone, mayList, isPublic = false }: ReadRequest,
): Promise<{ call: ReadCall } | { limit: string }> {
  const isFree = app.network.kind === "sandbox";
  if (!isFree) await lockSpending(trx);
  const now = app.clock.now();
  const hasPrivate = (post: Wanted) => !isPublic && now - post.publishedAt < privateFor;
  const withPrivate = wanted.some(hasPrivate);
  // Posts with and without private figures need separate calls.
  const alike = wanted.filter((post) => hasPrivate(post) === withPrivate).slice(0, maxIds);
  const free = {
    account,
    wanted: alike,
    withPrivate,
    listed: null,
    chargedToday: new Set<string>(),
    startedAt: now,
    readId: null,
    level,
  };
  if (isFree) return { call: free };
  // Counts only ended calls: one in flight may fail and make nothing free.
  const chargedToday = await reads.listChargedBut(trx, { accountId: account.id, since: startOfUtcDay(now), but: 0 });
  const { micros: budgetMicros, limit } = await readBudget(trx, app, { userId: account.user_id, timeZone, now });
  const requested = { account, wanted: alike, chargedToday, budgetMicros };
  const listed = mayList ? await listedFor(trx, app, requested) : null;
  const payable = listed === null ? affordable(alike, { chargedToday, budgetMicros }) : alike;
  if (payable.length === 0) return { limit };
  const ids = payable.map(({ postId }) => postId);
  const readId = await reads.insertRead(trx, {
    user_id: account.user_id,
    account_id: account.id,
    kind: "figures",
    level,
    posts: listed ?? ids.length,
    price_micros: listed === null ? idsMicrosOf(ids, chargedToday) : listMicrosOf(listed),
    read_at: now,
    post_ids: JSON.stringify(ids),
  });
  return { call: { account, wanted: payable, withPrivate, listed, chargedToday, startedAt: now, readId, level } };
}

async function listedFor(
  trx: Transaction,
  { config }: App,
  target: Pick<ReadCall, "account" | "wanted" | "chargedToday"> & { budgetMicros: number },
): Promise<number | null> {
  const { account, wanted, chargedToday, budgetMicros } = target;
  if (config.xAppOwner === null || config.xAppOwner.toLowerCase() !== account.username.toLowerCase()) return null;
  const since = Math.min(...wanted.map(({ publishedAt }) => publishedAt));
  // Assumes as many posts from outside Linnet as the last list had.
  const last = await reads.findLastList(trx, account.id);
  const strangers = last ? Math.max(0, last.posts - last.own) : 0;
  const inRange = (await countSince(trx, account.id, since)) + strangers;
  const ids = wanted.map(({ postId }) => postId);
  return listedPosts(ids, { inRange, chargedToday, budgetMicros });
}

export const canBeRead = (account: Pick<Account, "status">): boolean => account.status !== "reconnect";
