// Renders the page of an invitation link: register, or what to do if it has expired.
import { createAccount, passwordHint } from "~/features/users/user";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { Empty } from "~/ui/page/empty";
import { Card } from "~/ui/page/page";
import { messages } from "./invitation";

interface JoinCardProps {
  email: string;
  token: string;
  error?: string | null;
  faults?: Record<string, string>;
}

export function JoinCard({ email, token, error, faults }: JoinCardProps) {
  return (
    <Card title="Create Account">
      <p className="quiet">You are invited. Choose a password for {email}.</p>
      <IntentForm className="form" intent={createAccount} fields={{ invitation: token }} noValidate>
        {error && <Notice tone="error" title={error} />}
        <Field label="Email" name="email" type="email" autoComplete="username" value={email} readOnly />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={passwordHint}
          error={faults?.["password"]}
          autoFocus
        />
        <div className="row row--end">
          <Submit variant="primary">Create Account</Submit>
        </div>
      </IntentForm>
    </Card>
  );
}

export function InvitationOver() {
  return <Empty title="This invitation no longer works">{messages.over} Ask for a new one.</Empty>;
}
