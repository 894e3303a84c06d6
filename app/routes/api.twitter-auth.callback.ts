// GET /api/twitter-auth/callback: the browser's way back from the network
import { redirect } from "@remix-run/node";
import { finishLink } from "~/features/accounts/accounts.server";
import { api, serve } from "~/http/api.server";
import { backWithFailure } from "~/http/connect.server";
import { callback } from "~/http/contract/accounts.server";
import { findSignedIn } from "~/http/session.server";

export const { loader, action } = api(
  serve(callback, async ({ app, request }) => {
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
  }),
);
