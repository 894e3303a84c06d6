// GET /generate: ask for tweets, and see what came of it.
import { lazy, Suspense } from "react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientAct } from "~/screens/client-action";
import { actOnGenerate, loadGenerate } from "~/screens/generate.server";
import { useResult } from "~/screens/use-result";

// One address, two views, and nobody needs the script of both.
const Input = lazy(() => import("~/screens/generate-input"));
const Results = lazy(() => import("~/screens/generate-results"));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? "Results · Linnet" : "Generate · Linnet" },
];

export const loader = (args: LoaderFunctionArgs) => loadGenerate(args);

export const action = (args: ActionFunctionArgs) => actOnGenerate(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientAct(args);

export default function Generate() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  return (
    <Suspense>
      {data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />}
    </Suspense>
  );
}
