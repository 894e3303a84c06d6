// Renders "Forgot password?". The confirmation is the same for known and unknown emails.
import { ButtonLink } from "~/ui/form/button";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";

interface ForgotProps {
  closeTo: string;
  error?: string | null;
  faults?: { email?: string };
  values?: { email?: string };
}

export default function ForgotModal({ closeTo, error, faults, values }: ForgotProps) {
  return (
    <Dialog title="Forgot password?" closeTo={closeTo}>
      <IntentForm intent="forgot-password" noValidate>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p className="quiet">
            Linnet emails you a link to reset your password. It works once and expires in 30 minutes.
          </p>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={values?.email}
            error={faults?.email}
            autoFocus
          />
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Submit variant="primary">Send reset link</Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
