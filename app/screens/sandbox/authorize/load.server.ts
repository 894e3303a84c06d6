// Loads the sandbox's consent page: the link request that the URL names.
import { getApp } from "~/app.server";
import { listHandles } from "~/features/accounts/accounts.server";
import { findSignedIn } from "~/http/session/session.server";
import type { LoaderArgs } from "~/screens/frame/viewer.server";
import { requireSandbox } from "../require-sandbox.server";
import { type AuthorizeData, toView } from "./to-view.server";

export async function loadAuthorize({ request }: LoaderArgs): Promise<AuthorizeData> {
  const token = new URL(request.url).searchParams.get("oauth_token") ?? "";
  const app = getApp();
  const [found, signedIn] = await Promise.all([requireSandbox(app).findRequest(token), findSignedIn(app, request)]);
  // Only a signed-in user sees their handles.
  return toView({ token, found, handles: signedIn ? await listHandles(app, signedIn.user.id) : [] });
}
