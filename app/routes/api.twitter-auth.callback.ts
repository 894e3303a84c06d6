// GET /api/twitter-auth/callback: the browser's way back from the network
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { getApp } from "~/app.server";
import { finishLink } from "~/features/accounts/accounts.server";
import { backWithFailure } from "~/http/connect.server";
import { findSignedIn } from "~/http/session.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const app = getApp();
  const query = new URL(request.url).searchParams;
  const signedIn = await findSignedIn(app, request);
  const visitor = signedIn && { userId: signedIn.user.id, sessionId: signedIn.sessionId };
  try {
    const account = await finishLink(app, visitor, {
      oauthToken: query.get("oauth_token"),
      verifier: query.get("oauth_verifier"),
      denied: query.get("denied"),
    });
    return redirect(`/generate?twitter_connected=true&username=${encodeURIComponent(account.username)}`, 303);
  } catch (error) {
    return backWithFailure(app, error);
  }
}
