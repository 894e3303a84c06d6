// Loads /worked: an account's results, the cost of reading, and the tweet that the URL opens.
import { data } from "@remix-run/node";
import type { App } from "~/app.server";
import { findWorkedPost, readWorked } from "~/features/results/results.server";
import { comparedSlots, type ComparedSlot, periods, sorts, type Worked } from "~/features/results/worked";
import { demoWriter } from "~/features/voice/voice";
import { isAppError } from "~/ground/errors";
import { type LoaderArgs, readViewer, type Viewer } from "~/screens/frame/viewer.server";
import { type Fetched, toView } from "./to-view.server";

export async function loadWorked(args: LoaderArgs) {
  const { app, viewer } = await readViewer(args);
  const view = toView(await fetchWorked(app, viewer));
  return data(view, { status: view.unknownAccount ? 404 : 200 });
}

async function fetchWorked(app: App, viewer: Viewer): Promise<Fetched> {
  const { user, query } = viewer;
  const slot = comparedSlots.find((one) => one === query.get("age")) ?? "24h";
  const sandbox = app.network.kind === "sandbox";
  const writer = app.ai.kind === "gemini" ? "Gemini" : demoWriter;
  const found = user
    ? await Promise.all([worked(app, user.id, slot, query), opened(app, user.id, slot, query)])
    : ([null, null] as const);
  return { ...viewer, sandbox, writer, slot, worked: found[0], opened: found[1] };
}

async function worked(app: App, userId: string, slot: ComparedSlot, query: URLSearchParams): Promise<Worked | null> {
  const page = query.get("page") ?? "";
  const ask = {
    userId,
    account: query.get("account"),
    period: periods.find((one) => String(one) === query.get("period")) ?? 30,
    slot,
    sort: sorts.find((one) => one === query.get("sort")) ?? "date",
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    withChosen: query.get("chosen") !== "off",
  };
  try {
    return await readWorked(app, ask);
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  }
}

async function opened(app: App, userId: string, slot: ComparedSlot, query: URLSearchParams) {
  const tweet = query.get("tweet") ?? "";
  return /^\d{1,15}$/.test(tweet) ? findWorkedPost(app, { userId, tweetId: Number(tweet), slot }) : null;
}
