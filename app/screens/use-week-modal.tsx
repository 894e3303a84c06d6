// What belongs to a week while something lies over it: the modal that the URL opens, and the watch over what is going out.
import type { ReactNode } from "react";
import { part } from "~/ui/part";
import type { ActResult } from "./act.server";
import { useWatch } from "./use-watch";
import type { WeekData } from "./week.server";

const WeekModal = part("week-modal", () => import("./week-modal"));

/** The modal over the week, if the URL opens one; null where the page shows no week. */
export function useWeekModal(data: WeekData | null, result: ActResult | undefined): ReactNode {
  useWatch(data !== null && data.week.counts.publishing > 0);
  if (!data?.opened && !data?.slot && !data?.writing) return null;
  return <WeekModal data={data} result={result} />;
}
