// GET /worked: results of tweets and the cost of reading them.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData, useLocation } from "@remix-run/react";
import { levels } from "~/features/results/result";
import { ConnectLink } from "~/features/users/account-state";
import { clientFormAction } from "~/screens/forms/client-action";
import type { ActionResult } from "~/screens/forms/form-action.server";
import { runIntent } from "~/screens/forms/run-intent.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { useResult } from "~/screens/forms/use-result";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen, useScreen } from "~/screens/frame/screen";
import { insightsActions } from "~/screens/insights/actions.server";
import { loadInsights } from "~/screens/insights/load.server";
import { type Typed, InsightsView } from "~/screens/insights/view";
import { lazyPart } from "~/ui/lazy-part";
import { Notice } from "~/ui/messages/notice";
import styles from "~/styles/page/worked.css";

const ResultModal = lazyPart("result-modal", () => import("~/features/results/page/result-modal"));

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Insights · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadInsights(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...insightsActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Insights" }];

export default function Insights() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const { hrefWith } = useHrefWith();
  const { sandbox } = useScreen();
  const { search } = useLocation();
  // The URL wins: the data may still contain a panel closed while the server was unreachable.
  const opened = new URLSearchParams(search).has("tweet") ? data.opened : null;
  const refusal = result?.ok === false ? result.error : null;
  const notice = refusal && <Notice tone="error" title={refusal} action={<ConnectLink after={refusal} />} />;
  const modal = opened && (
    <ResultModal
      result={opened}
      closeTo={hrefWith({ tweet: null })}
      sandbox={sandbox}
      notice={notice}
      key={opened.id}
    />
  );
  return (
    <Screen crumbs={crumbs} result={result} modal={modal}>
      <InsightsView data={data} typed={typedOf(result)} notice={opened ? null : notice} />
    </Screen>
  );
}

function typedOf(result: ActionResult | undefined): Typed {
  if (result?.ok !== false || result.values["do"] !== "save") return {};
  const level = levels.find((candidate) => candidate === result.values["level"]);
  const { learn, lean } = result.values;
  return { ...(level && { level }), learn: learn === "on", lean: lean === "on" };
}
