// Renders the sign-in page that asks for a second factor.
import { notKept } from "~/features/users/user";
import { PasskeyButton } from "~/features/passkeys/passkey-button";
import { ButtonLink } from "~/ui/form/button";
import { Check } from "~/ui/form/check";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { Empty } from "~/ui/page/empty";
import { Card } from "~/ui/page/page";
import { CodeField } from "./code-field";
import { messages } from "./factor";

interface SecondStepCardProps {
  email: string;
  hasApp: boolean;
  hasPasskey: boolean;
  error?: string | null;
  faults?: Record<string, string>;
  values?: Record<string, string>;
}

export function SecondStepCard({ email, hasApp, hasPasskey, error, faults, values }: SecondStepCardProps) {
  return (
    <Card title="Confirm it’s you">
      <p className="quiet wrap">
        Signing in as {email}. {nowWords(hasApp, hasPasskey)}
      </p>
      <IntentForm className="form" intent="second-step" noValidate>
        {error && <Notice tone="error" title={error} />}
        <CodeField
          label={hasApp ? "6-digit code" : "Recovery code"}
          hint={hasApp ? "Don’t have your app? Enter a recovery code." : "Each code works once."}
          error={faults?.["code"]}
          autoFocus
        />
        <Check
          name="trust"
          label="Trust this browser for 30 days"
          on="Linnet won’t ask for a code until then."
          off="Linnet asks for a code every time."
          checked={values?.["trust"] === "on"}
        />
        <div className="row row--end">
          <ButtonLink variant="ghost" to="/generate">
            Cancel
          </ButtonLink>
          <Submit variant="primary">Continue</Submit>
        </div>
        {hasPasskey && (
          <PasskeyButton id="step-passkey" purpose="step" isBeside error={faults?.["passkey"]} wide>
            Use a passkey
          </PasskeyButton>
        )}
      </IntentForm>
    </Card>
  );
}

function nowWords(hasApp: boolean, hasPasskey: boolean): string {
  if (hasApp) return `Enter a code from your authenticator app${hasPasskey ? ", or use a passkey" : ""}.`;
  return hasPasskey ? "Use a passkey, or enter a recovery code." : "Enter a recovery code.";
}

/** `otherAddress`: an address where this browser can store a sign-in; null if it can do so here. */
export function SignInOver({ otherAddress }: { otherAddress: string | null }) {
  if (otherAddress !== null) {
    const [title, detail] = notKept(otherAddress);
    return (
      <Empty
        title={title}
        action={
          <a className="button button--primary" href={otherAddress}>
            Open Linnet
          </a>
        }
      >
        {detail}
      </Empty>
    );
  }
  return (
    <Empty title="This sign-in has expired" action={<ButtonLink to="/generate?panel=login">Sign In</ButtonLink>}>
      {messages.over}
    </Empty>
  );
}
