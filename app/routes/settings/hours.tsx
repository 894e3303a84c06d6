// GET /settings/hours?account=ID: by which hours an account posts.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { Forbidden, HoursForm, hoursIntent } from "~/features/accounts/hours-form";
import { readTyped } from "~/features/accounts/typed-hours";
import { connectHref } from "~/features/users/account-words";
import { clientFormAction } from "~/screens/forms/client-action";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { hoursActions } from "~/screens/settings/hours-actions.server";
import { loadHours } from "~/screens/settings/hours.server";
import { SettingsFrame } from "~/screens/settings/settings-frame";
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";
import { Tabs } from "~/ui/page/tabs";
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
        {accounts.length > 1 && (
          <Tabs
            label="Account"
            items={accounts.map(({ id, username, href }) => ({
              label: `@${username}`,
              to: href,
              current: id === account?.id,
            }))}
          />
        )}
        {!account && <NoAccount isMissing={accounts.length > 0} />}
        {failed?.error && Object.keys(faults).length === 0 && <Notice tone="error" title={failed.error} />}
        {account && (
          <>
            <HoursForm
              key={account.id}
              account={account}
              typed={failed && wasSaving ? readTyped(failed.values) : typed}
              server={view.server}
              rule={view.rule}
              city={view.city}
              faults={faults}
            />
            <Forbidden accountId={account.id} rows={view.forbidden} />
          </>
        )}
      </SettingsFrame>
    </Screen>
  );
}

/** Nothing is posted without an account. */
function NoAccount({ isMissing }: { isMissing: boolean }) {
  return (
    <Card title={isMissing ? "This account is not linked" : "No account yet"}>
      <p className="quiet">
        {isMissing ? "Choose one of those above." : "Posting hours belong to an account. Connect one first."}
      </p>
      {!isMissing && (
        <ButtonLink variant="primary" icon="plus" to={connectHref}>
          Connect an account
        </ButtonLink>
      )}
    </Card>
  );
}
