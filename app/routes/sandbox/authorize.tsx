// /sandbox/authorize: the sandbox's consent page, in place of X's.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { authorizeAction } from "~/screens/sandbox/authorize/actions.server";
import { loadAuthorize } from "~/screens/sandbox/authorize/load.server";
import { AuthorizeView } from "~/screens/sandbox/authorize/view";

export const meta: MetaFunction = () => [{ title: "Authorize · Linnet sandbox" }];

export const loader = (args: LoaderFunctionArgs) => loadAuthorize(args);

export const action = (args: ActionFunctionArgs) => authorizeAction(args);

export default function Authorize() {
  return <AuthorizeView data={useLoaderData<typeof loader>()} failed={useActionData<typeof action>()} />;
}
