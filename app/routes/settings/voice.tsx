// GET /settings/voice?account=ID: an account's voice.
import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { connectHref } from "~/features/users/account-words";
import { readTyped, typedOf } from "~/features/voice/typed-voice";
import { VoiceForm, voiceIntent } from "~/features/voice/voice-form";
import { VoicePreview } from "~/features/voice/voice-preview";
import { Learning } from "~/features/voice/voice-learning";
import { Samples } from "~/features/voice/voice-samples";
import { maxBodies } from "~/http/door/limits.server";
import { KeptFields } from "~/screens/browser/drafts/kept-fields";
import { clientFormAction } from "~/screens/forms/client-action";
import { frameActions } from "~/screens/frame/actions.server";
import { Screen, useGoLiveHref } from "~/screens/frame/screen";
import { runIntent } from "~/screens/forms/run-intent.server";
import { failedIn, useResult } from "~/screens/forms/use-result";
import { voiceActions } from "~/screens/settings/voice-actions.server";
import { loadVoice } from "~/screens/settings/voice.server";
import { AccountChoice } from "~/screens/settings/account-choice";
import { SettingsFrame } from "~/screens/settings/settings-frame";
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import settings from "~/styles/page/settings.css";
import styles from "~/styles/page/voice.css";

export const links: LinksFunction = () => [settings, styles].map((href) => ({ rel: "stylesheet", href }));

export const meta: MetaFunction = () => [{ title: "Voice · Settings · Linnet" }];

export const loader = (args: LoaderFunctionArgs) => loadVoice(args);

export const action = (args: ActionFunctionArgs) =>
  runIntent(args, { ...frameActions, ...voiceActions }, maxBodies.voice);

export const clientAction = (args: ClientActionFunctionArgs) => clientFormAction(args);

const crumbs = [{ label: "Dashboards" }, { label: "Settings" }, { label: "Voice" }];

export default function Voice() {
  const { account, accounts, saved, ...view } = useLoaderData<typeof loader>();
  const result = useResult();
  const goLiveHref = useGoLiveHref();
  const values = result?.intent === voiceIntent ? result.values : {};
  const failed = failedIn(result, "form");
  const faults = failed?.faults ?? {};
  const typed = saved && ("do" in values || "about" in values ? readTyped(values) : typedOf(saved));
  const reconnect = (
    <ButtonLink size="small" to={connectHref}>
      Reconnect
    </ButtonLink>
  );
  return (
    <Screen crumbs={crumbs} result={result}>
      <SettingsFrame at="/settings/voice" isOperator={view.isOperator}>
        <AccountChoice accounts={accounts} account={account} why="Connect an account first, then describe its voice." />
        {failed?.error && (
          <Notice tone="error" title={failed.error} action={values["do"] === "read" ? reconnect : undefined} />
        )}
        {account && typed && (
          <KeptFields
            // No sibling may have the same key.
            key={`kept ${account.id}`}
            what={`voice:${account.id}`}
            intent={voiceIntent}
            saves={(form) => form.get("do") === "save"}
          />
        )}
        {account && typed && (
          <div className="voice" key={account.id}>
            <VoiceForm account={account} typed={typed} writer={view.writer} languages={view.languages} faults={faults}>
              <Samples typed={typed} faults={faults} readPrice={view.readPrice} />
              <Learning typed={typed} writer={view.writer} isOffered={saved.learn === null} />
            </VoiceForm>
            <div className="voice__side">
              <VoicePreview
                typed={typed}
                fault={faults["topic"]}
                refusal={view.previewRefusal}
                goLiveHref={goLiveHref}
              />
            </div>
          </div>
        )}
        {view.aiCost && <p className="hint">{view.aiCost}</p>}
      </SettingsFrame>
    </Screen>
  );
}
