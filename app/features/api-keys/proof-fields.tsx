// Renders the fields that prove identity: password and, if set up, the second factor.
import { PasskeyButton } from "~/features/passkeys/passkey-button";
import { CodeField } from "~/features/second-factor/code-field";
import { Field } from "~/ui/form/field";

export interface Ways {
  /** Tells a password manager whose password this is. */
  email: string;
  hasPassword: boolean;
  hasApp: boolean;
  hasPasskey: boolean;
}

interface ProofFieldsProps extends Ways {
  id: string;
  faults: Record<string, string>;
}

export function ProofFields({ email, hasPassword, hasApp, hasPasskey, id, faults }: ProofFieldsProps) {
  return (
    <>
      <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
      {hasPassword ? (
        <Field
          label="Your password"
          name="password"
          type="password"
          autoComplete="current-password"
          error={faults["password"]}
        />
      ) : (
        <p className="hint">
          You have no password here. Confirm it’s you in Settings → Security first. The confirmation is valid for 5
          minutes.
        </p>
      )}
      {(hasApp || hasPasskey) && (
        <CodeField
          label={hasApp ? "6-digit code" : "Recovery code"}
          hint={hasApp ? "Or enter a recovery code." : "Each code works once."}
          error={faults["code"]}
        />
      )}
      {hasPasskey && (
        <PasskeyButton id={`${id}-passkey`} purpose="prove" isBeside error={faults["passkey"]}>
          Use a passkey instead
        </PasskeyButton>
      )}
    </>
  );
}
