// What the sandbox's consent page loads: the request that the address names, while it is open.
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
  // Whoever has the address but not the session learns nothing of anybody's accounts.
  return toView({ token, found, handles: signedIn ? await listHandles(app, signedIn.user.id) : [] });
}
