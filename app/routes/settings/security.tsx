// GET /settings/security: how one's own account is kept safe.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { AuditCard } from "~/features/audit/audit-card";
import { SessionsCard } from "~/features/sessions/sessions-card";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { settingsActions } from "~/screens/settings/actions.server";
import { loadSecurity } from "~/screens/settings/security.server";
import { PasswordCard } from "~/screens/settings/password-card";
import { SettingsFrame } from "~/screens/settings/settings-frame";
import styles from "~/styles/page/settings.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const meta: MetaFunction = () => [{ title: "Security · Settings · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadSecurity(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...settingsActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Settings" }, { label: "Security" }];

export default function Security() {
  const view = useLoaderData<typeof loader>();
  const result = useResult();
  return (
    <Screen crumbs={crumbs} result={result}>
      <SettingsFrame at="/settings/security">
        <PasswordCard email={view.email} failed={failedIn(result, "password")} />
        <SessionsCard sessions={view.sessions} error={failedIn(result, "sessions")?.error ?? null} />
        <AuditCard happened={view.happened} />
      </SettingsFrame>
    </Screen>
  );
}
