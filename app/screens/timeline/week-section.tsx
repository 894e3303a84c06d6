// The week on a screen; all of it links to the present address.
import { useLocation, useNavigation, useRevalidator } from "@remix-run/react";
import { WeekView } from "~/features/timeline/week-view";
import { Notice } from "~/ui/messages/notice";
import { useHrefWith } from "~/screens/forms/use-href-with";
import type { WeekData } from "./week.server";

export function WeekSection({ data, compact }: { data: WeekData; compact?: boolean }) {
  const { hrefWith } = useHrefWith();
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const revalidator = useRevalidator();
  const loading = revalidator.state === "loading" || (state === "loading" && location.pathname === pathname);
  return (
    <>
      {data.missing && <Notice tone="info" title="This tweet does not exist" />}
      <WeekView
        week={data.week}
        view={data.view}
        compact={compact}
        loading={loading}
        weekHref={(offset) => hrefWith({ week: offset === 0 ? null : String(offset) })}
        viewHref={(view) => hrefWith({ view: view === "week" ? null : view })}
        taskHref={(id) => hrefWith({ tweet: String(id) })}
        slotHref={(key) => hrefWith({ slot: key })}
      />
    </>
  );
}
