// GET /settings/hours?account=ID: an account's posting hours.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { OutsideHours, HoursForm, hoursIntent } from "~/features/accounts/hours-form";
import { readTyped } from "~/features/accounts/typed-hours";
import { clientFormAction } from "~/screens/forms/client-action";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { hoursActions } from "~/screens/settings/hours-actions.server";
import { loadHours } from "~/screens/settings/hours.server";
import { AccountChoice } from "~/screens/settings/account-choice";
import { SettingsFrame } from "~/screens/settings/settings-frame";
import { Notice } from "~/ui/messages/notice";
import settings from "~/styles/page/settings.css";
import plan from "~/styles/timeline/plan.css";

export const links: LinksFunction = () => [settings, plan].map((href) => ({ rel: "stylesheet", href }));

export const meta: MetaFunction = () => [{ title: "Posting hours · Settings · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadHours(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...hoursActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Settings" }, { label: "Posting hours" }];

export default function Hours() {
  const { account, accounts, typed, ...view } = useLoaderData<typeof loader>();
  const result = useResult();
  const failed = failedIn(result, "form");
  const wasSaving = result?.intent === hoursIntent && result.values["do"] === "save";
  const faults = failed?.faults ?? {};
  return (
    <Screen crumbs={crumbs} result={result}>
      <SettingsFrame at="/settings/hours" isOperator={view.isOperator}>
        <AccountChoice
          accounts={accounts}
          account={account}
          why="Connect an account first, then set its posting hours."
        />
        {failed?.error && Object.keys(faults).length === 0 && <Notice tone="error" title={failed.error} />}
        {view.noLimits.length > 0 && (
          <Notice tone="info" title="Some of this server’s daily limits are off">
            {view.noLimits.join(" ")}
          </Notice>
        )}
        {account && (
          <>
            <HoursForm
              key={account.id}
              account={account}
              typed={failed && wasSaving ? readTyped(failed.values) : typed}
              server={view.server}
              rule={view.rule}
              spacing={view.spacing}
              city={view.city}
              faults={faults}
            />
            <OutsideHours accountId={account.id} rows={view.outsideHours} />
          </>
        )}
      </SettingsFrame>
    </Screen>
  );
}
