// GET /settings/alerts: alert settings.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { NoMail, WhatAbout, WhereTo } from "~/features/alerts/alert-cards";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { settingsActions } from "~/screens/settings/actions.server";
import { loadAlerts } from "~/screens/settings/alerts.server";
import { SettingsFrame } from "~/screens/settings/settings-frame";
import { Notice } from "~/ui/messages/notice";
import styles from "~/styles/page/settings.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Notifications · Settings · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadAlerts(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...settingsActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Settings" }, { label: "Notifications" }];

export default function Alerts() {
  const view = useLoaderData<typeof loader>();
  const result = useResult();
  const failed = failedIn(result, "alerts");
  return (
    <Screen crumbs={crumbs} result={result}>
      <SettingsFrame at="/settings/alerts" isOperator={view.isOperator}>
        {failed?.error && <Notice tone="error" title={failed.error} />}
        {view.mail === "none" && <NoMail {...view} />}
        <WhereTo {...view} />
        {view.mail !== "none" && <WhatAbout {...view} />}
      </SettingsFrame>
    </Screen>
  );
}
