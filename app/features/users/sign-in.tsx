// Shows the dialogs for signing in and creating an account.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "~/ui/link";
import { ButtonLink } from "~/ui/form/button";
import { Dialog, DialogBody, DialogFoot } from "~/ui/dialog/dialog";
import { Field } from "~/ui/form/field";
import { Notice } from "~/ui/messages/notice";
import { IntentForm, Submit } from "~/ui/form/intent-form";
import { isPasswordStrong } from "~/features/passwords/password";
import { useHydrated } from "~/ui/use-hydrated";
import { createAccount, messages, passwordHint, signInIntent } from "./user";
import { ZoneField } from "./zone/zone-field";
import type { ZoneOption } from "./zone/zones.server";

interface CredentialProps {
  closeTo: string;
  action?: string;
  /** Typed before; never the password. */
  values?: { email?: string; phone?: string; timezone?: string };
  error?: string | null;
  provider?: { label: string; only: boolean };
  faults?: { email?: string; password?: string; phone?: string; timezone?: string };
}

export function SignInModal({
  closeTo,
  action,
  values,
  error,
  faults,
  provider,
  createHref,
  forgotHref,
  otherWays,
}: CredentialProps & { createHref: string; forgotHref: string | null; otherWays: ReactNode }) {
  if (provider?.only)
    return (
      <ProviderOnly title="Sign In" label={provider.label} closeTo={closeTo}>
        {otherWays}
      </ProviderOnly>
    );
  return (
    <Dialog title="Sign In" closeTo={closeTo}>
      <IntentForm intent={signInIntent} action={action} noValidate>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <EmailField value={values?.email} error={faults?.email} isFirst={!faults?.password && !faults?.phone} />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={faults?.password}
          />
          {forgotHref !== null && (
            <p className="hint">
              <Link className="link" to={forgotHref} preventScrollReset>
                Forgot password?
              </Link>
            </p>
          )}
          {provider && <AtProvider label={provider.label} />}
          <p className="hint">
            New here?{" "}
            <Link className="link" to={createHref} preventScrollReset>
              Create Account
            </Link>
          </p>
        </DialogBody>
        <DialogFoot>
          <Cancel to={closeTo} />
          <Submit variant="primary">Sign In</Submit>
        </DialogFoot>
      </IntentForm>
      {otherWays}
    </Dialog>
  );
}

export function CreateAccountModal({
  closeTo,
  action,
  values,
  error,
  faults,
  provider,
  signInHref,
  timezones,
}: CredentialProps & { signInHref: string; timezones: readonly ZoneOption[] }) {
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState("");
  const read = () => setPassword(input.current?.value ?? "");
  // Also reads what was typed before the script loaded.
  useEffect(read, []);
  const isWeak = password !== "" && !isPasswordStrong(password);
  const wrong = password === "" ? faults?.password : undefined;
  if (provider?.only) return <ProviderOnly title="Create Account" label={provider.label} closeTo={closeTo} />;
  return (
    <Dialog title="Create Account" closeTo={closeTo}>
      <IntentForm intent={createAccount} action={action} noValidate>
        <DialogBody>
          {error && <Notice tone="error" title={error} />}
          <EmailField value={values?.email} error={faults?.email} isFirst={!faults?.password && !faults?.phone} />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint={passwordHint}
            error={isWeak ? passwordHint : wrong}
            ref={input}
            onInput={read}
          />
          <Field
            label="Phone"
            small="optional"
            name="phone"
            type="tel"
            autoComplete="tel"
            value={values?.phone}
            error={faults?.phone}
          />
          <ZoneField options={timezones} value={values?.timezone} error={faults?.timezone} />
          {provider && <AtProvider label={provider.label} />}
          <p className="hint">
            Already have one?{" "}
            <Link className="link" to={signInHref} preventScrollReset>
              Sign In
            </Link>
          </p>
        </DialogBody>
        <DialogFoot>
          <Cancel to={closeTo} />
          <Submit variant="primary" disabled={hydrated && isWeak}>
            Create Account
          </Submit>
        </DialogFoot>
      </IntentForm>
    </Dialog>
  );
}

/** A link: the browser would not follow a form's redirect to another server. */
function AtProvider({ label }: { label: string }) {
  return (
    <ButtonLink to="/sign-in/provider" reloadDocument>
      Sign in with {label}
    </ButtonLink>
  );
}

interface ProviderOnlyProps {
  title: string;
  label: string;
  closeTo: string;
  children?: ReactNode;
}

function ProviderOnly({ title, label, closeTo, children }: ProviderOnlyProps) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <DialogBody>
        <p className="quiet">Sign in with {label} on this server.</p>
      </DialogBody>
      <DialogFoot>
        <Cancel to={closeTo} />
        <AtProvider label={label} />
      </DialogFoot>
      {children}
    </Dialog>
  );
}

function EmailField({ value, error, isFirst }: { value?: string; error?: string; isFirst: boolean }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      error={error}
      autoFocus={isFirst}
    />
  );
}

function Cancel({ to }: { to: string }) {
  return (
    <ButtonLink variant="ghost" to={to} preventScrollReset>
      Cancel
    </ButtonLink>
  );
}

export function ClosedModal({ closeTo, signInHref }: { closeTo: string; signInHref: string }) {
  return (
    <Dialog title={messages.closed} closeTo={closeTo} centre>
      <p className="quiet">Ask your Linnet admin for an account.</p>
      <ButtonLink variant="primary" to={signInHref} preventScrollReset>
        Sign In
      </ButtonLink>
    </Dialog>
  );
}
