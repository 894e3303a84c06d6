// What stands between a visitor and tweets: nobody is signed in, or no account is linked.
import { ButtonLink } from "~/ui/form/button";
import { Notice } from "~/ui/messages/notice";
import { refusals } from "./may-ask";

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

/** In the place of tweets that somebody asked for, or of the wait for them. */
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
      What was asked for here is shown to the person who asked.
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
        <ButtonLink variant="primary" to={connectHref}>
          Connect a new account
        </ButtonLink>
      }
    />
  );
}
