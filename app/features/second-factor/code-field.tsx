// The field for a code: of the app, or a recovery code. Digits are offered, letters are taken.
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
