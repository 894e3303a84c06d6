// Loads /timeline: the week, and how many ideas are not sent.
import { countBacklogByAccount } from "~/features/backlog/backlog.server";
import { countUnsent } from "~/features/tweets/tweets.server";
import { type LoaderArgs, readViewer } from "~/screens/frame/viewer.server";
import { withWeekChoice } from "./choice.server";
import { fetchWeek } from "./fetch-week.server";
import { type TimelineData, toView } from "./to-view.server";

export async function loadTimeline(args: LoaderArgs): Promise<TimelineData> {
  const { app, viewer } = await readViewer(args);
  const [week, unsent, backlog] = await Promise.all([
    fetchWeek(app, viewer, args.request, true),
    viewer.user && countUnsent(app, viewer.user.id),
    viewer.user && countBacklogByAccount(app, viewer.user.id, viewer.accounts),
  ]);
  return toView({ ...viewer, week, unsent: unsent ?? 0, backlog: backlog ?? [] });
}

/** In this file, because a server file imported by two routes adds an empty script to both. */
export const timelineLoader = async (args: LoaderArgs) => withWeekChoice(args.request, await loadTimeline(args));
