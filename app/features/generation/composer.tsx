// The one large question: a topic, with or without web search, and which account will speak.
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Form, Link } from "@remix-run/react";
import { Avatar } from "~/ui/avatar";
import { Button, ButtonLink } from "~/ui/button";
import { Check } from "~/ui/check";
import { Field } from "~/ui/field";
import { Notice } from "~/ui/notice";
import { useBusy } from "~/ui/use-busy";
import { refusalOf, refusals, type Asker } from "./ask";

interface ComposerProps {
  asker: Asker;
  /** Who will speak; null while nobody can. */
  account: { name: string; username: string } | null;
  accountsHref: string;
  /** What was typed before. */
  values?: { topic?: string; webSearch?: string };
  /** What the server said to it. */
  error?: string | null;
  /** Where to post to; left out, the page itself. */
  action?: string;
}

export function Composer({ asker, account, accountsHref, values, error, action }: ComposerProps) {
  const sent = useBusy("generate");
  const { topic, disabled, reason, field } = useTopic(asker, values?.topic ?? "");
  return (
    <Form className="composer" method="post" action={action} aria-busy={sent !== null}>
      <input type="hidden" name="intent" value="generate" />
      <Field
        big
        label="What would you like to create tweets about?"
        name="topic"
        value={topic}
        placeholder="e.g. building a side project after work"
        autoComplete="off"
        error={reason ?? error}
        {...field}
      />
      <div className="composer__foot">
        <Check
          name="webSearch"
          label="Web Search"
          on="Generate tweets with latest web information"
          off="Generate tweets from AI knowledge base"
          checked={values?.webSearch === "on"}
        />
        <Button variant="primary" size="large" icon="feather" busy={sent !== null} disabled={disabled}>
          {labelOf(sent)}
        </Button>
      </div>
      {account && (
        <p className="composer__as">
          <Avatar of={account.name} small />
          Posting as <strong>@{account.username}</strong>
          <Link className="link" to={accountsHref} preventScrollReset>
            Change account
          </Link>
        </p>
      )}
    </Form>
  );
}

function labelOf(sent: FormData | null): string {
  if (!sent) return "Create Twitter Content";
  return sent.has("webSearch") ? "Searching & Creating..." : "Creating...";
}

/**
 * Without a script the button is always enabled and the server answers. With one it is disabled while there is nothing to
 * send, and Enter, which a disabled button swallows, shows why.
 */
function useTopic(asker: Asker, before: string) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const refusal = refusalOf(asker, typed ?? before);

  // What was typed before the script arrived counts too: until it is read the button stays as the server made it, or a
  // press at that moment would be swallowed.
  useEffect(() => setTyped(input.current?.value ?? ""), []);

  return {
    topic: before,
    // Without a default account the button stays enabled (spec section 5) and the server says what is missing.
    disabled: typed !== null && refusal !== null && refusal !== refusals.noDefault,
    reason,
    field: {
      ref: input,
      onInput: () => {
        setTyped(input.current?.value ?? "");
        setReason(null);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === "Enter" && !event.nativeEvent.isComposing) setReason(refusal);
      },
    },
  };
}

export function LoginNotice({ signInHref, createHref }: { signInHref: string; createHref: string }) {
  return (
    <Notice
      tone="login"
      title={refusals.signIn}
      action={
        <>
          <ButtonLink variant="primary" to={signInHref} preventScrollReset>
            Sign In
          </ButtonLink>
          <ButtonLink variant="ghost" to={createHref} preventScrollReset>
            Create Account
          </ButtonLink>
        </>
      }
    >
      Your ideas, accounts and timeline belong to your sign-in.
    </Notice>
  );
}

/** For a person who is signed in but has linked nothing yet. */
export function ConnectNotice({ connectHref }: { connectHref: string }) {
  return (
    <Notice
      tone="info"
      title={refusals.noAccount}
      action={
        <ButtonLink variant="primary" to={connectHref} reloadDocument>
          Connect a new account
        </ButtonLink>
      }
    />
  );
}
