// Loads /worked: an account's results, the cost of reading, and the tweet that the URL opens.
import { data } from "@remix-run/node";
import type { App } from "~/app.server";
import { findInsightsPost, readInsights } from "~/features/results/results.server";
import {
  comparedSlots,
  type ComparedSlot,
  type Period,
  periods,
  sorts,
  type Insights,
} from "~/features/results/insights";
import { nameWithPlace } from "~/ports/ai/writer-words";
import { isAppError } from "~/ground/errors";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { sampleInsights, sampleOpened } from "./sample.server";
import { type Fetched, toView } from "./to-view.server";

export async function loadInsights(args: LoaderArgs) {
  const { app, viewer } = await readViewer(args);
  const view = toView(await fetchInsights(app, viewer));
  return data(view, { status: view.unknownAccount ? 404 : 200 });
}

async function fetchInsights(app: App, viewer: Viewer): Promise<Fetched> {
  const { user, query } = viewer;
  const slot = comparedSlots.find((comparedSlot) => comparedSlot === query.get("age")) ?? "24h";
  const sandbox = app.network.kind === "sandbox";
  const writer = nameWithPlace(app.ai);
  const found = user
    ? await Promise.all([insights(app, user.id, slot, query), opened(app, user.id, slot, query)])
    : ([null, null] as const);
  const own = { ...viewer, sandbox, writer, slot, insights: found[0], opened: found[1] };
  return showsSample(own) ? { ...own, ...sampleOf(own) } : own;
}

/** `?sample=1` asks for it. In the sandbox it also opens until something is posted or metrics are on. */
function showsSample({ user, query, sandbox, accounts, insights: own, opened: ownTweet }: Fetched): boolean {
  if (user === null) return false;
  if (query.has("sample")) return query.get("sample") === "1";
  const isUnknown = accounts.length > 0 && own === null;
  const hasNone = own === null || (own.published === 0 && own.read === 0 && own.settings.level === "off");
  return sandbox && !isUnknown && hasNone && ownTweet === null;
}

function sampleOf({ now, timeZone, slot, query, insights: own }: Fetched): Partial<Fetched> {
  const tweet = query.get("tweet") ?? "";
  return {
    sample: { mine: own?.published ?? 0 },
    insights: sampleInsights({ now, timeZone, ...choicesOf(query, { period: 90, slot }) }),
    opened: /^-\d{1,2}$/.test(tweet) ? sampleOpened(Number(tweet), { now, timeZone, slot }) : null,
  };
}

function choicesOf(query: URLSearchParams, { period, slot }: { period: Period; slot: ComparedSlot }) {
  const page = query.get("page") ?? "";
  return {
    period: periods.find((candidate) => String(candidate) === query.get("period")) ?? period,
    slot,
    sort: sorts.find((sort) => sort === query.get("sort")) ?? ("date" as const),
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    withChosen: query.get("chosen") !== "off",
  };
}

async function insights(
  app: App,
  userId: string,
  slot: ComparedSlot,
  query: URLSearchParams,
): Promise<Insights | null> {
  const ask = { userId, account: query.get("account"), ...choicesOf(query, { period: 30, slot }) };
  try {
    return await readInsights(app, ask);
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}

async function opened(app: App, userId: string, slot: ComparedSlot, query: URLSearchParams) {
  const tweet = query.get("tweet") ?? "";
  return /^\d{1,15}$/.test(tweet) ? findInsightsPost(app, { userId, tweetId: Number(tweet), slot }) : null;
}
