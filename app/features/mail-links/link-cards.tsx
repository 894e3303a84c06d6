// Renders the pages that emailed links open, and the page for an expired link.
import { mailLinkMessages } from "~/ground/messages";
import { passwordHint } from "~/features/users/user";
import { ButtonLink } from "~/ui/form/button";
import { Check } from "~/ui/form/check";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { Empty } from "~/ui/page/empty";
import { Card } from "~/ui/page/page";

const choosePassword = "choose-password";

interface LinkCardProps {
  email: string;
  token: string;
  error?: string | null;
  faults?: Record<string, string>;
}

interface PasswordCardProps extends LinkCardProps {
  endsPrograms: boolean;
}

export function PasswordCard({ email, token, endsPrograms, error, faults }: PasswordCardProps) {
  return (
    <Card title="Choose another password">
      <p className="quiet wrap">For {email}. It signs you out in every browser.</p>
      <IntentForm className="form" intent={choosePassword} fields={{ token }} noValidate>
        {error && <Notice tone="error" title={error} />}
        {/* Tells a password manager whose password is chosen. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint={passwordHint}
          error={faults?.["newPassword"]}
          autoFocus
        />
        <Check
          name="endsPrograms"
          label="Revoke API keys and turn off webhooks"
          on="Your programs are refused until they have new keys, and are told nothing until you turn webhooks on again."
          off="Your programs go on, and so would anybody else’s who had your password."
          checked={endsPrograms}
        />
        <div className="row row--end">
          <Submit variant="primary">Change password</Submit>
        </div>
      </IntentForm>
    </Card>
  );
}

/** For accounts under a password-guessing attack, where the correct password may have to wait. */
export function SignInCard({ email, token }: Pick<LinkCardProps, "email" | "token">) {
  return (
    <Card title="Sign in as you are">
      <p className="quiet wrap">
        Wrong passwords for {email} come from many places, so the right one may have to wait. This link signs you in
        instead, once: your password stays.
      </p>
      <IntentForm className="form" intent={choosePassword} fields={{ token, keep: "on" }}>
        <div className="row row--end">
          <Submit>Sign in</Submit>
        </div>
      </IntentForm>
    </Card>
  );
}

export function AddressCard({ email, token, error }: LinkCardProps) {
  return (
    <Card title="Confirm your address">
      <p className="quiet wrap">Linnet sends the alerts that you choose to {email}.</p>
      <IntentForm className="form" intent="confirm-address" fields={{ token }}>
        {error && <Notice tone="error" title={error} />}
        <div className="row row--end">
          <Submit variant="primary" icon="check">
            Confirm
          </Submit>
        </div>
      </IntentForm>
    </Card>
  );
}

/** `again`: where to request another link; null if mail is off. */
export function LinkOver({ again }: { again: string | null }) {
  return (
    <Empty
      title="This link is no longer good"
      action={again === null ? undefined : <ButtonLink to={again}>Ask for a new one</ButtonLink>}
    >
      {mailLinkMessages.over}
    </Empty>
  );
}
