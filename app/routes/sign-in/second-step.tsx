// /sign-in/second-step: asks for the 2FA code after the password.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { messages } from "~/features/second-factor/factor";
import { SecondStepCard, SignInOver } from "~/features/second-factor/second-step-card";
import { clientFormAction } from "~/screens/forms/client-action";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { signInActions } from "~/screens/sign-in/actions.server";
import { loadSecondStep } from "~/screens/sign-in/load.server";
import { PageHead } from "~/ui/page/page";
import styles from "~/styles/page/second-step.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Two-factor authentication · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadSecondStep(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...signInActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

export default function SecondStep() {
  const { waiting, otherAddress } = useLoaderData<typeof loader>();
  const result = useResult();
  const failed = failedIn(result, "factor");
  const isBeside = Object.keys(failed?.faults ?? {}).length > 0;
  return (
    <Screen crumbs={[{ label: "Dashboards" }, { label: "Two-factor authentication" }]} narrow result={result}>
      <PageHead title="Two-factor authentication" />
      {waiting === null || failed?.error === messages.over ? (
        <SignInOver otherAddress={otherAddress} />
      ) : (
        <SecondStepCard
          {...waiting}
          faults={failed?.faults}
          values={failed?.values}
          error={isBeside ? null : failed?.error}
        />
      )}
    </Screen>
  );
}
