// GET /generate: ask for tweets, and see what came of it.
import "~/screens/kit";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientAct } from "~/screens/client-action";
import { generateTitle } from "~/screens/generate-title";
import { cut } from "~/features/tweets/text";
import { actOnGenerate, loadGenerate, type ResultsData } from "~/screens/generate.server";
import { Screen } from "~/screens/screen";
import { useResult } from "~/screens/use-result";
import { useWeekModal } from "~/screens/use-week-modal";
import { arrival, useSoon, view } from "~/ui/part";

// One address, two views, and nobody needs the script of both.
const Input = view("generate-input", () => import("~/screens/generate-input"));
const Results = view("generate-results", () => import("~/screens/generate-results"));

await arrival(Input, Results);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? resultsTitle(data) : "Generate · Linnet" },
];

/** Ten tabs of results are told apart by their topics. */
const resultsTitle = ({ title, test, missing }: ResultsData): string =>
  test || missing ? "Results · Linnet" : `${cut(title, 40)} · Results · Linnet`;

export const loader = (args: LoaderFunctionArgs) => loadGenerate(args);

export const action = (args: ActionFunctionArgs) => actOnGenerate(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientAct(args);

const crumbs = {
  input: [{ label: "Dashboards" }, { label: "Input" }],
  results: [{ label: "Dashboards" }, { label: "Input", to: "/generate" }, { label: generateTitle }],
};

export default function Generate() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const modal = useWeekModal(data.view === "results" ? data.week : null, result);
  useSoon(Input, Results);
  return (
    // The other view is another page: what was told on this one is over.
    <Screen key={data.view} crumbs={crumbs[data.view]} narrow={data.view === "input"} result={result} modal={modal}>
      {data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />}
    </Screen>
  );
}
