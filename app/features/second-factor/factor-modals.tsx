// The modals of the second step in Settings: set an app up, keep the recovery codes, make others, remove the app.
import { type ReactNode, useState } from "react";
import { Button, ButtonLink } from "~/ui/form/button";
import { Field } from "~/ui/form/field";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import type { Intent } from "~/ui/form/use-busy";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Notice } from "~/ui/messages/notice";
import { useHydrated } from "~/ui/use-hydrated";
import type { IconName } from "~/ui/icons/icon";
import { CodeField } from "./code-field";

interface FactorModalProps {
  /** Tells a password manager whose password is asked for. */
  email: string;
  closeTo: string;
  /** What went wrong as a whole; left out where a field says it. */
  error?: string | null;
  /** What is wrong, by field name. */
  faults?: Record<string, string>;
}

export interface SetUpView {
  /** In fours. */
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
      button={{ words: "Switch on", icon: "shield-check", variant: "primary" }}
      code={{ label: "The six digits it shows now", hint: "Ten recovery codes follow; keep them on paper." }}
    >
      <div className="qr-row">
        <svg
          className="qr"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code for the authenticator app; the same key stands beside it"
        >
          <path d={qr.path} />
        </svg>
        <div>
          <p>Scan this with your app, or type the key:</p>
          <p className="secret">
            <code>{key}</code>
            <Copy text={key} />
          </p>
          <p className="hint">Any app for time-based codes will do.</p>
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
      button={{ words: "Make new codes", icon: "refresh-cw", variant: "primary" }}
      code={ownCode}
    >
      <p className="quiet">The ten codes of before open nothing any more.</p>
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
      code={ownCode}
    >
      <p className="quiet">
        The password alone opens the account again. The recovery codes end, and no browser is trusted any more.
      </p>
    </ProofModal>
  );
}

const ownCode = { label: "The six digits of your app", hint: "Or a recovery code." };

interface ProofModalProps extends FactorModalProps {
  title: string;
  intent: Intent;
  wide?: boolean;
  button: { words: string; icon?: IconName; variant: "primary" | "danger" };
  code: { label: string; hint: string };
  children: ReactNode;
}

/** Password and code: whoever only sits at the browser changes nothing. */
function ProofModal({ email, closeTo, error, faults, title, intent, wide, button, code, children }: ProofModalProps) {
  return (
    <Dialog title={title} closeTo={closeTo} wide={wide}>
      <IntentForm intent={intent} noValidate preventScrollReset>
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
          <CodeField {...code} error={faults?.["code"]} />
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

/** The browser gives a page its clipboard only over https and on this machine itself. */
function Copy({ text }: { text: string }) {
  const canCopy = useHydrated() && window.isSecureContext;
  const [copied, setCopied] = useState(false);
  if (!canCopy) return null;
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button type="button" size="small" onClick={copy}>
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}

/** Shown until the person says that they are kept; then never again. */
export function CodesModal({ codes, closeTo, error, faults }: Omit<FactorModalProps, "email"> & { codes: string[] }) {
  const hydrated = useHydrated();
  const [kept, setKept] = useState(false);
  return (
    <Dialog title="Ten recovery codes" closeTo={closeTo}>
      <IntentForm intent="keep-codes" noValidate preventScrollReset>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <p className="quiet">Shown once. Each opens your account a single time when the phone is gone.</p>
          <ol className="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <p>
            <Copy text={codes.join("\n")} />
          </p>
          <label className="ticked">
            <input
              className="tick"
              type="checkbox"
              name="kept"
              onChange={(event) => setKept(event.currentTarget.checked)}
            />
            <span>I have kept them</span>
          </label>
          {faults?.["kept"] && <Notice tone="error" title={faults["kept"]} />}
        </DialogBody>
        <DialogFoot>
          <Submit variant="primary" disabled={hydrated && !kept}>
            Done
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}
