// The week on a screen, and the modal that its tasks and slots open; all of it links to the present address.
import type { ReactNode } from "react";
import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { WeekView } from "~/features/timeline/week-view";
import { Notice } from "~/ui/notice";
import { part } from "~/ui/part";
import type { ActResult } from "./act.server";
import { useHere } from "./use-here";
import { useWatch } from "./use-watch";
import type { WeekData } from "./week.server";

const WeekModal = part("week-modal", () => import("./week-modal"));

export function WeekSection({ data, compact }: { data: WeekData; compact?: boolean }) {
  const { here } = useHere();
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const revalidator = useRevalidator();
  const loading = revalidator.state === "loading" || (state === "loading" && location.pathname === pathname);
  useWatch(data.week.counts.publishing > 0);
  return (
    <>
      {data.missing && <Notice tone="info" title="This tweet does not exist" />}
      <WeekView
        week={data.week}
        view={data.view}
        compact={compact}
        loading={loading}
        weekHref={(offset) => here({ week: offset === 0 ? null : String(offset) })}
        viewHref={(view) => here({ view: view === "week" ? null : view })}
        taskHref={(id) => here({ tweet: String(id) })}
        slotHref={(key) => here({ slot: key })}
      />
    </>
  );
}

/** The modal that the URL opens over the week, or null. */
export function weekModal(data: WeekData, result: ActResult | undefined): ReactNode {
  if (!data.opened && !data.slot && !data.writing) return null;
  return <WeekModal data={data} result={result} />;
}
