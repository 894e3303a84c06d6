// What /timeline loads: the week, and every text that is not sent.
import type { ActionFunctionArgs } from "@remix-run/node";
import { getApp } from "~/app.server";
import { screenAction } from "./screen-action.server";
import { tweetIntents } from "./tweet-intents.server";
import { type Drafts, loadDrafts, noDrafts } from "./unsent.server";
import { type Asked, visitOf } from "./visit.server";
import { loadWeekData, type WeekData } from "./week.server";

export interface TimelineData {
  week: WeekData;
  drafts: Drafts;
  signedIn: boolean;
}

export async function loadTimeline(asked: Asked): Promise<TimelineData> {
  const app = getApp();
  const visit = await visitOf(asked);
  const { user } = visit;
  const url = new URL(asked.request.url);
  return {
    week: await loadWeekData(app, visit, url),
    drafts: user ? await loadDrafts(app, user, url.searchParams.get("drafts")) : noDrafts,
    signedIn: user !== null,
  };
}

export const actOnTimeline = (args: ActionFunctionArgs) => screenAction(args, tweetIntents);
