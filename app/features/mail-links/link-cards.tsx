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
    <Card title="Reset your password">
      <p className="quiet wrap">For {email}. This signs you out of every browser.</p>
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
          on="Apps stop working until they have new keys, and get no events until you turn webhooks on again."
          off="Apps keep working, even any that someone with your password added."
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
    <Card title="Sign in with this link">
      <p className="quiet wrap">
        Many wrong passwords were tried for {email}, so sign-in may be paused. This link signs you in once. Your
        password doesn’t change.
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
    <Card title="Confirm your email">
      <p className="quiet wrap">Linnet sends the notifications you choose to {email}.</p>
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
      title="This link no longer works"
      action={again === null ? undefined : <ButtonLink to={again}>Request a new link</ButtonLink>}
    >
      {mailLinkMessages.over}
    </Empty>
  );
}
