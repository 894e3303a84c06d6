// Renders single sign-on and re-authentication in Settings.
import { providerPath } from "~/ports/identity/port";
import { ButtonLink } from "~/ui/form/button";
import { Field } from "~/ui/form/field";
import { Icon } from "~/ui/icons/icon";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";

export interface IdentitiesView {
  label: string;
  identities: { id: string; email: string; since: string }[];
  hasPassword: boolean;
  isShown: boolean;
}

interface IdentitiesCardProps extends IdentitiesView {
  email: string;
  error: string | null;
  fault?: string;
}

export function IdentitiesCard({ label, identities, hasPassword, isShown, email, error, fault }: IdentitiesCardProps) {
  const isJoined = identities.length > 0;
  return (
    <Card title="Single sign-on">
      {error && !fault && <Notice tone="error" title={error} />}
      <p className="quiet">
        <span>{isJoined ? `You can sign in with ${label}.` : `Add ${label} to sign in without your password.`}</span>
        {!hasPassword && <span> You have no password here. When Linnet needs one, sign in again instead.</span>}
      </p>
      {isJoined && (
        <ul className="rows">
          {identities.map((identity) => (
            <li key={identity.id}>
              <span className="rows__mark">
                <Icon of="shield-check" />
              </span>
              <p className="rows__text">
                <strong className="wrap">{identity.email}</strong>
                <small>Since {identity.since}</small>
              </p>
              {isShown && (
                <IntentForm intent="remove-identity" fields={{ identity: identity.id }} preventScrollReset>
                  <Submit variant="ghost" size="small" icon="trash-2">
                    Remove<span className="visually-hidden"> {identity.email}</span>
                  </Submit>
                </IntentForm>
              )}
            </li>
          ))}
        </ul>
      )}
      {isShown ? (
        <div className="row row--end">
          <p className="hint">You’ve confirmed it’s you. Continue within 5 minutes.</p>
          <ButtonLink variant={isJoined ? "plain" : "primary"} to={`${providerPath}?for=join`} reloadDocument>
            {isJoined ? `Add another ${label} account` : `Continue to ${label}`}
          </ButtonLink>
        </div>
      ) : (
        <ShowIt label={label} hasPassword={hasPassword} isJoined={isJoined} email={email} fault={fault} />
      )}
    </Card>
  );
}

interface ShowItProps extends Pick<IdentitiesView, "label" | "hasPassword"> {
  isJoined: boolean;
  email: string;
  fault?: string;
}

function ShowIt({ label, hasPassword, isJoined, email, fault }: ShowItProps) {
  const again = (
    <ButtonLink to={`${providerPath}?for=prove`} reloadDocument>
      Sign in with {label} again
    </ButtonLink>
  );
  if (!hasPassword) return <div className="row row--end">{again}</div>;
  return (
    <IntentForm className="form" intent="prove-password" noValidate preventScrollReset>
      {/* Tells a password manager whose password is asked for. */}
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        hint={isJoined ? "Required to add or remove a sign-in method." : "Required to add a sign-in method."}
        error={fault}
      />
      <div className="row row--end">
        {isJoined && again}
        <Submit>Confirm it’s me</Submit>
      </div>
    </IntentForm>
  );
}
