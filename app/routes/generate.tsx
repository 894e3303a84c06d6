// GET /generate: the form for generating tweets, and the results.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientFormAction } from "~/screens/forms/client-action";
import { generateTitle } from "~/screens/generate/title";
import { truncate } from "~/features/tweets/text";
import { generateAction } from "~/screens/generate/actions.server";
import { generateLoader } from "~/screens/generate/load.server";
import type { ResultsData } from "~/screens/generate/to-view.server";
import { Screen } from "~/screens/frame/screen";
import { useResult } from "~/screens/forms/use-result";
import { useWeekModal } from "~/screens/timeline/use-week-modal";
import { lazyPart } from "~/ui/lazy-part";
import styles from "~/styles/generate.css";

const Input = lazyPart("generate-input", () => import("~/screens/generate/input"));
const Results = lazyPart("generate-results", () => import("~/screens/generate/results"));

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? resultsTitle(data) : "Generate · Linnet" },
];

const resultsTitle = ({ title, test, missing }: ResultsData): string =>
  test || missing ? "Results · Linnet" : `${truncate(title, 40)} · Results · Linnet`;

export const loader = (args: LoaderFunctionArgs) => generateLoader(args);

export const action = (args: ActionFunctionArgs) => generateAction(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = {
  input: [{ label: "Dashboards" }, { label: "Input" }],
  results: [{ label: "Dashboards" }, { label: "Input", to: "/generate" }, { label: generateTitle }],
};

export default function Generate() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  const modal = useWeekModal(data.view === "results" ? data.week : null, result);
  return (
    // The key resets messages when the view changes.
    <Screen key={data.view} crumbs={crumbs[data.view]} narrow={data.view === "input"} result={result} modal={modal}>
      {data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />}
    </Screen>
  );
}
