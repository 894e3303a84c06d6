// Shows the Alerts settings: where alerts go and what they are about.
import type { ReactNode } from "react";
import { Icon } from "~/ui/icons/icon";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";

export interface AlertsView {
  mail: "none" | "unconfirmed" | "confirmed";
  email: string;
  isOperator: boolean;
  kinds: { kind: string; label: string; hint: string; chosen: boolean }[];
}

export function NoMail({ isOperator }: Pick<AlertsView, "isOperator">) {
  return (
    <Notice tone="info" title="Email isn’t set up on this server">
      {isOperator
        ? "Set SMTP_URL and MAIL_FROM, as docs/operating.md explains. Until then you’ll see notices in the app."
        : "Your admin can set it up. Until then you’ll see notices in the app."}
    </Notice>
  );
}

export function WhereTo({ mail, email }: AlertsView) {
  return (
    <Card title="Delivery">
      <p className="quiet">You always see notices in the app. Email reaches you when you’re away.</p>
      <ul className="rows">
        <li>
          <span className="rows__mark">
            <Icon of="mail" />
          </span>
          <p className="rows__text">
            <strong>Email {mail !== "none" && <Mark isGood={mail === "confirmed"} />}</strong>
            <span>{mail === "none" ? "Off: email isn’t set up on this server" : email}</span>
            {mail === "unconfirmed" && <small>Confirm your email to start getting notifications.</small>}
          </p>
          {mail === "unconfirmed" && (
            <IntentForm intent="ask-to-confirm" preventScrollReset>
              <Submit size="small" icon="send">
                Send confirmation email
              </Submit>
            </IntentForm>
          )}
          {mail === "confirmed" && (
            <IntentForm intent="send-test-mail" preventScrollReset>
              <Submit size="small" icon="send">
                Send test email
              </Submit>
            </IntentForm>
          )}
        </li>
      </ul>
    </Card>
  );
}

const Mark = ({ isGood }: { isGood: boolean }): ReactNode =>
  isGood ? (
    <span className="rows__state rows__state--good">
      <Icon of="check" />
      confirmed
    </span>
  ) : (
    <span className="rows__state rows__state--care">
      <Icon of="triangle-alert" />
      not confirmed
    </span>
  );

export function WhatAbout({ kinds, mail }: AlertsView) {
  return (
    <Card title="Events">
      <IntentForm className="form" intent="choose-alerts" preventScrollReset>
        <fieldset className="rows rows--ticks">
          <legend>Email me when</legend>
          {kinds.map(({ kind, label, hint, chosen }) => (
            <label key={kind}>
              <span className="rows__text">
                <strong>{label}</strong>
                <small>{hint}</small>
              </span>
              <input className="tick" type="checkbox" name={kind} defaultChecked={chosen} />
            </label>
          ))}
        </fieldset>
        <div className="row row--end">
          <p className="hint">
            {mail === "unconfirmed"
              ? "Your choices apply once you confirm your email."
              : "Linnet groups emails. New-browser sign-ins are always sent."}
          </p>
          <Submit variant="primary">Save</Submit>
        </div>
      </IntentForm>
    </Card>
  );
}
