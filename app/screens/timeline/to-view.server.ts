// What stands on /timeline, made of what was fetched for it. Pure.
import type { Viewer } from "~/screens/frame/viewer.server";
import { type Drafts, type FetchedDrafts, toDrafts } from "./drafts.server";
import { type FetchedWeek, toWeek, type WeekData } from "./week.server";

export interface Fetched extends Viewer {
  week: FetchedWeek;
  /** Null: nobody is signed in. */
  drafts: FetchedDrafts | null;
}

export interface TimelineData {
  week: WeekData;
  drafts: Drafts;
  signedIn: boolean;
}

export const toView = ({ week, drafts, ...viewer }: Fetched): TimelineData => ({
  week: toWeek(week, viewer),
  drafts: toDrafts(drafts, viewer),
  signedIn: viewer.user !== null,
});
