// Form with a hidden `intent` field; its button shows progress while the form is sent.
import { type ComponentProps, createContext, type ElementType, useContext } from "react";
import { Form as PageForm, type FormProps } from "@remix-run/react";
import { Button } from "./button";
import { type HiddenFields, type Intent, useBusy } from "./use-busy";

interface IntentFormProps extends Omit<FormProps, "method"> {
  intent: Intent;
  fields?: HiddenFields;
  /** With a fetcher's form, `busy` is the intent that the fetcher is sending. */
  Form?: ElementType;
  busy?: string | null;
}

/** `waits`: another form of the same fetcher is being sent. */
const Submission = createContext({ busy: false, waits: false });

export function IntentForm({ intent, fields = {}, Form = PageForm, busy, children, ...rest }: IntentFormProps) {
  const sent = useBusy(intent, fields) !== null;
  const submission =
    busy === undefined
      ? { busy: sent, waits: false }
      : { busy: busy === intent, waits: busy !== null && busy !== intent };
  return (
    <Form method="post" {...rest}>
      <input type="hidden" name="intent" value={intent} />
      {Object.entries(fields).map(
        ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} key={name} />,
      )}
      <Submission.Provider value={submission}>{children}</Submission.Provider>
    </Form>
  );
}

interface SubmitProps extends ComponentProps<typeof Button> {
  whileBusy?: string;
}

export function Submit({ whileBusy, disabled, children, ...rest }: SubmitProps) {
  const { busy, waits } = useContext(Submission);
  return (
    <Button {...rest} busy={busy} disabled={disabled || waits}>
      {(busy && whileBusy) || children}
    </Button>
  );
}
