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
    <Notice tone="info" title="This server sends no mail yet">
      {isOperator
        ? "You run it: set SMTP_URL and MAIL_FROM, as docs/operating.md says. Until then banners on the page tell you."
        : "Whoever runs it can connect one. Until then banners on the page tell you."}
    </Notice>
  );
}

export function WhereTo({ mail, email }: AlertsView) {
  return (
    <Card title="Where to">
      <p className="quiet">Banners on the page are always there. Mail reaches you when you are away.</p>
      <ul className="rows">
        <li>
          <span className="rows__mark">
            <Icon of="mail" />
          </span>
          <p className="rows__text">
            <strong>Mail {mail !== "none" && <Mark isGood={mail === "confirmed"} />}</strong>
            <span>{mail === "none" ? "Off: the server has no mail" : email}</span>
            {mail === "unconfirmed" && <small>Nothing is sent until you press the link that comes by mail.</small>}
          </p>
          {mail === "unconfirmed" && (
            <IntentForm intent="ask-to-confirm" preventScrollReset>
              <Submit size="small" icon="send">
                Send the link
              </Submit>
            </IntentForm>
          )}
          {mail === "confirmed" && (
            <IntentForm intent="send-test-mail" preventScrollReset>
              <Submit size="small" icon="send">
                Send a test
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
    <Card title="What about">
      <IntentForm className="form" intent="choose-alerts" preventScrollReset>
        <fieldset className="rows rows--ticks">
          <legend>Mail me when</legend>
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
              ? "Your choice holds once the address is confirmed."
              : "Several at once come as one mail. A sign-in from a new browser is always told."}
          </p>
          <Submit variant="primary">Save</Submit>
        </div>
      </IntentForm>
    </Card>
  );
}
