// Builds the plan of Schedule all: tweets, times, accounts, cost, and what finds no slot.
import type { App } from "~/app.server";
import { hoursOf } from "~/features/accounts/hours";
import { ruleText } from "~/features/accounts/hours-words";
import { maxDays, maxTweets } from "~/features/scheduling/plan-limits";
import { type Plan, planAll, type PlannedTweet } from "~/features/scheduling/scheduling.server";
import { hasLink } from "~/features/tweets/text.server";
import { batchCostText, costText } from "~/features/tweets/tweet";
import { findTweet, type Tweet } from "~/features/tweets/tweets.server";
import { isAppError } from "~/ground/errors";
import { iso } from "~/ground/time/iso";
import { clockTime, dayLabel, zoneCity } from "~/ground/time/zone";
import type { Viewer } from "~/screens/frame/viewer.server";
import { toPlanField } from "./plan-field.server";

export interface PlanRow {
  id: number;
  content: string;
  value: string;
  day: string;
  time: string;
  iso: string;
  username: string;
  price: string | null;
  dear: boolean;
}

export interface PlanView {
  days: number;
  maxDays: number;
  rows: PlanRow[];
  left: { id: number; content: string; reason: string }[];
  cost: string | null;
  city: string;
  rule: string | null;
  hoursHref: string;
  noRoom: string | null;
  widerDays: number | null;
  fault: string | null;
}

const usualDays = 7;

/** Null if the URL doesn't ask for a plan. Ignores tweets that are gone or another user's. */
export async function fetchPlan(app: App, viewer: Viewer, tweetIds: readonly number[]): Promise<PlanView | null> {
  const { user, query } = viewer;
  if (!user || !query.has("schedule")) return null;
  const days = daysIn(query.get("schedule"));
  const about = { days, maxDays, city: zoneCity(viewer.timeZone), hoursHref: "/settings/hours" };
  try {
    const own: Tweet[] = [];
    for (const id of tweetIds.slice(0, maxTweets)) {
      const tweet = await findTweet(app, user.id, id);
      if (tweet) own.push(tweet);
    }
    const plan = await planAll(app, { userId: user.id, tweetIds: own.map(({ id }) => id), days });
    return { ...about, ...toPlan(app, plan, own, { days, ...viewer }) };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...about, ...nothing, fault: error.message };
  }
}

const nothing = { rows: [], left: [], cost: null, rule: null, noRoom: null, widerDays: null, fault: null };

function daysIn(raw: string | null): number {
  const days = Math.trunc(Number(raw || usualDays));
  return Number.isNaN(days) ? usualDays : Math.min(Math.max(days, 1), maxDays);
}

type Planned = PlannedTweet & { at: number };

function toPlan(
  app: App,
  { tweets, refused }: Plan,
  ownTweets: readonly Tweet[],
  { days, ...viewer }: Viewer & { days: number },
): Omit<PlanView, AboutKeys> & { hoursHref?: string } {
  const placed = tweets.filter((tweet): tweet is Planned => tweet.at !== null);
  const costs = placed.map(({ price }) => ({ costUsd: price }));
  const accounts = new Map(placed.map(({ account }) => [account.id, account]));
  const [account, ...others] = accounts.values();
  const missing = tweets.length - placed.length;
  const planned = new Set([...tweets, ...refused].map(({ tweetId }) => tweetId));
  return {
    rows: placed.map((tweet) => toRow(tweet, viewer)),
    left: [
      ...tweets.flatMap(({ tweetId: id, content, at }) => (at === null ? [{ id, content, reason: noRoom }] : [])),
      ...refused.map(({ tweetId: id, ...one }) => ({ id, ...one })),
      ...ownTweets.filter(({ id }) => !planned.has(id)).map((tweet) => ({ ...pick(tweet), reason: notOpen(tweet) })),
    ],
    cost: batchCostText(costs, app.network.kind === "sandbox"),
    rule: account && others.length === 0 ? ruleText(hoursOf(app.config, account.hours)) : null,
    noRoom: missing > 0 ? `Only ${placed.length} of ${tweets.length} fit in these days.` : null,
    widerDays: missing > 0 ? ([7, 14, maxDays].find((more) => more > days) ?? null) : null,
    fault: ownTweets.length === 0 ? "Nothing to schedule. These tweets are posting, posted or in Trash." : null,
    ...(account && others.length === 0 && { hoursHref: `/settings/hours?account=${account.id}` }),
  };
}

type AboutKeys = "days" | "maxDays" | "city" | "hoursHref";

const noRoom = "No room in these days";

const pick = ({ id, content }: Tweet) => ({ id, content });

function notOpen({ state, discardedAt }: Tweet): string {
  if (discardedAt !== null) return "This tweet is in Trash. Restore it first.";
  return state === "failed"
    ? "This tweet failed. Retry or dismiss it first."
    : "This tweet is already posting or posted.";
}

function toRow(
  { tweetId, content, account, at, price, pictures, textHash }: Planned,
  { now, timeZone }: Viewer,
): PlanRow {
  return {
    id: tweetId,
    content,
    value: toPlanField({ tweetId, textHash, account: account.networkUserId, at }),
    day: dayLabel(at, timeZone, now),
    time: clockTime(at, timeZone),
    iso: iso(at),
    username: account.username,
    price: costText({ costUsd: price, hasLink: hasLink(content), pictures }),
    dear: hasLink(content),
  };
}
