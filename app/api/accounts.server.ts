// API handlers for linked accounts.
import { redirect } from "@remix-run/node";
import { finishLink, listAccounts, setDefault } from "~/features/accounts/accounts.server";
import { toApi } from "~/features/accounts/to-api.server";
import { pauseAccount, resumeAccount, unlink } from "~/features/publishing/publishing.server";
import { accountMessages } from "~/ground/messages";
import { serve } from "~/http/api/api.server";
import { authUrl, backWithFailure } from "~/http/session/connect.server";
import * as contract from "~/http/contract/accounts.server";
import { addressOf } from "~/http/session/client-address.server";
import { findSignedIn } from "~/http/session/session.server";

export const accounts = [
  serve(contract.listAccounts, async ({ app, user }) => {
    const accounts = (await listAccounts(app, user.id)).map(toApi);
    return { message: accountMessages.listed(accounts.length), accounts, data: { accounts } };
  }),
  serve(contract.setDefault, async ({ app, params, user }) => {
    await setDefault(app, user.id, params["account_id"] ?? "");
    return { message: "Default account changed" };
  }),
  serve(contract.pauseAccount, async ({ app, params, user }) => {
    await pauseAccount(app, user.id, params["account_id"] ?? "");
    return { message: "Account paused" };
  }),
  serve(contract.resumeAccount, async ({ app, params, user }) => {
    await resumeAccount(app, user.id, params["account_id"] ?? "");
    return { message: "Account resumed" };
  }),
  serve(contract.deleteAccount, async ({ app, request, params, user }) => {
    await unlink(app, user.id, params["account_id"] ?? "", addressOf(request));
    return { message: "Account removed" };
  }),
  serve(contract.authorize, async ({ app, request, user }) => ({ auth_url: await authUrl(app, request, user, false) })),
  serve(contract.authorizeForceLogout, async ({ app, request, user }) => ({
    auth_url: await authUrl(app, request, user, true),
  })),
  // X sends the browser back here.
  serve(contract.callback, async ({ app, request }) => {
    const query = new URL(request.url).searchParams;
    const signedIn = await findSignedIn(app, request);
    const viewer = signedIn && { userId: signedIn.user.id, sessionId: signedIn.sessionId };
    try {
      const back = {
        oauthToken: query.get("oauth_token"),
        verifier: query.get("oauth_verifier"),
        denied: query.get("denied"),
      };
      const account = await finishLink(app, viewer, back, addressOf(request));
      app.log.info({ username: account.username }, "account connected");
      return redirect(`/generate?twitter_connected=true&username=${encodeURIComponent(account.username)}`, 303);
    } catch (error) {
      return backWithFailure(app, error);
    }
  }),
];
