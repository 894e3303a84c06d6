// Notices for visitors who aren't signed in or haven't linked an account.
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { refusals } from "./can-generate";

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
      Sign in to see your ideas, accounts and timeline.
    </Notice>
  );
}

export function NotSignedIn({ error, signInHref }: { error: string; signInHref: string }) {
  return (
    <Notice
      tone="error"
      title={error}
      action={
        <ButtonLink variant="primary" to={signInHref} preventScrollReset>
          Sign In
        </ButtonLink>
      }
    >
      Only the person who created these tweets can see them.
    </Notice>
  );
}

export function ConnectNotice({ connectHref }: { connectHref: string }) {
  return (
    <Notice
      tone="info"
      title={refusals.noAccount}
      action={
        <ButtonLink variant="primary" to={connectHref}>
          Connect a new account
        </ButtonLink>
      }
    />
  );
}
