// Card that changes the password in Settings, Security.
import { CommonPassword } from "~/features/passwords/common-password";
import { changePassword, passwordHint } from "~/features/users/user";
import { Check } from "~/ui/form/check";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { Notice } from "~/ui/messages/notice";
import { Card } from "~/ui/page/page";
import type { ActionResult } from "~/screens/forms/form-action.server";

interface PasswordCardProps {
  email: string;
  isCommon: boolean;
  failed: ActionResult | undefined;
}

export function PasswordCard({ email, isCommon, failed }: PasswordCardProps) {
  const { password, newPassword } = failed?.faults ?? {};
  return (
    <Card title="Password">
      {isCommon && <CommonPassword isHere />}
      <IntentForm className="form" intent={changePassword} noValidate preventScrollReset>
        {failed?.error && !password && !newPassword && <Notice tone="error" title={failed.error} />}
        {/* Tells a password manager which account this is. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <div className="settings__two">
          <Field
            label="Current password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={password}
          />
          <Field
            label="New password"
            name="newPassword"
            type="password"
            autoComplete="new-password"
            hint={passwordHint}
            error={newPassword}
          />
        </div>
        <Check
          name="revokesKeys"
          label="Also revoke my API keys"
          on="Apps using them stop working."
          off="Apps keep working."
          checked={failed?.values["revokesKeys"] === "on"}
        />
        <div className="row row--end">
          <p className="hint">Signs out every other browser and revokes their session API keys.</p>
          <Submit>Change password</Submit>
        </div>
      </IntentForm>
    </Card>
  );
}
