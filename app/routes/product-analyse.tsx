// GET /product-analyse: analyzes a product description and runs its bot.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { analyseAction } from "~/screens/analyse/actions.server";
import { clientFormAction } from "~/screens/forms/client-action";
import { loadAnalyse } from "~/screens/analyse/load.server";
import { Screen } from "~/screens/frame/screen";
import { useChecklist } from "~/screens/analyse/use-checklist";
import { useProposal } from "~/screens/analyse/use-proposal";
import { useResult } from "~/screens/forms/use-result";
import { lazyPart } from "~/ui/lazy-part";

const Input = lazyPart("analyse-input", () => import("~/screens/analyse/input"));
const Results = lazyPart("analyse-results", () => import("~/screens/analyse/results"));
import styles from "~/styles/analysis.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? "Analysis Results · Linnet" : "Analyse · Linnet" },
];

export const loader = (args: LoaderFunctionArgs) => loadAnalyse(args);

export const action = (args: ActionFunctionArgs) => analyseAction(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = {
  input: [{ label: "Dashboards" }, { label: "Analysis Tool" }],
  results: [{ label: "Dashboards" }, { label: "Analysis Tool", to: "/product-analyse" }, { label: "Analysis Results" }],
};

export default function ProductAnalyse() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const { checklist, editing } = data.view === "results" ? data : { checklist: null, editing: null };
  const checklistModal = useChecklist(checklist, result);
  const modal = useProposal(editing, result) ?? checklistModal;
  return (
    <Screen key={data.view} crumbs={crumbs[data.view]} narrow={data.view === "input"} result={result} modal={modal}>
      {data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />}
    </Screen>
  );
}
