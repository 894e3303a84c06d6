// GET /product-analyse: what a product's description is worth, and its bot.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { actOnAnalyse } from "~/screens/analyse-intents.server";
import { clientAct } from "~/screens/client-action";
import { loadAnalyse } from "~/screens/product-analyse.server";
import { useResult } from "~/screens/use-result";
import { part, useSoon } from "~/ui/part";

// One address, two views, and nobody needs the script of both.
const Input = part("analyse-input", () => import("~/screens/analyse-input"));
const Results = part("analyse-results", () => import("~/screens/analyse-results"));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? "Analysis Results · Linnet" : "Analyse · Linnet" },
];

export const loader = ({ request }: LoaderFunctionArgs) => loadAnalyse(request);

export const action = (args: ActionFunctionArgs) => actOnAnalyse(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientAct(args);

export default function ProductAnalyse() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  useSoon(Input, Results);
  return data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />;
}
