// /confirm-address?token=…: confirms an email address.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { AddressCard, LinkOver } from "~/features/mail-links/link-cards";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { linkActions } from "~/screens/mail-links/actions.server";
import { loadLink } from "~/screens/mail-links/load.server";
import { PageHead } from "~/ui/page/page";

export const meta: MetaFunction = () => [{ title: "Confirm your email · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadLink(args, "confirm");

export const action = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...linkActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

export default function ConfirmAddress() {
  const { link, sendsMail } = useLoaderData<typeof loader>();
  const result = useResult();
  const error = failedIn(result, "address")?.error;
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Confirm your email" }]} narrow result={result}>
      <PageHead title="Confirm your email" />
      {link ? <AddressCard {...link} error={error} /> : <LinkOver again={sendsMail ? "/settings/alerts" : null} />}
    </Screen>
  );
}
