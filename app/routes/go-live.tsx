// GET /go-live: the four steps from the sandbox to X, for admins only.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { loadGoLive } from "~/screens/doctor/go-live/load.server";
import { GoLiveView } from "~/screens/doctor/go-live/view";
import { clientFormAction } from "~/screens/forms/client-action";
import { runIntent } from "~/screens/forms/run-intent.server";
import { useResult } from "~/screens/forms/use-result";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import styles from "~/styles/page/go-live.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Go live · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadGoLive(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, frameActions);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

export default function GoLive() {
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Go live" }]} narrow result={useResult()}>
      <GoLiveView data={useLoaderData<typeof loader>()} />
    </Screen>
  );
}
