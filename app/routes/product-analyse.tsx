// GET /product-analyse: what a product's description is worth, and its bot.
import "~/screens/kit";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { actOnAnalyse } from "~/screens/analyse-intents.server";
import { clientAct } from "~/screens/client-action";
import { loadAnalyse } from "~/screens/product-analyse.server";
import { Screen } from "~/screens/screen";
import { useChecklist } from "~/screens/use-checklist";
import { useProposal } from "~/screens/use-proposal";
import { useResult } from "~/screens/use-result";
import { arrival, useSoon, view } from "~/ui/part";

// One address, two views, and nobody needs the script of both.
const Input = view("analyse-input", () => import("~/screens/analyse-input"));
const Results = view("analyse-results", () => import("~/screens/analyse-results"));

await arrival(Input, Results);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? "Analysis Results · Linnet" : "Analyse · Linnet" },
];

export const loader = ({ request }: LoaderFunctionArgs) => loadAnalyse(request);

export const action = (args: ActionFunctionArgs) => actOnAnalyse(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientAct(args);

const crumbs = {
  input: [{ label: "Dashboards" }, { label: "Analysis Tool" }],
  results: [{ label: "Dashboards" }, { label: "Analysis Tool", to: "/product-analyse" }, { label: "Analysis Results" }],
};

export default function ProductAnalyse() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const { checklist, editing } = data.view === "results" ? data : { checklist: null, editing: null };
  const asked = useChecklist(checklist, result);
  const modal = useProposal(editing, result) ?? asked;
  useSoon(Input, Results);
  return (
    // The other view is another page: what was told on this one is over.
    <Screen key={data.view} crumbs={crumbs[data.view]} narrow={data.view === "input"} result={result} modal={modal}>
      {data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />}
    </Screen>
  );
}
