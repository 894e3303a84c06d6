// GET /timeline: the account's week, with what went out and what will.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientFormAction } from "~/screens/forms/client-action";
import { Screen } from "~/screens/frame/screen";
import { timelineAction } from "~/screens/timeline/actions.server";
import { loadTimeline } from "~/screens/timeline/load.server";
import { TimelineView } from "~/screens/timeline/view";
import { useResult } from "~/screens/forms/use-result";
import { useWeekModal } from "~/screens/timeline/use-week-modal";

export const meta: MetaFunction = () => [{ title: "Timeline · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadTimeline(args);

export const action = (args: ActionFunctionArgs) => timelineAction(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Timeline" }];

export default function Timeline() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const modal = useWeekModal(data.week, result);
  return (
    <Screen crumbs={crumbs} result={result} modal={modal}>
      <TimelineView data={data} />
    </Screen>
  );
}
