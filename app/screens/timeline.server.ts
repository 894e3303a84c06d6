// What /timeline loads: the week, and one's own words that are not on it yet.
import type { ActionFunctionArgs } from "@remix-run/node";
import { getApp } from "~/app.server";
import { listDrafts } from "~/features/tweets/tweets.server";
import { iso } from "~/iso";
import { dayLabel } from "~/zone";
import { screenAction } from "./screen-action.server";
import { tweetIntents } from "./tweet-intents.server";
import { type Asked, visitOf } from "./visit.server";
import { loadWeekData, type WeekData } from "./week.server";

export interface Draft {
  id: number;
  content: string;
  /** The day it was written, "Today". */
  day: string;
  iso: string;
}

export interface TimelineData {
  week: WeekData;
  drafts: Draft[];
  signedIn: boolean;
}

/** So many are listed; who has more is not looking for the oldest. */
const mostDrafts = 20;

export async function loadTimeline(asked: Asked): Promise<TimelineData> {
  const app = getApp();
  const visit = await visitOf(asked);
  const { user } = visit;
  const drafts = user ? await listDrafts(app, user.id, mostDrafts) : [];
  return {
    week: await loadWeekData(app, visit, new URL(asked.request.url)),
    drafts: drafts.map(({ id, content, createdAt }) => ({
      id,
      content,
      day: dayLabel(createdAt, user?.timezone ?? "UTC", app.clock.now()),
      iso: iso(createdAt),
    })),
    signedIn: user !== null,
  };
}

export const actOnTimeline = (args: ActionFunctionArgs) => screenAction(args, tweetIntents);
