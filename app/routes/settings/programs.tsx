// GET /settings/programs: API keys, webhooks and related settings.
import { useState } from "react";
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { AgentsCard } from "~/features/api-keys/agents-card";
import { KeyForm } from "~/features/api-keys/key-form";
import { RevokeModal, RotateModal } from "~/features/api-keys/key-modals";
import { KeysCard, ShownKeyCard } from "~/features/api-keys/keys-card";
import { changeIntent, createIntent } from "~/features/api-keys/scope";
import { webhookIntent } from "~/features/webhooks/hook";
import { WebhookModal } from "~/features/webhooks/webhook-modals";
import { ShownSecretCard, WebhooksCard } from "~/features/webhooks/webhooks-card";
import { useWatch } from "~/screens/browser/use-watch";
import { clientFormAction } from "~/screens/forms/client-action";
import { runIntent } from "~/screens/forms/run-intent.server";
import { useHrefWith } from "~/screens/forms/use-href-with";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen } from "~/screens/frame/screen";
import { programActions } from "~/screens/settings/program-actions.server";
import { loadPrograms } from "~/screens/settings/programs.server";
import { SettingsFrame } from "~/screens/settings/settings-frame";
import codes from "~/styles/page/second-step.css";
import styles from "~/styles/page/settings.css";
import webhooks from "~/styles/page/webhooks.css";

export const links: LinksFunction = () => [styles, codes, webhooks].map((href) => ({ rel: "stylesheet", href }));

export const meta: MetaFunction = () => [{ title: "API keys and webhooks · Settings · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadPrograms(args);

export const action = (args: ActionFunctionArgs) => runIntent(args, { ...frameActions, ...programActions });

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Settings" }, { label: "API keys and webhooks" }];

function useLatest(value: string | undefined): string | undefined {
  const [latest, keep] = useState(value);
  if (value !== undefined && value !== latest) keep(value);
  return value ?? latest;
}

export default function Programs() {
  const { question: opened, webhookQuestion, ways, ...view } = useLoaderData<typeof loader>();
  const result = useResult();
  const { hrefWith } = useHrefWith();
  const failed = failedIn(result, "form");
  const ofChange = failed?.intent === changeIntent ? failed : undefined;
  const ofForm = failed?.intent === createIntent ? failed : undefined;
  const ofWebhook = failed?.intent === webhookIntent ? failed : undefined;
  const { shown, name, url } = result?.ok ? result.values : {};
  const made = useLatest(result?.intent === createIntent ? shown : undefined);
  useWatch(view.refreshAfter !== null);
  // Target of the page's forms, so an answered dialog doesn't reopen over the secret.
  const withoutQuestion = hrefWith({ step: null, key: null, webhook: null });
  const modal = {
    closeTo: withoutQuestion,
    error: (ofChange ?? ofWebhook)?.error ?? null,
    faults: (ofChange ?? ofWebhook)?.faults ?? {},
  };
  const question = shown === undefined ? opened : null;
  const aboutWebhook = shown === undefined ? webhookQuestion : null;
  return (
    <Screen
      crumbs={crumbs}
      result={result}
      modal={
        question ? (
          question.step === "rotate" ? (
            <RotateModal {...question} {...ways} {...modal} />
          ) : (
            <RevokeModal {...question} {...modal} />
          )
        ) : (
          aboutWebhook && <WebhookModal question={aboutWebhook} {...modal} values={ofWebhook?.values ?? {}} />
        )
      }
    >
      <SettingsFrame at="/settings/programs" isOperator={view.isOperator}>
        {shown !== undefined &&
          (url === undefined ? (
            <ShownKeyCard name={name ?? ""} secret={shown} />
          ) : (
            <ShownSecretCard url={url} secret={shown} />
          ))}
        <KeysCard
          keys={view.keys}
          heldCount={view.heldCount}
          action={withoutQuestion}
          hrefs={{
            rotate: (id) => hrefWith({ step: "rotate", key: String(id) }),
            revoke: (id) => hrefWith({ step: "revoke", key: String(id) }),
          }}
          error={question === null ? ofChange?.error : null}
        />
        <KeyForm
          key={made ?? "form"}
          {...ways}
          action={withoutQuestion}
          error={ofForm?.error ?? null}
          faults={ofForm?.faults ?? {}}
          values={ofForm?.values ?? {}}
        />
        <AgentsCard address={view.agentsAddress} />
        <WebhooksCard
          webhooks={view.webhooks}
          isRestored={view.hasRestored}
          action={withoutQuestion}
          hrefTo={(step, id) => hrefWith({ step, key: null, webhook: id ?? null })}
          error={aboutWebhook === null ? ofWebhook?.error : null}
        />
      </SettingsFrame>
    </Screen>
  );
}
