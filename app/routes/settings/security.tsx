// GET /settings/security: account security settings.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { AuditCard } from "~/features/audit/audit-card";
import { SecondFactorCard } from "~/features/second-factor/second-factor-card";
import { SessionsCard } from "~/features/sessions/sessions-card";
import { IdentitiesCard } from "~/features/single-sign-on/identities-card";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { settingsActions } from "~/screens/settings/actions.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { factorActions } from "~/screens/settings/factor-actions.server";
import { FactorModal } from "~/screens/settings/factor-modal";
import { loadSecurity } from "~/screens/settings/security.server";
import { PasswordCard } from "~/screens/settings/password-card";
import { SettingsFrame } from "~/screens/settings/settings-frame";
import codes from "~/styles/page/second-step.css";
import styles from "~/styles/page/settings.css";

export const links: LinksFunction = () => [styles, codes].map((href) => ({ rel: "stylesheet", href }));

export const meta: MetaFunction = () => [{ title: "Security · Settings · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadSecurity(args);

export const action = (args: ActionFunctionArgs) =>
  runIntent(args, { ...frameActions, ...settingsActions, ...factorActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Settings" }, { label: "Security" }];

export default function Security() {
  const view = useLoaderData<typeof loader>();
  const result = useResult();
  const { hrefWith } = useHrefWith();
  return (
    <Screen
      crumbs={crumbs}
      result={result}
      modal={view.factor.step && <FactorModal {...view.factor} email={view.email} result={result} />}
    >
      <SettingsFrame at="/settings/security" isOperator={view.isOperator}>
        <PasswordCard email={view.email} isCommon={view.hasCommonPassword} failed={failedIn(result, "password")} />
        <SecondFactorCard
          {...view.factor.card}
          hrefs={{
            codes: hrefWith({ step: "codes" }),
            renew: hrefWith({ step: "renew" }),
            remove: hrefWith({ step: "remove" }),
            addPasskey: hrefWith({ step: "passkey" }),
            renamePasskey: (id) => hrefWith({ step: "passkey-name", passkey: id }),
            removePasskey: (id) => hrefWith({ step: "passkey-gone", passkey: id }),
          }}
          error={view.factor.step === null ? failedIn(result, "factor")?.error : null}
        />
        {view.identities && (
          <IdentitiesCard
            {...view.identities}
            email={view.email}
            error={failedIn(result, "identity")?.error ?? null}
            fault={failedIn(result, "identity")?.faults["password"]}
          />
        )}
        <SessionsCard sessions={view.sessions} error={failedIn(result, "sessions")?.error ?? null} />
        <AuditCard happened={view.happened} />
      </SettingsFrame>
    </Screen>
  );
}
