// GET /ideas: unsent tweets, past topics and the trash.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientFormAction } from "~/screens/forms/client-action";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useResult } from "~/screens/forms/use-result";
import { Screen } from "~/screens/frame/screen";
import { loadIdeas } from "~/screens/ideas/load.server";
import { IdeasView } from "~/screens/ideas/view";
import { ideasAction } from "~/screens/ideas/actions.server";
import { useWeekModal } from "~/screens/timeline/use-week-modal";
import { lazyPart } from "~/ui/lazy-part";
import styles from "~/styles/page/ideas.css";

const TrashQuestion = lazyPart("trash-question", () => import("~/screens/ideas/trash-question"));

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Ideas · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadIdeas(args);

export const action = (args: ActionFunctionArgs) => ideasAction(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Ideas" }];

export default function Ideas() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const { hrefWith } = useHrefWith();
  const opened = useWeekModal(data, result);
  const { ask } = data;
  const question = ask !== null && (
    <TrashQuestion tweetId={ask === "empty" ? null : ask} count={data.inTrash} closeTo={hrefWith({ ask: null })} />
  );
  return (
    <Screen crumbs={crumbs} result={result} modal={opened || question || null}>
      <IdeasView data={data} result={result} />
    </Screen>
  );
}
