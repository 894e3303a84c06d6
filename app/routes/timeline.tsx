// GET /timeline: the account's week, with what went out and what will.
import "~/screens/kit";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientAct } from "~/screens/client-action";
import { Screen } from "~/screens/screen";
import { actOnTimeline, loadTimeline } from "~/screens/timeline.server";
import { useResult } from "~/screens/use-result";
import { useWeekModal } from "~/screens/use-week-modal";
import { arrival, useSoon, view } from "~/ui/part";

const View = view("timeline", () => import("~/screens/timeline-view"));

await arrival(View);

export const meta: MetaFunction = () => [{ title: "Timeline · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadTimeline(args);

export const action = (args: ActionFunctionArgs) => actOnTimeline(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientAct(args);

const crumbs = [{ label: "Dashboards" }, { label: "Timeline" }];

export default function Timeline() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const modal = useWeekModal(data.week, result);
  useSoon(View);
  return (
    <Screen crumbs={crumbs} result={result} modal={modal}>
      <View data={data} />
    </Screen>
  );
}
