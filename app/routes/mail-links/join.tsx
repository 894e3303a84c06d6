// /join?token=…: accepts an invitation.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { InvitationOver, JoinCard } from "~/features/invitations/join-card";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { loadInvitation } from "~/screens/mail-links/load.server";
import { PageHead } from "~/ui/page/page";

export const meta: MetaFunction = () => [{ title: "Join · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadInvitation(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, frameActions);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

export default function Join() {
  const { link } = useLoaderData<typeof loader>();
  const result = useResult();
  const failed = failedIn(result, "register");
  const isBeside = failed?.faults["password"] !== undefined;
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Join" }]} narrow result={result}>
      <PageHead title="Join Linnet" />
      {link ? (
        <JoinCard {...link} faults={failed?.faults} error={isBeside ? null : failed?.error} />
      ) : (
        <InvitationOver />
      )}
    </Screen>
  );
}
