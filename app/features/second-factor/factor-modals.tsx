// Renders the 2FA modals in Settings that re-authenticate the user.
import type { ReactNode } from "react";
import { addIntent, messages } from "~/features/passkeys/passkey";
import { PasskeyButton } from "~/features/passkeys/passkey-button";
import { ButtonLink } from "~/ui/form/button";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { HiddenFields, Intent } from "~/ui/form/use-busy";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Notice } from "~/ui/messages/notice";
import { useHydrated } from "~/ui/use-hydrated";
import type { IconName } from "~/ui/icons/icon";
import { setUpIntent } from "./factor";
import { CodeField } from "./code-field";
import { CopyButton } from "./codes-modal";

export interface Ways {
  hasApp: boolean;
  hasPasskey: boolean;
}

export interface FactorModalProps extends Ways {
  email: string;
  closeTo: string;
  error?: string | null;
  faults?: Record<string, string>;
}

export interface SetUpView {
  key: string;
  qr: { path: string; size: number };
}

export function SetUpModal({ setUp, ...props }: FactorModalProps & { setUp: SetUpView }) {
  const { key, qr } = setUp;
  return (
    <ProofModal
      {...props}
      wide
      title="Add an authenticator app"
      intent="switch-on-factor"
      button={{ words: "Turn on", icon: "shield-check", variant: "primary" }}
      asks={{
        label: "6-digit code",
        hint: props.hasPasskey ? undefined : "You’ll get ten recovery codes next. Store them somewhere safe.",
      }}
    >
      <div className="qr-row">
        <svg
          className="qr"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code for the authenticator app. The same key is shown as text."
        >
          <path d={qr.path} />
        </svg>
        <div>
          <p>Scan this with your app, or type the key:</p>
          <p className="secret">
            <code>{key}</code>
            <CopyButton text={key} />
          </p>
          <p className="hint">Any authenticator app works.</p>
        </div>
      </div>
    </ProofModal>
  );
}

export function RenewModal(props: FactorModalProps) {
  return (
    <ProofModal
      {...props}
      title="New recovery codes"
      intent="renew-codes"
      button={{ words: "Generate new codes", icon: "refresh-cw", variant: "primary" }}
      asks="own"
    >
      <p className="quiet">Your old codes will stop working.</p>
    </ProofModal>
  );
}

export function RemoveModal(props: FactorModalProps) {
  return (
    <ProofModal
      {...props}
      title="Remove the authenticator app"
      intent="switch-off-factor"
      button={{ words: "Remove", variant: "danger" }}
      asks="own"
    >
      <p className="quiet">{props.hasPasskey ? oneLeft : noneLeft}</p>
    </ProofModal>
  );
}

const oneLeft = "Two-factor authentication stays on. Trusted browsers are removed.";
const noneLeft = "You’ll sign in with just your password. Recovery codes and trusted browsers are removed.";

export function BeginModal(props: FactorModalProps) {
  return (
    <ProofModal
      {...props}
      title="Add an authenticator app"
      intent={setUpIntent}
      button={{ words: "Continue", variant: "primary" }}
      asks="own"
    >
      <p className="quiet">Confirm it’s you first.</p>
    </ProofModal>
  );
}

export function AddPasskeyModal(props: FactorModalProps) {
  const hydrated = useHydrated();
  const isFirst = !props.hasApp && !props.hasPasskey;
  return (
    <ProofModal
      {...props}
      title="Add a passkey"
      intent={addIntent}
      button={{ words: "Continue", variant: "primary" }}
      asks={isFirst ? null : "own"}
    >
      <p className="quiet">
        Confirm it’s you first. {isFirst && <span>You’ll get ten recovery codes next. Store them somewhere safe.</span>}
      </p>
      {!hydrated && <p>{messages.noScript}</p>}
    </ProofModal>
  );
}

export function RemovePasskeyModal({
  passkey: { id, name, isLast },
  ...props
}: FactorModalProps & { passkey: { id: string; name: string; isLast: boolean } }) {
  return (
    <ProofModal
      {...props}
      title="Remove the passkey"
      intent="remove-passkey"
      fields={{ id }}
      button={{ words: "Remove", variant: "danger" }}
      asks="own"
    >
      <p className="quiet wrap">
        <strong dir="auto">{name}</strong> will no longer work here. Remove it from your device too.
      </p>
      <p className="quiet">{isLast && !props.hasApp ? noneLeft : oneLeft}</p>
    </ProofModal>
  );
}

interface ProofModalProps extends FactorModalProps {
  title: string;
  intent: Intent;
  fields?: HiddenFields;
  wide?: boolean;
  button: { words: string; icon?: IconName; variant: "primary" | "danger" };
  /** own: the user's existing factor. null: no factor. Otherwise the field for a new app's code. */
  asks: "own" | { label: string; hint?: string } | null;
  children: ReactNode;
}

/** Asks for password and second factor, so access to an open browser is not enough. */
function ProofModal({ email, closeTo, error, faults, title, intent, fields, wide, button, ...props }: ProofModalProps) {
  const { asks, hasApp, hasPasskey, children } = props;
  return (
    <Dialog title={title} closeTo={closeTo} wide={wide}>
      <IntentForm intent={intent} fields={fields} noValidate preventScrollReset>
        <input type="text" autoComplete="username" defaultValue={email} readOnly hidden />
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          {children}
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={faults?.["password"]}
            autoFocus={!faults?.["code"]}
          />
          {asks && <CodeField {...(asks === "own" ? ownField(hasApp) : asks)} error={faults?.["code"]} />}
          {asks === "own" && hasPasskey && (
            <PasskeyButton id="own-passkey" purpose="prove" isBeside error={faults?.["passkey"]}>
              Use a passkey instead
            </PasskeyButton>
          )}
        </DialogBody>
        <DialogFoot>
          <ButtonLink variant="ghost" to={closeTo} preventScrollReset>
            Cancel
          </ButtonLink>
          <Submit variant={button.variant} icon={button.icon}>
            {button.words}
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}

const ownField = (hasApp: boolean) =>
  hasApp
    ? { label: "6-digit code", hint: "Or enter a recovery code." }
    : { label: "Recovery code", hint: "Each code works once." };
