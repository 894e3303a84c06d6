// The two pages that links by mail lead to: each one card with one button, or what to do where the link is over.
import { mailLinkMessages } from "~/ground/messages";
import { passwordHint } from "~/features/users/user";
import { ButtonLink } from "~/ui/form/button";
import { Check } from "~/ui/form/check";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { Empty } from "~/ui/page/empty";
import { Card } from "~/ui/page/page";

/** The intent of both forms: another password, or the same again after a siege. */
const choosePassword = "choose-password";

interface LinkCardProps {
  email: string;
  token: string;
  /** What went wrong as a whole. */
  error?: string | null;
  faults?: Record<string, string>;
}

interface PasswordCardProps extends LinkCardProps {
  /** Whether the box is ticked: as it was left, where the form failed. */
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

/** Where wrong passwords from many places hold back the right one. */
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

/** `again`: where to ask for another; null where no mail is sent any more. */
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
