// Shows the dialogs to change the password, sign out everywhere and delete the account.
import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/form/button";
import { Check } from "~/ui/form/check";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Field } from "~/ui/form/field";
import { Notice } from "~/ui/messages/notice";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { Intent } from "~/ui/form/use-busy";
import { changePassword, deleteMyAccount, passwordHint } from "./user";

interface OwnProps {
  email: string;
  closeTo: string;
  action?: string;
  error?: string | null;
  faults?: Record<string, string>;
  values?: Record<string, string>;
}

const modals = { password: PasswordModal, everywhere: EverywhereModal, leave: LeaveModal };

export default function OwnAccount({ of, ...props }: OwnProps & { of: keyof typeof modals }) {
  const Modal = modals[of];
  return <Modal {...props} />;
}

function PasswordModal(props: OwnProps) {
  return (
    <OwnForm {...props} title="Change password" intent={changePassword} button="Change password">
      <p className="quiet">Signs out every other browser and revokes their session API keys.</p>
      <PasswordField
        label="Current password"
        error={props.faults?.["password"]}
        isFirst={!props.faults?.["newPassword"]}
      />
      <Field
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        hint={passwordHint}
        error={props.faults?.["newPassword"]}
      />
      <RevokesKeys checked={props.values?.["revokesKeys"] === "on"} />
    </OwnForm>
  );
}

function EverywhereModal(props: OwnProps) {
  return (
    <OwnForm {...props} title="Sign out everywhere" intent="sign-out-everywhere" button="Sign out everywhere">
      <p className="quiet">
        Signs out every browser, including this one, and revokes their session API keys. Scheduled tweets still post.
      </p>
      <RevokesKeys checked />
    </OwnForm>
  );
}

/** API keys of apps don't end with a browser session. */
function RevokesKeys({ checked = false }: { checked?: boolean }) {
  return (
    <Check
      name="revokesKeys"
      label="Also revoke my API keys"
      on="Apps using them stop working."
      off="Apps keep working."
      checked={checked}
    />
  );
}

function LeaveModal(props: OwnProps) {
  return (
    <OwnForm {...props} title="Delete my account" intent={deleteMyAccount} button="Delete my account" danger>
      <p className="quiet">
        Deletes your tweets, analyses and bots, and disconnects your accounts. Scheduled tweets won’t post. Posted
        tweets stay on X.
      </p>
      <PasswordField label="Password" error={props.faults?.["password"]} />
      <Check
        name="sure"
        label="I understand this can’t be undone"
        on=""
        off=""
        checked={props.values?.["sure"] === "on"}
        aria-invalid={props.faults?.["sure"] ? true : undefined}
      />
      {props.faults?.["sure"] && <Notice tone="error" title={props.faults["sure"]} />}
    </OwnForm>
  );
}

interface OwnFormProps extends OwnProps {
  title: string;
  intent: Intent;
  button: string;
  danger?: boolean;
  children: ReactNode;
}

function OwnForm({ email, closeTo, action, error, title, intent, button, danger, children }: OwnFormProps) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <IntentForm intent={intent} action={action} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          {children}
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Submit variant={danger ? "danger" : "primary"}>{button}</Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}

function PasswordField({ label, error, isFirst = true }: { label: string; error?: string; isFirst?: boolean }) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="current-password"
      error={error}
      autoFocus={isFirst}
    />
  );
}
