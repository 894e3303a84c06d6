// GET /generate: ask for tweets, and see what came of it.
import { lazy, Suspense } from "react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getApp } from "~/app.server";
import { findSignedIn } from "~/http/session.server";
import { generate, loadGenerate } from "~/screens/generate.server";
import { screenAction } from "~/screens/screen-action.server";
import { tweetIntents } from "~/screens/tweet-intents.server";

// One address, two views, and nobody needs the script of both.
const Input = lazy(() => import("~/screens/generate-input"));
const Results = lazy(() => import("~/screens/generate-results"));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.view === "results" ? "Results · Linnet" : "Generate · Linnet" },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const app = getApp();
  const signedIn = await findSignedIn(app, request);
  return loadGenerate(app, signedIn?.user ?? null, new URL(request.url));
}

export const action = (args: ActionFunctionArgs) => screenAction(args, { ...tweetIntents, generate });

export default function Generate() {
  const data = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Suspense>
      {data.view === "input" ? <Input data={data} result={result} /> : <Results data={data} result={result} />}
    </Suspense>
  );
}
