// GET /timeline: the account's week of published and scheduled tweets.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientFormAction } from "~/screens/forms/client-action";
import { Screen } from "~/screens/frame/screen";
import { timelineAction } from "~/screens/timeline/actions.server";
import { timelineLoader } from "~/screens/timeline/load.server";
import { TimelineView } from "~/screens/timeline/view";
import { useResult } from "~/screens/forms/use-result";
import { useWeekModal } from "~/screens/timeline/use-week-modal";
import styles from "~/styles/timeline.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Timeline · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => timelineLoader(args);

export const action = (args: ActionFunctionArgs) => timelineAction(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

/** A refused drag opens the window that moves the tweet. By default Remix loads nothing after a refusal. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || currentUrl.search !== nextUrl.search;

const crumbs = [{ label: "Dashboards" }, { label: "Timeline" }];

export default function Timeline() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const modal = useWeekModal(data.week, result);
  return (
    <Screen crumbs={crumbs} result={result} modal={modal}>
      <TimelineView data={data} result={result} />
    </Screen>
  );
}
