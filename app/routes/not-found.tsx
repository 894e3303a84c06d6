// Every address that is none of ours: told in the frame of all pages, so that the ways on are in sight.
import "~/screens/kit";
import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { clientAct } from "~/screens/client-action";
import { Screen } from "~/screens/screen";
import { screenAction } from "~/screens/screen-action.server";
import { useResult } from "~/screens/use-result";
import { ButtonLink } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { PageHead } from "~/ui/page";

export const meta: MetaFunction = () => [{ title: "Not found · Linnet" }];

export const loader = () => data(null, { status: 404, statusText: "Not Found" });

export const action = (args: ActionFunctionArgs) => screenAction(args);

export const clientAction = (args: ClientActionFunctionArgs) => clientAct(args);

export default function NotFound() {
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Not found" }]} narrow result={useResult()}>
      <PageHead title="Not found" />
      <Empty title="There is no such page" action={<ButtonLink to="/generate">To the start</ButtonLink>}>
        The address may be mistyped, or what was here is gone.
      </Empty>
    </Screen>
  );
}
