// GET /generate: ask for tweets, and see what came of it.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { clientAct } from "~/screens/client-action";
import { actOnGenerate, loadGenerate } from "~/screens/generate.server";
import { useResult } from "~/screens/use-result";
import { part, useSoon } from "~/ui/part";

// One address, two views, and nobody needs the script of both.
const Input = part("generate-input", () => import("~/screens/generate-input"));
const Results = part("generate-results", () => import("~/screens/generate-results"));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? "Results · Linnet" : "Generate · Linnet" },
];

export const loader = (args: LoaderFunctionArgs) => loadGenerate(args);

export const action = (args: ActionFunctionArgs) => actOnGenerate(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientAct(args);

export default function Generate() {
  const data = useLoaderData<typeof loader>();
  const result = useResult();
  useSoon(Input, Results);
  return data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />;
}
