// Loads /worked: an account's results, the cost of reading, and the tweet that the URL opens.
import { data } from "@remix-run/node";
import type { App } from "~/app.server";
import { findInsightsPost, readInsights } from "~/features/results/results.server";
import { comparedSlots, type ComparedSlot, periods, sorts, type Insights } from "~/features/results/insights";
import { nameWithPlace } from "~/ports/ai/writer-words";
import { isAppError } from "~/ground/errors";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
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
  return { ...viewer, sandbox, writer, slot, insights: found[0], opened: found[1] };
}

async function insights(
  app: App,
  userId: string,
  slot: ComparedSlot,
  query: URLSearchParams,
): Promise<Insights | null> {
  const page = query.get("page") ?? "";
  const ask = {
    userId,
    account: query.get("account"),
    period: periods.find((period) => String(period) === query.get("period")) ?? 30,
    slot,
    sort: sorts.find((sort) => sort === query.get("sort")) ?? "date",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    withChosen: query.get("chosen") !== "off",
  };
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
