// /reset-password?token=…: sets a new password from an emailed link.
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { LinkOver, PasswordCard, SignInCard } from "~/features/mail-links/link-cards";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { linkActions } from "~/screens/mail-links/actions.server";
import { loadLink } from "~/screens/mail-links/load.server";
import { PageHead } from "~/ui/page/page";

export const meta: MetaFunction = () => [{ title: "Reset password · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadLink(args, "password");

export const action = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...linkActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

export default function ResetPassword() {
  const { link, sendsMail } = useLoaderData<typeof loader>();
  const result = useResult();
  const failed = failedIn(result, "reset-password");
  const isBeside = failed?.faults["newPassword"] !== undefined;
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Reset password" }]} narrow result={result}>
      <PageHead title="Reset password" />
      {link ? (
        <>
          <PasswordCard
            {...link}
            endsPrograms={failed ? failed.values["endsPrograms"] === "on" : true}
            faults={failed?.faults}
            error={isBeside ? null : failed?.error}
          />
          {link.signsIn && <SignInCard {...link} />}
        </>
      ) : (
        <LinkOver again={sendsMail ? "/generate?panel=forgot" : null} />
      )}
    </Screen>
  );
}
