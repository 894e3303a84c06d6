// What stands on /timeline, made of what was fetched for it. Pure.
import { countText } from "~/features/tweets/tweet";
import type { Viewer } from "~/screens/frame/viewer.server";
import { type FetchedWeek, toWeek, type WeekData } from "./week.server";

export interface Fetched extends Viewer {
  week: FetchedWeek;
  /** How many texts are not sent. */
  unsent: number;
}

export interface TimelineData {
  week: WeekData;
  /** "38 ideas wait."; null: none does. */
  ideas: string | null;
  signedIn: boolean;
}

export const toView = ({ week, unsent, ...viewer }: Fetched): TimelineData => ({
  week: toWeek(week, viewer),
  ideas: unsent === 0 ? null : unsent === 1 ? "1 idea waits." : `${countText(unsent)} ideas wait.`,
  signedIn: viewer.user !== null,
});
