// Renders the modal that the URL opens over a week, and watches tweets being published.
import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import { lazyPart } from "~/ui/lazy-part";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { useWatch } from "~/screens/browser/use-watch";
import type { Opening } from "./week.server";

const WeekModal = lazyPart("week-modal", () => import("./week-modal"));

export function useWeekModal(data: Opening | null, result: ActionResult | undefined): ReactNode {
  useWatch((data?.week?.counts.publishing ?? 0) > 0);
  const { search } = useLocation();
  if (!data) return null;
  const shown = openIn(data, new URLSearchParams(search));
  if (!shown.opened && !shown.slot && !shown.writing && !shown.plan) return null;
  return <WeekModal data={shown} result={result} />;
}

/** After closing offline, the data still has the modal open; the URL decides. */
function openIn(data: Opening, query: URLSearchParams): Opening {
  const { opened, slot, writing, plan } = data;
  return {
    ...data,
    opened: opened && query.has("tweet") ? { ...opened, editing: query.has("edit") ? opened.editing : null } : null,
    slot: query.has("slot") ? slot : null,
    writing: writing && query.has("write"),
    plan: query.has("schedule") ? plan : null,
  };
}
