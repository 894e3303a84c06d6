// What the sandbox's consent page loads: the request that the address names, while it is open.
import { getApp } from "~/app.server";
import type { LoaderArgs } from "~/screens/frame/viewer.server";
import { requireSandbox } from "../require-sandbox.server";
import { type AuthorizeData, toView } from "./to-view.server";

export async function loadAuthorize({ request }: LoaderArgs): Promise<AuthorizeData> {
  const token = new URL(request.url).searchParams.get("oauth_token") ?? "";
  return toView({ token, found: await requireSandbox(getApp()).findRequest(token) });
}
