// Renders the field for an authenticator or recovery code.
import { Field } from "~/ui/form/field";

interface CodeFieldProps {
  label: string;
  hint?: string;
  error?: string;
  autoFocus?: boolean;
}

export function CodeField(props: CodeFieldProps) {
  return (
    <Field
      {...props}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
    />
  );
}
