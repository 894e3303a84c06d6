// Renders the passkey sign-in under the email and password form.
import { signInIntent } from "~/features/users/user";
import { IntentForm } from "~/ui/form/intent-form";
import { PasskeyButton } from "./passkey-button";

export default function PasskeySignIn({ error }: { error?: string | null }) {
  return (
    <IntentForm intent={signInIntent} className="dialog__foot" noValidate>
      <PasskeyButton id="passkey-sign-in" purpose="alone" error={error} wide>
        Sign in with a passkey
      </PasskeyButton>
    </IntentForm>
  );
}
