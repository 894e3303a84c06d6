// What /timeline loads: the week, and every text that is not sent.
import { type Drafts, loadDrafts, noDrafts } from "./drafts.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";
import { loadWeekData, type WeekData } from "./week.server";

export interface TimelineData {
  week: WeekData;
  drafts: Drafts;
  signedIn: boolean;
}

export async function loadTimeline(loaderArgs: LoaderArgs): Promise<TimelineData> {
  const { app, viewer } = await readViewer(loaderArgs);
  const { user, query } = viewer;
  return {
    week: await loadWeekData(app, viewer),
    drafts: user ? await loadDrafts(app, user, query.get("drafts")) : noDrafts,
    signedIn: user !== null,
  };
}
